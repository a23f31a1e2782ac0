/** The sections of a run below its head. */
import { useState } from "preact/hooks";
import { sparseIndex, sparseLine } from "../../../src/agents/transcript/sparse-index.ts";
import type { Scoring } from "../../../src/core/report.ts";
import type { EarlierAttempt } from "../../../src/core/report/earlier-attempt.ts";
import type { AxisResult } from "../../../src/core/score/axis-result.ts";
import { formatDuration } from "../../../src/report/text/format.ts";
import type { RunData } from "../data/run-data.ts";
import { dimensionNames } from "../parts/names.ts";
import { Fold, Section } from "../parts/section.tsx";
import { Changes } from "../patch/changes.tsx";
import type { StepLink } from "../router.ts";
import { Scorecard } from "../scorecard/scorecard.tsx";
import { RecordedStages } from "../scorecard/stages.tsx";
import type { RunSource } from "../source/source.ts";
import { LongText } from "../text/long-text.tsx";
import { Passage } from "../text/passage.tsx";
import { safeLine } from "../text/safe.ts";
import { Transcript } from "../transcript/transcript.tsx";
import type { StepSymptom } from "../transcript/transcript-item.tsx";
import { Artifacts } from "./artifacts.tsx";
import { Criteria } from "./criteria.tsx";
import { HowItWasRun } from "./how-it-was-run.tsx";
import { Metrics } from "./metrics.tsx";
import { Notes } from "./notes.tsx";
import { LostPointsSection } from "./lost-points.tsx";
import { computeLostPoints } from "./points.ts";
import { StepLinks } from "./step-links.tsx";
import { TaskAndAnswer } from "./task-and-answer.tsx";
import { Timeline } from "./timeline.tsx";

export interface RunViewProps {
  readonly data: RunData;
  readonly linkTo: StepLink;
  /** The step in the address. */
  readonly step: number | null;
  /** The weights of the signals, if known. */
  readonly scoring: Scoring | undefined;
  /** What its steps met that is worth fixing. */
  readonly symptoms?: ReadonlyMap<number, StepSymptom>;
}

/** Checks and answer, points, time, and what the agent did. */
export function RunSections({ data, linkTo, step, scoring, symptoms }: RunViewProps) {
  const { detail } = data.block;
  const { score } = detail;
  const lost =
    score === undefined
      ? null
      : computeLostPoints({ score, scoring, interactions: data.interactions, audits: data.audits });
  return (
    <>
      <div class="columns">
        {score !== undefined && (
          <Criteria
            goal={score.goalAchievement}
            checks={detail.checks}
            rubric={detail.judge}
            lost={lost?.dimensions.find(({ id }) => id === "goalAchievement")}
            linkTo={linkTo}
          />
        )}
        <TaskAndAnswer detail={detail} />
      </div>
      {score !== undefined && <LostPointsSection {...{ data, score, linkTo, scoring, lost }} />}
      {score !== undefined && <Insights score={score} linkTo={linkTo} />}
      <Timeline data={data} linkTo={linkTo} />
      <Transcript data={data} linkTo={linkTo} step={step} {...(symptoms && { symptoms })} />
      <SparseIndex data={data} />
    </>
  );
}

/** The scorecard and its stages, if there is one. */
export function RecordedCard({ data }: Pick<RunViewProps, "data">) {
  const { detail } = data.block;
  if (detail.scorecard === undefined) return null;
  return (
    <Scorecard card={detail.scorecard}>
      <RecordedStages detail={detail} />
    </Scorecard>
  );
}

/** Changes, metrics, earlier attempts, notes, files and configuration. */
export function RestOfRun({ data, source }: { readonly data: RunData; readonly source: RunSource }) {
  const { detail } = data.block;
  return (
    <>
      <Changes source={source} block={data.block} />
      <Metrics detail={detail} />
      <EarlierAttempts attempts={detail.earlierAttempts ?? []} />
      <Notes detail={detail} />
      <Artifacts source={source} block={data.block} />
      <HowItWasRun detail={detail} />
    </>
  );
}

/** The run with one line per interaction, as judges see it; computed when opened. */
function SparseIndex({ data }: { data: RunData }) {
  const [isOpen, setOpen] = useState(false);
  if (!data.isWhole || data.interactions.length === 0) return null;
  return (
    <details id="sparse-index" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Sparse index</summary>
      {isOpen && <LongText text={renderSparseIndex(data)} name="sparse-index" />}
    </details>
  );
}

function renderSparseIndex({ interactions, entries, block }: RunData): string {
  const lines = interactions.map((interaction) => ({ ...interaction, sparseLine: sparseLine(interaction, entries) }));
  return sparseIndex(lines, block.detail);
}

/** Earlier attempts that failed because of the infrastructure. */
function EarlierAttempts({ attempts }: { attempts: readonly EarlierAttempt[] }) {
  if (attempts.length === 0) return null;
  return (
    <Fold id="attempts" title="Earlier attempts" note={String(attempts.length)} isOpen>
      <ol class="insights">
        {attempts.map(({ runId, file, code, error, waitedMs }) => (
          <li key={runId}>
            <span class="tag tone-warn">{code}</span> <Passage text={error} />
            <p class="decided">
              {safeLine(runId, 80)} in {safeLine(file, 200)}; the next attempt started {formatDuration(waitedMs)} later
            </p>
          </li>
        ))}
      </ol>
    </Fold>
  );
}

/** What lowered the result most, and recurring patterns. */
function Insights({ score, linkTo }: { score: AxisResult; linkTo: StepLink }) {
  if (score.insights.length === 0 && score.patterns.length === 0) return null;
  return (
    <Section id="insights" title="Insights">
      <ul class="insights">
        {score.insights.map((insight) => (
          <li key={`${insight.dimension} ${insight.signal} ${insight.message}`}>
            <Passage text={insight.message} />
          </li>
        ))}
        {score.patterns.map(({ dimension, severity, description, interactionIds }) => (
          <li key={`${dimension} ${description}`}>
            <span class={`tag tone-${severity === "high" ? "bad" : severity === "medium" ? "warn" : "plain"}`}>
              {severity}
            </span>{" "}
            <b>{dimensionNames.find(({ id }) => id === dimension)?.name}</b> <Passage text={description} />{" "}
            <StepLinks ids={interactionIds} linkTo={linkTo} />
          </li>
        ))}
      </ul>
    </Section>
  );
}
