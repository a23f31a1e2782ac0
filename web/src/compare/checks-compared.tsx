/** The checks of two runs with their marks, matched by their text. */
import type { RunDetail } from "../../../src/core/report/run-detail.ts";
import type { GradedCriterion } from "../../../src/core/score/axis-result.ts";
import { StatusMark } from "../parts/status.tsx";
import { safeLine } from "../text/safe.ts";

interface ComparedCheck {
  readonly check: string;
  readonly before: CheckSide | null;
  readonly after: CheckSide | null;
}

type CheckSide = Pick<GradedCriterion, "score" | "rationale" | "by">;

const fullGrade = 10;

/** In the order of the run after; checks that only the run before has come last. If a text occurs twice, the second matches the second. */
export function listComparedChecks(before: RunDetail, after: RunDetail): ComparedCheck[] {
  const olds = [...(before.score?.goalAchievement.criteria ?? [])];
  const matched = (after.score?.goalAchievement.criteria ?? []).map((now): ComparedCheck => {
    const at = olds.findIndex(({ check }) => check === now.check);
    const [old = null] = at === -1 ? [] : olds.splice(at, 1);
    return { check: now.check, before: old, after: now };
  });
  return [...matched, ...olds.map((old) => ({ check: old.check, before: old, after: null }))];
}

/** What became of the checks that changed: one sentence each. */
export function describeCheckChanges(checks: readonly ComparedCheck[]): string[] {
  return checks.flatMap(({ check, before, after }) => {
    const [held, holds] = [holdsOn(before), holdsOn(after)];
    if (held === null || holds === null || held === holds) return [];
    const words = holds ? "did not hold before and holds now" : "held before and does not hold now";
    return [`“${safeLine(check, 120)}” ${words}.`];
  });
}

/** A judge gives a grade: below the best one a judged check holds only in part. */
function holdsOn(side: CheckSide | null): boolean | null {
  if (side === null || side.score === null) return null;
  if (side.score === fullGrade) return true;
  return side.by === "judge" ? null : false;
}

export function ChecksCompared({ checks }: { readonly checks: readonly ComparedCheck[] }) {
  if (checks.length === 0) return null;
  return (
    <ul class="aligned checks-compared" aria-label="Checks of both runs">
      {checks.map(({ check, before, after }, index) => (
        <li key={index} class="aligned-row both">
          <CheckField check={check} side={before} name="before" />
          <CheckField check={check} side={after} name="after" />
        </li>
      ))}
    </ul>
  );
}

interface CheckFieldProps {
  readonly check: string;
  readonly side: CheckSide | null;
  readonly name: string;
}

function CheckField({ check, side, name }: CheckFieldProps) {
  if (side === null) return <span class="call empty" aria-hidden="true" />;
  const { score, rationale } = side;
  const holds = holdsOn(side);
  const status = holds === null ? (score === null ? "error" : "unscored") : holds ? "passed" : "failed";
  const word = { error: "could not be made", unscored: "holds in part", passed: "holds", failed: "does not hold" };
  return (
    <span class="call">
      <span class="side">{name}</span>
      <StatusMark status={status} />
      <span class="call-text">
        <b>{safeLine(check, 300)}</b>
        <span class="sr">: {word[status]}</span>{" "}
        {holds !== true && (
          <small>
            {score !== null && `${score} of ${fullGrade}: `}
            {safeLine(rationale, 200)}
          </small>
        )}
      </span>
    </span>
  );
}
