/** Who judged a dimension, with model, cost, and disagreement of a panel. */
import type { JudgeUsed, MemberUsed } from "../../../src/core/judge.ts";
import { formatCost } from "../../../src/report/text/format.ts";
import { formatTokenUsage } from "../data/tokens.ts";
import { safeLine, safeName } from "../text/safe.ts";

export function JudgeNote({ used }: { used: JudgeUsed | null }) {
  if (used === null) return <p class="decided">No judge was used.</p>;
  const { disagreement, goals, members = [] } = used;
  return (
    <>
      <p class="decided">
        Judged by {describeJudge(used)}.{goals !== undefined && ` Goal by answer: ${goals.join(", ")}.`}
        {disagreement !== undefined &&
          ` Largest disagreement on ${safeLine(disagreement.on, 120)}: ${disagreement.low} to ${disagreement.high}.`}
      </p>
      {members.length > 0 && (
        <ul class="decided">
          {members.map((member, index) => (
            <li key={index}>
              {describeJudge(member)}
              {member.failure !== undefined && `: ${safeLine(member.failure)}`}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function describeJudge({ kind, name, provider, model, attempts, tokenUsage, costUsd, cached }: MemberUsed): string {
  const parts = [
    `${safeName(name)} (${kind})`,
    ...(model === undefined || name.includes(model) ? [] : [`model ${safeName(model)}`]),
    ...(provider === undefined || name.includes(provider) ? [] : [`from ${safeName(provider)}`]),
    attempts === 1 ? "at the first attempt" : `after ${attempts} attempts`,
    ...(cached === true ? ["from the cache"] : []),
    ...(tokenUsage === undefined ? [] : [`${formatTokenUsage(tokenUsage)} tokens`]),
    ...(costUsd === undefined ? [] : [costUsd === null ? "cost unknown" : formatCost(costUsd)]),
  ];
  return parts.join(", ");
}
