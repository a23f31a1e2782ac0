/** The rubric: each check with its grade, the reason for it, and who decided. */
import type { AxisResult, GradedCriterion } from "../../../src/core/score/axis-result.ts";
import type { Check, VerifiedCheck } from "../../../src/core/scenario/check.ts";
import { Section } from "../parts/section.tsx";
import { Bar } from "../parts/score.tsx";
import { LongText } from "../text/long-text.tsx";
import { safe } from "../text/safe.ts";

interface CriteriaProps {
  readonly goal: AxisResult["goalAchievement"];
  readonly checks: readonly VerifiedCheck[];
  readonly rubric: string | readonly Check[] | null;
}

const deciders: Readonly<Record<GradedCriterion["by"], string>> = {
  judge: "judged",
  verify: "verified by a program",
  failure: "decided by the failure of the run",
};

/** Shown at once; a longer one is opened where a check was not met. */
const shortRationale = 120;

export function Criteria({ goal, checks, rubric }: CriteriaProps) {
  const note =
    goal.score === null ? (goal.status === "not-applicable" ? "does not apply" : "unscored") : `${goal.score} of 100`;
  return (
    <Section id="criteria" title="Goal" note={note}>
      {goal.score === null && <p class="notice">{safe(goal.reason ?? "no reason is given")}</p>}
      {goal.criteria.length > 0 && (
        <ol class="criteria">
          {goal.criteria.map((criterion, index) => (
            <Criterion
              key={index}
              criterion={criterion}
              check={Array.isArray(rubric) ? (rubric as readonly Check[])[index] : undefined}
              isBroken={checks.some((check) => check.index === index && check.status === "broken")}
            />
          ))}
        </ol>
      )}
    </Section>
  );
}

interface CriterionProps {
  readonly criterion: GradedCriterion;
  readonly check: Check | undefined;
  readonly isBroken: boolean;
}

function Criterion({ criterion, check, isBroken }: CriterionProps) {
  const { score, weight, by, rationale } = criterion;
  return (
    <li>
      <p class="criterion">
        <span class="grade">{score === null ? "not graded" : `${score} of 10`}</span>
        <Bar value={score === null ? null : score * 10} />
        <span class="check">{safe(criterion.check)}</span>
      </p>
      <p class="decided">
        weight {weight}, {isBroken ? "its program could not be carried out" : deciders[by]}
      </p>
      {rationale !== "" && (
        <details open={score !== 10 || rationale.length < shortRationale}>
          <summary>Why</summary>
          <LongText text={rationale} name="rationale" />
        </details>
      )}
      {check?.verify !== undefined && (
        <details>
          <summary>How it is verified</summary>
          <LongText
            text={typeof check.verify === "string" ? check.verify : JSON.stringify(check.verify, null, 2)}
            name="verify"
          />
        </details>
      )}
    </li>
  );
}
