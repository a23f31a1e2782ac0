/** Why the number is what it is: result, dimensions, signals, interactions, each opening the next. */
import type { AxisResult } from "../../../src/core/score/axis-result.ts";
import type { Scoring } from "../../../src/core/report.ts";
import type { RunData } from "../data/run-data.ts";
import { dimensionNames } from "../parts/names.ts";
import { DimensionScore, Score } from "../parts/score.tsx";
import { Section } from "../parts/section.tsx";
import type { StepLink } from "../router.ts";
import { safe } from "../text/safe.ts";
import { GoalBranch, SignalBranches } from "./signal-branches.tsx";
import { JudgeNote } from "./judge-note.tsx";

export interface TreeProps {
  readonly data: RunData;
  readonly score: AxisResult;
  readonly linkTo: StepLink;
  readonly scoring: Scoring | undefined;
}

export function ScoreTree({ data, score, linkTo, scoring }: TreeProps) {
  return (
    <Section id="score" title="How the result came about">
      <div class="tree">
        <p class="formula">
          <Score score={score.axisScore} reason={score.reason} />
          <span>
            {dimensionNames
              .filter(({ weight }) => score.effectiveWeights[weight] > 0)
              .map(
                ({ id, name, weight }) =>
                  `${name} ${score[id].score ?? "unknown"} × ${round(score.effectiveWeights[weight])}`,
              )
              .join("  +  ")}
          </span>
        </p>
        {dimensionNames.map((dimension) => (
          <details key={dimension.id} class="branch">
            <summary>
              <span class="branch-name">{dimension.name}</span>
              <DimensionScore dimension={score[dimension.id]} />
              <span class="branch-note">{weightNote(score, dimension.weight)}</span>
            </summary>
            <div class="twig">
              {score[dimension.id].reason !== undefined && (
                <p class="notice">{safe(score[dimension.id].reason ?? "")}</p>
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

/** The weight it has here; and the written one, where what does not apply left it another. */
function weightNote({ weights, effectiveWeights }: AxisResult, key: keyof AxisResult["weights"]): string {
  const [written, effective] = [weights[key], effectiveWeights[key]];
  return written === effective
    ? `weight ${round(written)}`
    : `weight ${round(effective)} here, ${round(written)} as written`;
}

function round(weight: number): number {
  return Number(weight.toFixed(3));
}
