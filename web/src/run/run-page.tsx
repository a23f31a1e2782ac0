/** One run: what came of it, why the number is what it is, what the agent did, and how it was run. */
import type { ViewWorld } from "../app.tsx";
import { findRun, type FoundRun, useRun } from "../data/use-run.ts";
import type { RunData } from "../data/run-data.ts";
import { NotFound } from "../parts/not-found.tsx";
import { type RunAddress, runLink } from "../router.ts";
import { Transcript } from "../transcript/transcript.tsx";
import { safe } from "../text/safe.ts";
import { Artifacts } from "./artifacts.tsx";
import { Scorecard } from "../scorecard/scorecard.tsx";
import { Criteria } from "./criteria.tsx";
import { EarlierAttempts } from "./earlier-attempts.tsx";
import { HowItWasRun } from "./how-it-was-run.tsx";
import { Insights } from "./insights.tsx";
import { Metrics } from "./metrics.tsx";
import { Notes } from "./notes.tsx";
import { RunHead } from "./run-head.tsx";
import { ScoreTree } from "./score-tree.tsx";
import { Timeline } from "./timeline.tsx";

interface RunPageProps extends ViewWorld {
  readonly address: RunAddress;
  readonly step: number | null;
}

export function RunPage({ source, index, address, step }: RunPageProps) {
  const found = findRun(index, address);
  const reading = useRun(source, found?.place);
  if (found === undefined) return <NotFound>This file holds no such run.</NotFound>;
  if (found.place.page !== undefined)
    return (
      <p class="notice">
        This run stands in <a href={`${found.place.page}${runLink(address, step ?? undefined)}`}>{found.place.page}</a>,
        beside this file.
      </p>
    );
  if (reading === null) return <p class="waiting">Reading the run.</p>;
  if ("error" in reading) return <p class="notice">The run cannot be read: {safe(reading.error)}</p>;
  return <RunView {...{ source, index, address, step, found }} data={reading.data} />;
}

interface RunViewProps extends RunPageProps {
  readonly data: RunData;
  readonly found: FoundRun;
}

function RunView({ source, index, address, step, found, data }: RunViewProps) {
  const { detail } = data.block;
  const { score } = detail;
  return (
    <article class="run">
      <RunHead {...{ data, found, index, address }} />
      <div class="columns">
        {score !== undefined && (
          <div>
            <Insights score={score} address={address} />
            <Criteria goal={score.goalAchievement} checks={detail.checks} rubric={detail.judge} />
            <ScoreTree {...{ data, score, address }} scoring={index.reports[address.side]?.report?.scoring} />
          </div>
        )}
        <div>
          <Timeline data={data} address={address} />
          <Transcript data={data} address={address} step={step} />
        </div>
      </div>
      <Scorecard detail={detail} />
      <Metrics detail={detail} />
      <EarlierAttempts attempts={detail.earlierAttempts ?? []} />
      <Notes detail={detail} />
      <Artifacts source={source} block={data.block} />
      <HowItWasRun detail={detail} />
    </article>
  );
}
