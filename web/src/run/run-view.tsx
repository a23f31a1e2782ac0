/** Everything about one run below its head: why the number is what it is, what the agent did, and how it was run. */
import type { Scoring } from "../../../src/core/report.ts";
import type { RunData } from "../data/run-data.ts";
import { Changes } from "../patch/changes.tsx";
import type { StepLink } from "../router.ts";
import { Scorecard } from "../scorecard/scorecard.tsx";
import { RecordedStages } from "../scorecard/stages.tsx";
import type { RunSource } from "../source/source.ts";
import { Transcript } from "../transcript/transcript.tsx";
import { Artifacts } from "./artifacts.tsx";
import { Criteria } from "./criteria.tsx";
import { EarlierAttempts } from "./earlier-attempts.tsx";
import { HowItWasRun } from "./how-it-was-run.tsx";
import { Insights } from "./insights.tsx";
import { Metrics } from "./metrics.tsx";
import { Notes } from "./notes.tsx";
import { ScoreTree } from "./score-tree.tsx";
import { SparseIndex } from "./sparse-index.tsx";
import { Timeline } from "./timeline.tsx";

export interface RunViewProps {
  readonly data: RunData;
  readonly linkTo: StepLink;
  /** The step that the address names. */
  readonly step: number | null;
  /** How signals were weighed, where that is known. */
  readonly scoring: Scoring | undefined;
}

/** The judged result on one side, what happened on the other. */
export function ResultAndTranscript({ data, linkTo, step, scoring }: RunViewProps) {
  const { detail } = data.block;
  const { score } = detail;
  return (
    <div class="columns">
      {score !== undefined && (
        <div>
          <Insights score={score} linkTo={linkTo} />
          <Criteria goal={score.goalAchievement} checks={detail.checks} rubric={detail.judge} linkTo={linkTo} />
          <ScoreTree {...{ data, score, linkTo, scoring }} />
        </div>
      )}
      <div>
        <Timeline data={data} linkTo={linkTo} />
        <Transcript data={data} linkTo={linkTo} step={step} />
        <SparseIndex data={data} />
      </div>
    </div>
  );
}

/** The scorecard with the stages behind it; nothing where there is none. */
export function RecordedCard({ data }: Pick<RunViewProps, "data">) {
  const { detail } = data.block;
  if (detail.scorecard === undefined) return null;
  return (
    <Scorecard card={detail.scorecard}>
      <RecordedStages detail={detail} />
    </Scorecard>
  );
}

/** What changed, metrics, earlier attempts, notes, files and configuration. */
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
