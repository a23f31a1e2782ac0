/** The signals of a dimension, and the interactions that lowered each. */
import { useState } from "preact/hooks";
import type { Audit, AxisResult, SignalName } from "../../../src/core/score/axis-result.ts";
import type { Category } from "../../../src/core/score/category.ts";
import { formatDuration, noNumber } from "../../../src/report/text/format.ts";
import type { RunData } from "../data/run-data.ts";
import { signalWords } from "../parts/names.ts";
import type { StepLink } from "../router.ts";
import { Passage } from "../text/passage.tsx";
import { safeLine } from "../text/safe.ts";
import { ItemBody } from "../transcript/item-body.tsx";
import type { TreeProps } from "./lost-points.tsx";
import { formatLost, type LostByDimension, type LostBySignal, readSignal } from "./points.ts";
import { readCall, titleStep } from "../transcript/step-title.ts";
import { StepLinks } from "./step-links.tsx";

const signals = Object.keys(signalWords) as SignalName[];

export function SignalBranches({
  data,
  score,
  linkTo,
  scoring,
  category,
  lost,
}: TreeProps & { readonly category: Category; readonly lost: LostByDimension | undefined }) {
  const dimension = score[category];
  const weights = scoring?.signalWeights[category];
  return (
    <>
      <p class="decided">
        {dimension.interactionCount} steps, {dimension.auditedCount} of them judged individually
      </p>
      {signals
        .filter((signal) => dimension.dimensions[signal] !== null || (weights?.[signal] ?? 0) > 0)
        .map((signal) => (
          <details key={signal} class="branch">
            <summary>
              <span class="branch-name">{signalWords[signal]}</span>
              <span class="score">{dimension.dimensions[signal] ?? noNumber}</span>
              <span class="branch-weight">{weights === undefined ? "" : `weight ${weights[signal]}`}</span>
              <span class="branch-points">{formatLoss(findSignal(lost, signal))}</span>
            </summary>
            <div class="twig">
              {signal === "speed" && scoring !== undefined && (
                <p class="decided">
                  Speed drops after {scoring.speedThresholdsMs[category].map(formatDuration).join(", ")}.
                </p>
              )}
              {signal === "necessity" ? (
                <Necessity necessity={dimension.necessity} linkTo={linkTo} />
              ) : (
                <Lowered
                  audits={[...data.audits[category].values()]}
                  lost={findSignal(lost, signal)}
                  {...{ signal, data, linkTo }}
                />
              )}
            </div>
          </details>
        ))}
    </>
  );
}

function findSignal(lost: LostByDimension | undefined, signal: SignalName): LostBySignal | undefined {
  return lost?.signals.find((each) => each.signal === signal);
}

/** Nothing where no points were lost. */
function formatLoss(lost: { readonly points: number } | undefined): string {
  return lost === undefined ? "" : formatLost(lost.points);
}

interface LoweredProps extends Pick<TreeProps, "data" | "linkTo"> {
  readonly audits: readonly Audit[];
  readonly signal: Exclude<SignalName, "necessity">;
  readonly lost: LostBySignal | undefined;
}

/** Shown at first, and added per click. */
const step = 20;

function Lowered({ audits, signal, lost, data, linkTo }: LoweredProps) {
  const [count, setCount] = useState(step);
  const low = listLowered(audits, signal);
  if (!data.isWhole) return <p class="decided">The judgments are still loading.</p>;
  if (low.length === 0) return <p class="decided">No step lowered it.</p>;
  return (
    <>
      <p class="decided">
        {low.length} of {audits.length} steps are below 1, lowest first.
      </p>
      <ul class="audits">
        {low.slice(0, count).map((audit) => (
          <AuditStep
            key={audit.id}
            {...{ audit, data, linkTo }}
            value={readSignal(audit, signal)}
            lost={lost?.steps.find(({ id }) => id === audit.id)}
          />
        ))}
      </ul>
      {low.length > count && (
        <button type="button" onClick={() => setCount(count + step)}>
          Show more
        </button>
      )}
    </>
  );
}

function Necessity({ necessity, linkTo }: { necessity: AxisResult["agent"]["necessity"] } & Pick<TreeProps, "linkTo">) {
  if (necessity === null) return <p class="decided">It was not judged.</p>;
  return (
    <p>
      <Passage text={necessity.rationale} /> <StepLinks ids={necessity.unnecessaryIds} linkTo={linkTo} />
    </p>
  );
}

interface GoalBranchProps {
  readonly goal: AxisResult["goalAchievement"];
  readonly lost: LostByDimension | undefined;
}

/** The goal consists of its checks. */
export function GoalBranch({ goal, lost }: GoalBranchProps) {
  return (
    <ul class="audits">
      {goal.criteria.map((criterion, index) => (
        <li key={index}>
          <span class="score">{criterion.score === null ? noNumber : `${criterion.score} of 10`}</span> ×{" "}
          {criterion.weight} {safeLine(criterion.check, 240)}{" "}
          <span class="branch-points">{formatLoss(lost?.checks.find((check) => check.index === index))}</span>
        </li>
      ))}
    </ul>
  );
}

/** Which interactions lowered a signal. */
type AuditedSignal = Exclude<SignalName, "necessity">;

/** Values below 1, lowest first, then in order. */
export function listLowered(audits: readonly Audit[], signal: AuditedSignal): readonly Audit[] {
  return audits
    .filter((audit) => (readSignal(audit, signal) ?? 1) < 1)
    .toSorted((a, b) => (readSignal(a, signal) ?? 1) - (readSignal(b, signal) ?? 1) || a.id - b.id);
}

/** An interaction: its value, the reason, and on demand the call. */
interface AuditStepProps {
  readonly audit: Audit;
  readonly value: number | null;
  readonly lost: { readonly points: number } | undefined;
  readonly data: RunData;
  readonly linkTo: StepLink;
}

function AuditStep({ audit, value, lost, data, linkTo }: AuditStepProps) {
  const [isOpen, setOpen] = useState(false);
  const interaction = data.interactions[audit.id - 1];
  const entries = interaction?.entryIndices.flatMap((position) => data.entries[position] ?? []) ?? [];
  return (
    <li>
      <span class="score">{value}</span> <a href={linkTo(audit.id)}>#{audit.id}</a>{" "}
      <code>{interaction === undefined ? "" : safeLine(titleStep(interaction, data.entries), 80)}</code>{" "}
      {interaction?.durationMs != null && <small>{formatDuration(interaction.durationMs)}</small>}{" "}
      <span class="branch-points">{formatLoss(lost)}</span> <Passage text={audit.rationale} />{" "}
      {interaction !== undefined && (
        <button type="button" class="quiet" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? "Hide the call" : "Show the call"}
        </button>
      )}
      {isOpen && interaction !== undefined && (
        <ItemBody
          row={{ entries: interaction.entryIndices, interaction }}
          {...{ entries, data }}
          call={readCall(interaction, data.entries)}
          query=""
          isOpen
          onOpen={() => setOpen(false)}
        />
      )}
    </li>
  );
}
