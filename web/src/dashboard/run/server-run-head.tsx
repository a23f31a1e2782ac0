/** The head of a run on the server: it can still be waiting or running, and can be cancelled. */
import { formatDuration } from "../../../../src/report/text/format.ts";
import { listTokenParts } from "../../data/tokens.ts";
import { formatShortMoment } from "../../parts/moment.ts";
import { type Fact, type Notice, RunHead } from "../../run/run-head.tsx";
import { safeLine } from "../../text/safe.ts";
import type { RunDocument } from "../api/answers.ts";
import { formatMicros } from "../parts/micros.ts";
import { OutcomeWord } from "../runs/outcome-word.tsx";
import type { ViewProps } from "../views.ts";
import { Elapsed } from "./elapsed.tsx";
import { CancelButton } from "./cancel-button.tsx";
import { explainReason } from "./reason-words.ts";

interface ServerRunHeadProps extends Pick<ViewProps, "api" | "route"> {
  readonly run: RunDocument;
  readonly readAgain: () => void;
}

export function ServerRunHead({ api, route, run, readAgain }: ServerRunHeadProps) {
  const { scenario, agent, model, trial, status } = run;
  return (
    <RunHead
      crumbs={
        <>
          <a href={route.link("runs")}>All runs</a> <span aria-hidden="true">/</span>{" "}
          <a href={route.link("runs", {}, { scenario })}>{safeLine(scenario, 80)}</a>
        </>
      }
      scenario={scenario}
      agent={agent}
      status={
        <>
          <OutcomeWord run={run} />
          {model !== null && !agent.includes(model) && <span>{safeLine(model, 80)}</span>}
          {trial > 1 && <span>trial {trial}</span>}
        </>
      }
      notices={listNotices(run)}
      facts={listFacts(run, route)}
    >
      {(status === "queued" || status === "running") && <CancelButton {...{ api, run, readAgain }} />}
    </RunHead>
  );
}

/** How it ended and why, in sentences. */
function listNotices(run: RunDocument): Notice[] {
  const { reason, outcome, attempt } = run;
  const why = reason === null ? undefined : explainReason(reason);
  const error = readError(run.axis_result_document);
  const isStopping = run.cancel_requested_at !== null && run.status === "running";
  const lost = attempt === 2 ? "an earlier one was" : `${attempt - 1} earlier ones were`;
  return [
    ...(why === undefined ? [] : [{ text: why, isBad: outcome !== "COMPLETED" }]),
    ...(error === null ? [] : [{ text: safeLine(error, 600), isBad: true }]),
    ...(isStopping ? [{ text: "Cancellation was requested; the run is stopping." }] : []),
    ...(attempt > 1 ? [{ text: `Attempt ${attempt}: ${lost} lost with the worker.` }] : []),
  ];
}

/** A run that failed before it had a result stores the error in the result's place. */
function readError(document: unknown): string | null {
  if (typeof document !== "object" || document === null || !("error" in document)) return null;
  return typeof document.error === "string" ? document.error : null;
}

function listFacts(run: RunDocument, route: ViewProps["route"]): Fact[] {
  const { wall_ms: wall, cost_micros: cost, lost_cost_micros: lost, repair_loops: repairs, report_id: report } = run;
  const isOver = run.status === "finished" || run.status === "cancelled";
  const known = (name: string, text: string): Fact[] => (isOver || text !== "unknown" ? [[name, text]] : []);
  return [
    ...(run.status === "running" && run.started_at !== null
      ? ([["Running for", <Elapsed since={run.started_at} />]] as const)
      : []),
    ...known("Took", wall === null ? "unknown" : formatDuration(wall)),
    ...known("Cost", cost === null ? "unknown" : formatMicros(cost)),
    ...(lost > 0 ? ([["Cost of lost attempts", formatMicros(lost)]] as const) : []),
    ...known("Tokens", formatTokens(run)),
    ...(repairs > 0 ? ([["Repair turns", String(repairs)]] as const) : []),
    ...(run.changed_files === null ? [] : ([["Files changed", String(run.changed_files)]] as const)),
    ...listMoment("Requested", run.queued_at),
    ...listMoment("Started", run.started_at),
    ...listMoment("Finished", run.finished_at),
    ["Workspace", safeLine(run.workspace, 60)],
    ...(report === null
      ? []
      : ([["Report", <a href={route.link("runs", {}, { report })}>{safeLine(report, 60)}</a>]] as const)),
    ["Run", <code>{safeLine(run.id, 60)}</code>],
  ];
}

function listMoment(name: string, text: string | null): Fact[] {
  return text === null ? [] : [[name, <time dateTime={text}>{formatShortMoment(text, new Date())}</time>]];
}

function formatTokens({ tokens }: RunDocument): string {
  return listTokenParts(tokens ?? {}, (count) => count.toLocaleString("en")).join(", ") || "unknown";
}
