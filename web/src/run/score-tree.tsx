/** How the AXIS Result was computed: dimensions, signals and steps, each opening the next. */
import type { JudgeUsed, MemberUsed } from "../../../src/core/judge.ts";
import type { Scoring } from "../../../src/core/report.ts";
import type { AxisResult } from "../../../src/core/score/axis-result.ts";
import { formatCost } from "../../../src/report/text/format.ts";
import type { RunData } from "../data/run-data.ts";
import { formatTokenUsage } from "../data/tokens.ts";
import { type DimensionName, dimensionNames } from "../parts/names.ts";
import { DimensionScore, Score } from "../parts/score.tsx";
import { Section } from "../parts/section.tsx";
import type { StepLink } from "../router.ts";
import { Passage } from "../text/passage.tsx";
import { safeLine, safeName } from "../text/safe.ts";
import { GoalBranch, SignalBranches } from "./signal-branches.tsx";

export interface TreeProps {
  readonly data: RunData;
  readonly score: AxisResult;
  readonly linkTo: StepLink;
  readonly scoring: Scoring | undefined;
}

export function ScoreTree({ data, score, linkTo, scoring }: TreeProps) {
  const { status } = data.block.detail;
  return (
    <Section id="score" title="How the AXIS Result was computed">
      <div class="tree">
        <p class="formula">
          <Score score={score.axisScore} status={status} reason={score.reason} />
          <span>{formatFormula(score)}</span>
        </p>
        {dimensionNames.map((dimension) => (
          <details key={dimension.id} class="branch">
            <summary>
              <span class="branch-name">{dimension.name}</span>
              <DimensionScore dimension={score[dimension.id]} status={status} />
              <span class="branch-note">{describeWeight(score, dimension)}</span>
            </summary>
            <div class="twig">
              {score[dimension.id].reason !== undefined && (
                <p class="notice">
                  <Passage text={score[dimension.id].reason ?? ""} />
                </p>
              )}
              {dimension.id === "goalAchievement" ? (
                <GoalBranch goal={score.goalAchievement} />
              ) : (
                <SignalBranches {...{ data, score, linkTo, scoring }} category={dimension.id} />
              )}
              <JudgeNote used={score.judging[dimension.id === "goalAchievement" ? "goal" : dimension.id]} />
            </div>
          </details>
        ))}
      </div>
    </Section>
  );
}

/** The weighted sum; if a part is unknown it says so, because weights would hide it. */
function formatFormula(score: AxisResult): string {
  const unknown = dimensionNames.filter(
    ({ id, weight }) => score[id].status === "unscored" && score.weights[weight] > 0,
  );
  if (unknown.length > 0) return `no sum: ${unknown.map(({ name }) => name).join(" and ")} unknown`;
  if (score.axisScore === null) return `no sum: ${safeLine(score.reason ?? "unknown", 160)}`;
  return dimensionNames
    .filter(({ weight }) => score.effectiveWeights[weight] > 0)
    .map(({ id, name, weight }) => `${name} ${score[id].score ?? "unknown"} × ${round(score.effectiveWeights[weight])}`)
    .join("  +  ");
}

/** The effective weight, and the configured one if it differs. */
function describeWeight(
  { weights, effectiveWeights, ...score }: AxisResult,
  { id, weight: key }: DimensionName,
): string {
  const isUnknown = score.axisScore === null || score[id].status === "unscored";
  const [written, effective] = [weights[key], effectiveWeights[key]];
  if (isUnknown) return `weight ${round(written)}`;
  return written === effective
    ? `weight ${round(written)}`
    : `weight ${round(effective)}, ${round(written)} as configured`;
}

function round(weight: number): number {
  return Number(weight.toFixed(3));
}

/** Who judged a dimension, with model, cost, and disagreement of a panel. */
function JudgeNote({ used }: { used: JudgeUsed | null }) {
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
