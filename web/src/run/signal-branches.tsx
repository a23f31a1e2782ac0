/** The signals of a dimension, and the interactions that lowered each. */
import { useState } from "preact/hooks";
import type { Interaction } from "../../../src/core/interaction.ts";
import type { Audit, AxisResult, SignalName } from "../../../src/core/score/axis-result.ts";
import type { Category } from "../../../src/core/score/category.ts";
import { formatDuration, noNumber } from "../../../src/report/text/format.ts";
import type { RunData } from "../data/run-data.ts";
import { signalWords } from "../parts/names.ts";
import { Bar } from "../parts/score.tsx";
import type { StepLink } from "../router.ts";
import { Passage } from "../text/passage.tsx";
import { safeLine } from "../text/safe.ts";
import { ItemBody } from "../transcript/item-body.tsx";
import type { TreeProps } from "./score-tree.tsx";
import { StepLinks } from "./step-links.tsx";

const signals = Object.keys(signalWords) as SignalName[];

export function SignalBranches({
  data,
  score,
  linkTo,
  scoring,
  category,
}: TreeProps & { readonly category: Category }) {
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
              <Bar value={dimension.dimensions[signal]} />
              <span class="branch-note">{weights === undefined ? "" : `weight ${weights[signal]}`}</span>
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
                <Lowered audits={[...data.audits[category].values()]} {...{ signal, data, linkTo }} />
              )}
            </div>
          </details>
        ))}
    </>
  );
}

interface LoweredProps extends Pick<TreeProps, "data" | "linkTo"> {
  readonly audits: readonly Audit[];
  readonly signal: Exclude<SignalName, "necessity">;
}

/** Shown at first, and added per click. */
const step = 20;

function Lowered({ audits, signal, data, linkTo }: LoweredProps) {
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
          <AuditStep key={audit.id} audit={audit} value={readSignal(audit, signal)} data={data} linkTo={linkTo} />
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

/** The goal consists of its checks. */
export function GoalBranch({ goal }: { goal: AxisResult["goalAchievement"] }) {
  return (
    <ul class="audits">
      {goal.criteria.map((criterion, index) => (
        <li key={index}>
          <span class="score">{criterion.score === null ? noNumber : `${criterion.score} of 10`}</span> ×{" "}
          {criterion.weight} {safeLine(criterion.check, 240)}
        </li>
      ))}
    </ul>
  );
}

/** Which interactions lowered a signal. */
type AuditedSignal = Exclude<SignalName, "necessity">;

/** The value of a signal, from 0 to 1. */
function readSignal(audit: Audit, signal: AuditedSignal): number | null {
  return signal === "relevance" ? audit.contextRelevance : audit[signal];
}

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
  readonly data: RunData;
  readonly linkTo: StepLink;
}

function AuditStep({ audit, value, data, linkTo }: AuditStepProps) {
  const [isOpen, setOpen] = useState(false);
  const interaction = data.interactions[audit.id - 1];
  const entries = interaction?.entryIndices.flatMap((position) => data.entries[position] ?? []) ?? [];
  return (
    <li>
      <span class="score">{value}</span> <a href={linkTo(audit.id)}>#{audit.id}</a>{" "}
      <code>{safeLine(nameStep(interaction), 60)}</code>{" "}
      {interaction?.durationMs != null && <small>{formatDuration(interaction.durationMs)}</small>}{" "}
      <Passage text={audit.rationale} />{" "}
      {interaction !== undefined && (
        <button type="button" class="quiet" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? "Hide the call" : "Show the call"}
        </button>
      )}
      {isOpen && interaction !== undefined && (
        <ItemBody
          row={{ entries: interaction.entryIndices, interaction }}
          {...{ entries, data }}
          query=""
          link={null}
        />
      )}
    </li>
  );
}

function nameStep(interaction: Interaction | undefined): string {
  return interaction?.toolName ?? interaction?.kind ?? "";
}
