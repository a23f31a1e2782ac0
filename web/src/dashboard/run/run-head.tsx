/** The head of a run: what it was, how it ended and why, what it took; and a way to stop it. */
import type { ComponentChild } from "preact";
import { formatCost, formatDuration } from "../../../../src/report/text/format.ts";
import { Facts } from "../../parts/section.tsx";
import { safeLine } from "../../text/safe.ts";
import type { RunDocument } from "../api/answers.ts";
import { shortMoment } from "../parts/moment.ts";
import { OutcomeWord } from "../runs/outcome-word.tsx";
import type { ViewProps } from "../views.ts";
import { Elapsed } from "./elapsed.tsx";
import { CancelButton } from "./cancel-button.tsx";
import { reasonWords } from "./reason-words.ts";

interface RunHeadProps extends Pick<ViewProps, "api" | "route"> {
  readonly run: RunDocument;
  readonly readAgain: () => void;
}

export function RunHead({ api, route, run, readAgain }: RunHeadProps) {
  const { scenario, agent, model, trial, status } = run;
  const isOpen = status === "queued" || status === "running";
  return (
    <header class="run-head">
      <p class="crumbs">
        <a href={route.link("runs")}>All runs</a> <span aria-hidden="true">/</span>{" "}
        <a href={route.link("runs", {}, { scenario })}>{safeLine(scenario, 80)}</a>
      </p>
      <h1>
        {safeLine(scenario, 160)} <small>by {safeLine(agent, 80)}</small>
      </h1>
      <p class="key">
        <OutcomeWord run={run} />
        {model !== null && !agent.includes(model) && <span>{safeLine(model, 80)}</span>}
        {trial > 1 && <span>trial {trial}</span>}
      </p>
      <Ending run={run} />
      <Facts facts={factsOf(run, route)} />
      {isOpen && <CancelButton {...{ api, run, readAgain }} />}
    </header>
  );
}

/** What came of it, as a sentence. */
function Ending({ run }: { run: RunDocument }) {
  const { reason, outcome, cancel_requested_at: asked, status, attempt } = run;
  const why = reason === null ? undefined : reasonWords(reason);
  const error = errorIn(run.axis_result_document);
  return (
    <>
      {why !== undefined && <p class={outcome === "COMPLETED" ? "notice" : "notice bad"}>{why}</p>}
      {error !== null && <p class="notice bad">{safeLine(error, 600)}</p>}
      {asked !== null && status === "running" && <p class="notice">It was asked to stop, and is ending.</p>}
      {attempt > 1 && (
        <p class="notice">
          Attempt {attempt}: {attempt === 2 ? "an earlier one was" : `${attempt - 1} earlier ones were`} lost with the
          worker.
        </p>
      )}
    </>
  );
}

/** A run that never got as far as a result leaves the reason in its place. */
function errorIn(document: unknown): string | null {
  if (typeof document !== "object" || document === null || !("error" in document)) return null;
  return typeof document.error === "string" ? document.error : null;
}

type Fact = readonly [string, ComponentChild];

function factsOf(run: RunDocument, route: RunHeadProps["route"]): Fact[] {
  const { wall_ms: wall, cost_micros: cost, lost_cost_micros: lost, repair_loops: repairs } = run;
  const moment = (name: string, text: string | null): Fact[] =>
    text === null ? [] : [[name, <time dateTime={text}>{shortMoment(text, new Date())}</time>]];
  const isOver = run.status === "finished" || run.status === "cancelled";
  const known = (name: string, text: string): Fact[] => (isOver || text !== "unknown" ? [[name, text]] : []);
  return [
    ...(run.status === "running" && run.started_at !== null ? [goingOn(run.started_at)] : []),
    ...known("Took", wall === null ? "unknown" : formatDuration(wall)),
    ...known("Cost", cost === null ? "unknown" : formatCost(cost / 1_000_000)),
    ...(lost > 0 ? ([["Cost of lost attempts", formatCost(lost / 1_000_000)]] as const) : []),
    ...known("Tokens", tokensOf(run)),
    ...(repairs > 0 ? ([["Repair turns", String(repairs)]] as const) : []),
    ...(run.changed_files === null ? [] : ([["Files changed", String(run.changed_files)]] as const)),
    ...moment("Asked for", run.queued_at),
    ...moment("Started", run.started_at),
    ...moment("Finished", run.finished_at),
    ["Workspace", safeLine(run.workspace, 60)],
    ...(run.report_id === null ? [] : [reportFact(run.report_id, route)]),
    ["Run", <code>{safeLine(run.id, 60)}</code>],
  ];
}

function goingOn(startedAt: string): Fact {
  return ["Going on for", <Elapsed since={startedAt} />];
}

function reportFact(report: string, route: RunHeadProps["route"]): Fact {
  return ["Report", <a href={route.link("runs", {}, { report })}>{safeLine(report, 60)}</a>];
}

/** Input and output with what came from caches, where each is a number. */
function tokensOf({ tokens }: RunDocument): string {
  const names = { input: "in", output: "out", cacheReadInput: "cache read", cacheWriteInput: "cache written" } as const;
  const parts = Object.entries(names).flatMap(([key, word]) => {
    const count = tokens?.[key];
    return typeof count === "number" ? [`${count.toLocaleString("en")} ${word}`] : [];
  });
  return parts.length === 0 ? "unknown" : parts.join(", ");
}
