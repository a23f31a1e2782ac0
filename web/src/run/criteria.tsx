/** The rubric: each check with its grade, the reason, and who decided. */
import { useContext } from "preact/hooks";
import type { AxisResult, GradedCriterion } from "../../../src/core/score/axis-result.ts";
import type { Check, VerifiedCheck } from "../../../src/core/scenario/check.ts";
import { Section } from "../parts/section.tsx";
import type { StepLink } from "../router.ts";
import { noNumber } from "../../../src/report/text/format.ts";
import { StatusMark } from "../parts/status.tsx";
import { Bar } from "../parts/score.tsx";
import { LongText } from "../text/long-text.tsx";
import { Passage } from "../text/passage.tsx";
import { safe, safeName } from "../text/safe.ts";
import { RunSlotsContext } from "./slots.tsx";
import { StepLinks } from "./step-links.tsx";

interface CriteriaProps {
  readonly goal: AxisResult["goalAchievement"];
  readonly checks: readonly VerifiedCheck[];
  readonly rubric: string | readonly Check[] | null;
  readonly linkTo: StepLink;
}

const deciders: Readonly<Record<GradedCriterion["by"], string>> = {
  judge: "judged",
  verify: "verified by a program",
  failure: "decided by the run's failure",
};

/** Longer rationales are collapsed, except where the check was not met. */
const shortRationale = 120;
/** Cited paths shown per check. */
const maxPaths = 20;

export function Criteria({ goal, checks, rubric, linkTo }: CriteriaProps) {
  const note =
    goal.score === null ? `Goal ${goal.status === "not-applicable" ? "n/a" : noNumber}` : `Goal ${goal.score} of 100`;
  return (
    <Section id="criteria" title="Checks" note={note}>
      {goal.score === null && (
        <p class="notice">
          <Passage text={goal.reason ?? "no reason was recorded"} />
        </p>
      )}
      {goal.criteria.length > 0 && (
        <ol class="criteria">
          {goal.criteria.map((criterion, index) => (
            <Criterion
              key={index}
              {...{ criterion, index, linkTo }}
              check={Array.isArray(rubric) ? (rubric as readonly Check[])[index] : undefined}
              verified={checks.find((each) => each.index === index)}
            />
          ))}
        </ol>
      )}
    </Section>
  );
}

interface CriterionProps {
  readonly index: number;
  readonly criterion: GradedCriterion;
  readonly check: Check | undefined;
  readonly verified: VerifiedCheck | undefined;
  readonly linkTo: StepLink;
}

function Criterion({ criterion, index, check, verified, linkTo }: CriterionProps) {
  const { check: slot } = useContext(RunSlotsContext);
  const { score, weight, by, rationale, cites = [] } = criterion;
  const holds = readVerified(criterion);
  return (
    <li>
      <p class="criterion">
        <span class="grade">{score === null ? noNumber : `${score} of 10`}</span>
        <Bar value={score === null ? null : score * 10} />
        <span class="check">
          {holds !== null && <StatusMark status={holds ? "passed" : "failed"} />} <Passage text={criterion.check} />
        </span>
      </p>
      <p class="decided">
        weight {weight}, {verified?.status === "broken" ? "its program could not run" : deciders[by]}
        {holds !== null && `: ${describeVerified(holds, verified)}`}
      </p>
      {slot?.(index)}
      <Citations cites={cites} linkTo={linkTo} />
      <Rationale text={rationale} isMet={score === 10} />
      {check?.verify !== undefined && <Verification verify={check.verify} />}
    </li>
  );
}

/** A judge gives a grade; only a program says whether a check holds. */
function readVerified({ by, score }: GradedCriterion): boolean | null {
  return by !== "verify" || score === null ? null : score === 10;
}

function describeVerified(holds: boolean, verified: VerifiedCheck | undefined): string {
  if (verified?.tampered !== undefined) return "tampered";
  return holds ? "holds" : "does not hold";
}

function Verification({ verify }: { verify: NonNullable<Check["verify"]> }) {
  return (
    <details>
      <summary>How it is verified</summary>
      <LongText text={typeof verify === "string" ? verify : JSON.stringify(verify, null, 2)} name="verify" />
    </details>
  );
}

/** The steps and files that a judge based its grade on. */
function Citations({ cites, linkTo }: { cites: readonly (number | string)[]; linkTo: StepLink }) {
  if (cites.length === 0) return null;
  const paths = cites.filter((cite) => typeof cite === "string").slice(0, maxPaths);
  return (
    <p class="decided">
      based on <StepLinks ids={cites.filter((cite) => typeof cite === "number")} linkTo={linkTo} />{" "}
      {paths.map((path) => (
        <code key={path}>{safeName(path, 160)} </code>
      ))}
    </p>
  );
}

function Rationale({ text, isMet }: { text: string; isMet: boolean }) {
  if (text === "") return null;
  if (text.length < shortRationale && !text.includes("\n")) return <p class="rationale">{safe(text)}</p>;
  return (
    <details open={!isMet}>
      <summary>Why</summary>
      <LongText text={text} name="rationale" />
    </details>
  );
}
