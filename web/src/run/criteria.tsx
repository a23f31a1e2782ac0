/** The rubric: what does not hold first, each check with its grade, its cost, what came out, and who decided. */
import { useContext } from "preact/hooks";
import type { Check, VerifiedCheck } from "../../../src/core/scenario/check.ts";
import type { RunStatus } from "../../../src/core/report/run-status.ts";
import type { AxisResult, GradedCriterion } from "../../../src/core/score/axis-result.ts";
import { noNumber } from "../../../src/report/text/format.ts";
import { Section } from "../parts/section.tsx";
import { StatusMark } from "../parts/status.tsx";
import type { StepLink } from "../router.ts";
import { LongText } from "../text/long-text.tsx";
import { Passage } from "../text/passage.tsx";
import { safeName } from "../text/safe.ts";
import { formatInput } from "../transcript/rows.ts";
import type { LostByDimension } from "./points.ts";
import { RunSlotsContext } from "./slots.tsx";
import { StepLinks } from "./step-links.tsx";

interface CriteriaProps {
  readonly goal: AxisResult["goalAchievement"];
  readonly checks: readonly VerifiedCheck[];
  readonly rubric: string | readonly Check[] | null;
  /** What the goal cost, by check. */
  readonly lost: LostByDimension | undefined;
  readonly linkTo: StepLink;
}

const deciders: Readonly<Record<GradedCriterion["by"], string>> = {
  judge: "judged",
  verify: "verified by a program",
  failure: "decided by the run's failure",
};

/** Cited paths shown per check. */
const maxPaths = 20;

export function Criteria({ goal, checks, rubric, lost, linkTo }: CriteriaProps) {
  const shown = goal.criteria
    .map((criterion, index) => ({ criterion, index }))
    .toSorted((a, b) => rank(a.criterion) - rank(b.criterion) || a.index - b.index);
  return (
    <Section id="criteria" title="Checks" note={describeChecks(goal)}>
      {goal.score === null && (
        <p class="notice">
          <Passage text={goal.reason ?? "no reason was recorded"} />
        </p>
      )}
      {shown.length > 0 && (
        <ol class="checks">
          {shown.map(({ criterion, index }) => (
            <Criterion
              key={index}
              {...{ criterion, index, linkTo }}
              points={lost?.checks.find((check) => check.index === index)?.points}
              check={Array.isArray(rubric) ? (rubric as readonly Check[])[index] : undefined}
              verified={checks.find((each) => each.index === index)}
            />
          ))}
        </ol>
      )}
    </Section>
  );
}

/** What does not hold, what could not be decided, what has less than all points, the rest. */
function rank(criterion: GradedCriterion): number {
  if (isBroken(criterion)) return 0;
  if (criterion.score === null) return 1;
  return criterion.score < 10 ? 2 : 3;
}

/** A judge gives a grade; a program, or the run's failure, says that a check does not hold. */
function isBroken({ by, score }: GradedCriterion): boolean {
  return by !== "judge" && score !== null && score < 10;
}

function describeChecks({ criteria }: AxisResult["goalAchievement"]): string {
  const broken = criteria.filter(isBroken).length;
  if (broken > 0) return `${broken} of ${criteria.length} ${broken === 1 ? "does" : "do"} not hold`;
  const whole = criteria.filter(({ score }) => score === 10).length;
  if (whole < criteria.length) return `${whole} of ${criteria.length} hold in full`;
  return criteria.length === 1 ? "it holds" : `all ${criteria.length} hold`;
}

interface CriterionProps {
  readonly criterion: GradedCriterion;
  readonly index: number;
  readonly points: number | undefined;
  readonly check: Check | undefined;
  readonly verified: VerifiedCheck | undefined;
  readonly linkTo: StepLink;
}

function Criterion(props: CriterionProps) {
  const { criterion, index, points = 0 } = props;
  const { score, weight, check } = criterion;
  const { check: slot } = useContext(RunSlotsContext);
  const [state, status] = describeState(criterion);
  return (
    <li class={isBroken(criterion) ? "broken" : undefined}>
      <p class="check-head">
        <span>
          <StatusMark status={status} />
          <span class="sr">{state}</span>
        </span>
        <span class="check">
          <Passage text={check} />
        </span>
        <span class="grade">
          {score === null ? noNumber : `${score} of 10`}
          {points >= 0.05 ? `, costs ${points.toFixed(1)} points` : `, weight ${weight}`}
        </span>
      </p>
      {score === 10 ? <WholeCheck {...props} /> : <OpenCheck {...props} />}
      {slot?.(index)}
    </li>
  );
}

/** In words, and as the status whose mark it has. */
function describeState(criterion: GradedCriterion): readonly [string, RunStatus] {
  if (isBroken(criterion)) return ["does not hold", "failed"];
  if (criterion.score === null) return ["not decided", "unscored"];
  return criterion.score === 10 ? ["holds", "passed"] : ["holds in part", "not run"];
}

/** One line is enough for a check that holds. */
function WholeCheck({ criterion, check, verified, linkTo }: CriterionProps) {
  const { rationale, cites = [] } = criterion;
  return (
    <details class="check-more">
      <summary>{describeDecision(criterion, verified)}</summary>
      {rationale !== "" && <LongText text={rationale} name="rationale" />}
      <Citations cites={cites} linkTo={linkTo} />
      {check?.verify !== undefined && <Verify verify={check.verify} />}
    </details>
  );
}

function OpenCheck({ criterion, check, verified, linkTo }: CriterionProps) {
  const { weight, by, rationale, cites = [] } = criterion;
  return (
    <>
      {rationale !== "" &&
        (by === "verify" ? (
          <LongText text={rationale} name="rationale" />
        ) : (
          <p class="rationale">
            <Passage text={rationale} />
          </p>
        ))}
      <p class="decided">
        Weight {weight}, {describeDecision(criterion, verified)}.
      </p>
      <Citations cites={cites} linkTo={linkTo} />
      {check?.verify !== undefined && (
        <details>
          <summary>How it is verified</summary>
          <Verify verify={check.verify} />
        </details>
      )}
    </>
  );
}

function describeDecision({ by }: GradedCriterion, verified: VerifiedCheck | undefined): string {
  if (verified?.status === "broken") return "its program could not run";
  return verified?.tampered === undefined ? deciders[by] : `${deciders[by]}: tampered`;
}

function Verify({ verify }: { readonly verify: NonNullable<Check["verify"]> }) {
  return <LongText text={formatInput(verify)} name="verify" />;
}

/** The steps and files that a judge based its grade on. */
function Citations({ cites, linkTo }: { readonly cites: readonly (number | string)[]; readonly linkTo: StepLink }) {
  if (cites.length === 0) return null;
  const paths = cites.filter((cite) => typeof cite === "string").slice(0, maxPaths);
  return (
    <p class="decided">
      rests on <StepLinks ids={cites.filter((cite) => typeof cite === "number")} linkTo={linkTo} />{" "}
      {paths.map((path) => (
        <code key={path}>{safeName(path, 160)} </code>
      ))}
    </p>
  );
}
