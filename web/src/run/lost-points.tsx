/** Where the points went: a bar of 100, and the tree of dimensions, signals and steps behind it. */
import { Fragment } from "preact";
import type { Scoring } from "../../../src/core/report.ts";
import type { AxisResult } from "../../../src/core/score/axis-result.ts";
import { noNumber } from "../../../src/report/text/format.ts";
import type { RunData } from "../data/run-data.ts";
import { type DimensionName, dimensionNames, signalWords } from "../parts/names.ts";
import { DimensionScore } from "../parts/score.tsx";
import { Section } from "../parts/section.tsx";
import type { StepLink } from "../router.ts";
import { Passage } from "../text/passage.tsx";
import { safeLine } from "../text/safe.ts";
import { titleStep } from "../transcript/step-title.ts";
import { JudgeNote } from "./judge-note.tsx";
import { flawless, formatLost, type LostByDimension, type LostPoints } from "./points.ts";
import { GoalBranch, SignalBranches } from "./signal-branches.tsx";
import { StepLinks } from "./step-links.tsx";

export interface TreeProps {
  readonly data: RunData;
  readonly score: AxisResult;
  readonly linkTo: StepLink;
  readonly scoring: Scoring | undefined;
}

export function LostPointsSection({ lost, ...tree }: TreeProps & { readonly lost: LostPoints | null }) {
  const { score } = tree;
  const ordered = lost?.dimensions.map(({ id }) => id) ?? [];
  const names = dimensionNames.toSorted((a, b) => rank(ordered.indexOf(a.id)) - rank(ordered.indexOf(b.id)));
  return (
    <Section
      id="score"
      title={lost === null ? "Where the points went" : `Where ${Math.round(lost.total)} points went`}
      note={lost === null ? explainNoSum(score) : `${(100 - lost.total).toFixed(1)} of 100 reached`}
    >
      {lost !== null && <PointsOf100 lost={lost} />}
      <div class="tree">
        {names.map((dimension, place) => {
          const own = findLost(lost, dimension);
          return (
            <Fragment key={dimension.id}>
              <BranchLinks lost={own} linkTo={tree.linkTo} />
              <Branch {...tree} {...{ dimension, place }} lost={own} />
            </Fragment>
          );
        })}
      </div>
    </Section>
  );
}

/** Beside the line of a dimension, because a link may not stand in what opens it. */
function BranchLinks({ lost, linkTo }: Pick<BranchProps, "lost" | "linkTo">) {
  const [signal] = lost?.signals ?? [];
  return (
    <div class="branch-links">
      {signal !== undefined && <StepLinks ids={signal.steps.slice(0, 2).map(({ id }) => id)} linkTo={linkTo} />}
    </div>
  );
}

/** Dimensions that do not count come last. */
function rank(position: number): number {
  return position === -1 ? dimensionNames.length : position;
}

function findLost(lost: LostPoints | null, { id }: DimensionName): LostByDimension | undefined {
  return lost?.dimensions.find((each) => each.id === id);
}

/** If a part is unknown it says so, because weights would hide it. */
function explainNoSum(score: AxisResult): string {
  const unknown = dimensionNames.filter(
    ({ id, weight }) => score[id].status === "unscored" && score.weights[weight] > 0,
  );
  if (unknown.length > 0) return `no sum: ${unknown.map(({ name }) => name).join(" and ")} unknown`;
  return `no sum: ${safeLine(score.reason ?? "unknown", 160)}`;
}

function PointsOf100({ lost: { total, dimensions } }: { readonly lost: LostPoints }) {
  return (
    <div class="hundred" aria-hidden="true">
      <span class="reached" style={{ flexGrow: 100 - total }}>
        {100 - total > 12 && `${(100 - total).toFixed(1)} reached`}
      </span>
      {dimensions.map(({ id, points }, index) => (
        <span key={id} class={`lost-${index}`} style={{ flexGrow: points }}>
          {points > 12 && `${findName(id)} ${formatLost(points)}`}
        </span>
      ))}
    </div>
  );
}

function findName(id: DimensionName["id"]): string {
  return dimensionNames.find((dimension) => dimension.id === id)?.name ?? "";
}

interface BranchProps extends TreeProps {
  readonly dimension: DimensionName;
  /** The color of its part of the bar. */
  readonly place: number;
  readonly lost: LostByDimension | undefined;
}

function Branch({ dimension, place, lost, ...tree }: BranchProps) {
  const { data, score } = tree;
  const { id, name } = dimension;
  const { reason } = score[id];
  return (
    <details class="branch">
      <summary>
        <span class={lost === undefined ? "branch-key" : `branch-key lost-${place}`} aria-hidden="true" />
        <span class="branch-name">{name}</span>
        <DimensionScore dimension={score[id]} status="unscored" />
        <span class="branch-weight">{describeWeight(score, dimension)}</span>
        <span class="branch-points">{lost === undefined ? noNumber : formatLost(lost.points)}</span>
        <span class="branch-note">
          {lost !== undefined && id === "goalAchievement" && <GoalNote goal={score.goalAchievement} />}
          {lost !== undefined && id !== "goalAchievement" && <SignalNote {...{ data, score, lost }} />}
        </span>
      </summary>
      <div class="twig">
        {reason !== undefined && (
          <p class="notice">
            <Passage text={reason} />
          </p>
        )}
        {id === "goalAchievement" ? (
          <GoalBranch goal={score.goalAchievement} lost={lost} />
        ) : (
          <SignalBranches {...tree} category={id} lost={lost} />
        )}
        {lost !== undefined && lost.beyond > 0.05 && (
          <p class="decided">
            No run reaches {lost.beyond.toFixed(1)} of these points: a flawless dimension has {flawless}.
          </p>
        )}
        <JudgeNote used={score.judging[id === "goalAchievement" ? "goal" : id]} />
      </div>
    </details>
  );
}

/** The effective weight, and the configured one if it differs. */
function describeWeight(score: AxisResult, { id, weight: key }: DimensionName): string {
  const isUnknown = score.axisScore === null || score[id].status === "unscored";
  const [written, effective] = [score.weights[key], score.effectiveWeights[key]];
  if (isUnknown || written === effective) return `weight ${round(written)}`;
  return `weight ${round(effective)}, ${round(written)} as configured`;
}

function round(weight: number): number {
  return Number(weight.toFixed(3));
}

function GoalNote({ goal: { criteria } }: { readonly goal: AxisResult["goalAchievement"] }) {
  const low = criteria.filter(({ score }) => score !== null && score < 10);
  const worst = low.toSorted((a, b) => lossOf(b) - lossOf(a))[0];
  if (worst === undefined) return <>all checks have 10 of 10</>;
  return (
    <>
      {low.length} of {criteria.length} {criteria.length === 1 ? "check has" : "checks have"} less than 10 of 10:{" "}
      {safeLine(worst.check, 120)}{" "}
      <small>
        ({worst.score} of 10, weight {round(worst.weight)})
      </small>
    </>
  );
}

function lossOf({ score, weight }: AxisResult["goalAchievement"]["criteria"][number]): number {
  return weight * (10 - (score ?? 10));
}

type SignalNoteProps = Pick<TreeProps, "data" | "score"> & { readonly lost: LostByDimension };

/** The signal that cost most, and the step that cost most of it. */
function SignalNote({ data, score, lost }: SignalNoteProps) {
  const [signal] = lost.signals;
  if (signal === undefined) return <>nothing lowered it</>;
  const [step] = signal.steps;
  const interaction = step === undefined ? undefined : data.interactions[step.id - 1];
  const value = lost.id === "goalAchievement" ? null : score[lost.id].dimensions[signal.signal];
  return (
    <>
      {signalWords[signal.signal].toLowerCase()} {value ?? noNumber}
      {interaction !== undefined && (
        <>
          : <code>{safeLine(titleStep(interaction, data.entries), 80)}</code>
          {signal.steps.length > 1 && ` and ${signal.steps.length - 1} more`}
        </>
      )}
    </>
  );
}
