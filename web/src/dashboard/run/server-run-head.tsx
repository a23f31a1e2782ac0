/** The head of a run on the server: it can still be waiting or running, and can be cancelled. */
import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { RunReason } from "../../../../src/core/run/run-facts.ts";
import { formatDuration } from "../../../../src/report/text/format.ts";
import { listTokenParts } from "../../data/tokens.ts";
import { formatShortMoment } from "../../parts/moment.ts";
import { Facts } from "../../parts/section.tsx";
import { longestTitle, toSentence } from "../../run/describe-outcome.ts";
import { type Notice, RunHead } from "../../run/run-head.tsx";
import { RecordedHead } from "../../run/run-page.tsx";
import { safeLine } from "../../text/safe.ts";
import type { RunDocument } from "../api/answers.ts";
import type { ApiError } from "../api/api-error.ts";
import type { Api } from "../api/api.ts";
import { formatMicros } from "../parts/micros.ts";
import { Failure } from "../parts/states.tsx";
import { asApiError } from "../parts/use-loaded.ts";
import type { ViewProps } from "../views.ts";
import type { PageReading } from "./use-run-page.ts";

type Fact = readonly [name: string, value: ComponentChildren];

/** The sentence for each reason. */
const sentences: Readonly<Record<Exclude<RunReason, "ok">, string>> = {
  internal: "AXIS failed; this was not the agent's fault.",
  "setup-failed": "The setup failed before the agent started.",
  "agent-missing": "The agent's program was not found.",
  "worker-lost": "The worker was lost on every attempt.",
  cancelled: "The run was cancelled.",
  "agent-failed": "The agent failed.",
  "time-limit": "The agent ran out of time.",
  "token-limit": "The agent exceeded its token limit.",
  deadline: "The run's overall time limit was reached.",
  budget: "The run's budget was used up.",
  "no-output": "The agent produced no usable output.",
  "gate-exhausted": "A gate still failed after the last repair turn.",
  "check-failed": "A verified check did not pass.",
};

/** Undefined if there is nothing to explain. */
function explainReason(reason: string): string | undefined {
  return Object.hasOwn(sentences, reason) ? sentences[reason as keyof typeof sentences] : undefined;
}

interface ServerRunHeadProps extends Pick<ViewProps, "api" | "route"> {
  readonly run: RunDocument;
  readonly page: PageReading;
  readonly readAgain: () => void;
  /** The other runs of the scenario. */
  readonly children?: ComponentChildren;
}

export function ServerRunHead({ api, route, run, page, readAgain, children }: ServerRunHeadProps) {
  const { scenario, agent, model, trial, status } = run;
  const cancel = (status === "queued" || status === "running") && <CancelButton {...{ api, run, readAgain }} />;
  const detail = page.state === "recorded" ? page.data.block.detail : null;
  if (detail !== null && (detail.score !== undefined || status !== "running"))
    return (
      <RecordedHead detail={detail} trials={null}>
        {cancel}
        {children}
      </RecordedHead>
    );
  return (
    <RunHead
      word={detail === null ? (run.run_status ?? status) : "judging"}
      scenario={scenario}
      agent={agent}
      about={[
        ...(model !== null && !agent.includes(model) ? [model] : []),
        ...(trial > 1 ? [`trial ${trial}`] : []),
      ].join(", ")}
      title={describeState(run, { isJudged: detail !== null })}
      lead={explainMissing(run, page)}
      notices={listNotices(run)}
    >
      <Facts facts={listFacts(run, route)} />
      {cancel}
      {children}
    </RunHead>
  );
}

/** How it stands, or how it ended, in one sentence. */
function describeState(run: RunDocument, { isJudged }: { readonly isJudged: boolean }): string {
  if (isJudged) return "The run is being judged.";
  if (run.status === "queued") return "The run is waiting for a worker.";
  if (run.status === "running") return "The run is in progress.";
  return toSentence(explainEnding(run) ?? (run.run_status === "passed" ? "it passed" : "the run has ended"));
}

/** Why there is no record to show. */
function explainMissing({ status, axis_result }: RunDocument, page: PageReading): string | undefined {
  if (page.state === "recorded") return "The agent has finished.";
  if (page.state !== "absent") return undefined;
  if (status === "queued") return "It appears here when it starts.";
  if (status === "running") return "Its AXIS Result and record appear when it ends.";
  const judged = axis_result === null ? "" : ` Its AXIS Result was ${axis_result}.`;
  if (page.isGone) return `The transcript and files were deleted; the AXIS Result and the scorecard are kept.${judged}`;
  return `The agent's work was not recorded.${judged}`;
}

/** How it ended and why, in sentences. */
function listNotices(run: RunDocument): Notice[] {
  const { run_status: status, attempt } = run;
  const why = explainEnding(run);
  const isLong = why !== undefined && why.length > longestTitle;
  const error = readText(run.axis_result_document, "error");
  const isStopping = run.cancel_requested_at !== null && run.status === "running";
  const lost = attempt === 2 ? "an earlier one was" : `${attempt - 1} earlier ones were`;
  return [
    ...(isLong ? [{ text: safeLine(why, 600), isBad: status === "failed" || status === "error" }] : []),
    ...(error === undefined || error === why ? [] : [{ text: safeLine(error, 600), isBad: true }]),
    ...(isStopping ? [{ text: "Cancellation was requested; the run is stopping." }] : []),
    ...(attempt > 1 ? [{ text: `Attempt ${attempt}: ${lost} lost with the worker.` }] : []),
  ];
}

/** Why the run did not pass. A run that was cancelled in the queue has no reason of its own. */
function explainEnding({ axis_result_document, reason, status }: RunDocument): string | undefined {
  const recorded = readText(axis_result_document, "why") ?? (reason === null ? undefined : explainReason(reason));
  return recorded ?? (status === "cancelled" ? sentences.cancelled : undefined);
}

/** A run that failed before it had a result stores the error in the result's place. */
function readText(document: unknown, key: "why" | "error"): string | undefined {
  const found = (document as Partial<Record<typeof key, unknown>> | null)?.[key];
  return typeof found === "string" ? found : undefined;
}

export function listFacts(run: RunDocument, route: ViewProps["route"]): Fact[] {
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

/** The time since a moment, by the reader's clock. */
function Elapsed({ since }: { since: string }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  const elapsedMs = now - Date.parse(since);
  // The clocks of reader and server may differ.
  return <>{formatDuration(Math.max(0, Math.round(elapsedMs / 1_000) * 1_000))}</>;
}

/** Cancels a run after a confirmation. */
interface CancelProps {
  readonly api: Api;
  readonly run: Pick<RunDocument, "id" | "status" | "cancel_requested_at">;
  readonly readAgain: () => void;
}

type Step = "idle" | "asking" | "sending";

function CancelButton({ api, run, readAgain }: CancelProps) {
  const [step, setStep] = useState<Step>("idle");
  const [error, setError] = useState<ApiError | null>(null);
  const cancel = async () => {
    setStep("sending");
    setError(null);
    try {
      await api.send("POST", "/v1/runs/{id}/cancel", { path: { id: run.id }, needs: "write" });
    } catch (failure) {
      setError(asApiError(failure));
    }
    setStep("idle");
    readAgain();
  };
  return (
    <div class="cancel">
      {step === "asking" ? (
        <p role="group" aria-label="Cancel the run">
          {run.status === "running" ? "The agent will be stopped. " : "The run will not start. "}
          <button type="button" class="primary" onClick={() => void cancel()}>
            Yes, cancel it
          </button>{" "}
          <button type="button" onClick={() => setStep("idle")}>
            No
          </button>
        </p>
      ) : (
        <button
          type="button"
          disabled={step === "sending" || run.cancel_requested_at !== null}
          onClick={() => setStep("asking")}
        >
          {step === "sending" ? "Cancelling" : run.cancel_requested_at === null ? "Cancel this run" : "Cancelling"}
        </button>
      )}
      {error !== null && <Failure error={error} />}
    </div>
  );
}
