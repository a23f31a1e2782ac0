/** Who answered for a dimension, by which model, at what price, and how far a panel was apart. */
import type { JudgeUsed, MemberUsed } from "../../../src/core/judge.ts";
import { formatCost } from "../../../src/report/text/format.ts";
import { formatTokenUsage } from "../data/tokens.ts";
import { safeLine, safeName } from "../text/safe.ts";

export function JudgeNote({ used }: { used: JudgeUsed | null }) {
  if (used === null) return <p class="decided">No judge was asked.</p>;
  const { disagreement, goals, members = [] } = used;
  return (
    <>
      <p class="decided">
        Judged by {judgeLine(used)}.{goals !== undefined && ` The goal by each answer alone: ${goals.join(", ")}.`}
        {disagreement !== undefined &&
          ` Furthest apart on ${safeLine(disagreement.on, 120)}: ${disagreement.low} to ${disagreement.high}.`}
      </p>
      {members.length > 0 && (
        <ul class="decided">
          {members.map((member, index) => (
            <li key={index}>
              {judgeLine(member)}
              {member.failure !== undefined && `: ${safeLine(member.failure)}`}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function judgeLine({ kind, name, provider, model, attempts, tokenUsage, costUsd, cached }: MemberUsed): string {
  const parts = [
    `${safeName(name)} (${kind})`,
    ...(model === undefined || name.includes(model) ? [] : [`model ${safeName(model)}`]),
    ...(provider === undefined || name.includes(provider) ? [] : [`of ${safeName(provider)}`]),
    attempts === 1 ? "at the first attempt" : `after ${attempts} attempts`,
    ...(cached === true ? ["from stored answers"] : []),
    ...(tokenUsage === undefined ? [] : [`${formatTokenUsage(tokenUsage)} tokens`]),
    ...(costUsd === undefined ? [] : [costUsd === null ? "cost unknown" : formatCost(costUsd)]),
  ];
  return parts.join(", ");
}
