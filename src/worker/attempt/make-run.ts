/** Runs a job on this machine as `axis run` does, in a temporary report that is deleted once the result is stored. */
import type { RunFacts } from "../../core/run/run-facts.ts";
import type { Plan } from "../../core/plan.ts";
import { planDocument } from "../../core/plan/plan-document.ts";
import type { RunDetail } from "../../core/report/run-detail.ts";
import type { RunStep } from "../../core/run/run-step.ts";
import type { ReportHandle, Store } from "../../core/store.ts";
import { evaluate } from "../../evaluate/evaluate.ts";
import { newRunId } from "../../runner/run-id.ts";
import { fileStore } from "../../store/files.ts";
import type { LiveRun } from "../live/live-run.ts";
import { toRunEnvironment, type WorkerDeps } from "../worker-deps.ts";

export interface MakeRunOptions {
  /** Restores a run that was recorded earlier, so that it is only judged. */
  readonly restore: Restore | undefined;
  /** Used by this attempt only. */
  readonly folder: string;
  /** Redacts the operator's secrets. */
  readonly redact: (text: string) => string;
  readonly abort: AbortSignal;
  /** Called when the agent is done and the run is recorded, but not yet judged. Awaited before judging starts. */
  readonly onRecorded: (detail: RunDetail) => Promise<void>;
  /** Receives the progress of the run. */
  readonly live: LiveRun;
  readonly onStep: (step: RunStep) => void;
}

export interface MadeRun {
  /** Undefined if the run was stopped before it began. */
  readonly detail: RunDetail | undefined;
  /** The folder of the report that contains the run. */
  readonly reportFolder: string;
  /** The file with the agent's output, relative to that folder; undefined if no agent ran. */
  readonly raw: string | undefined;
}

/** Restores a run that was recorded earlier, and puts its files into the folder of this report. */
export type Restore = (folder: string) => Promise<RunDetail>;

/** Runs the one job of a plan and judges it; with `restore`, only judges it. */
export async function makeRun(plan: Plan, options: MakeRunOptions, deps: WorkerDeps): Promise<MadeRun> {
  const { restore, live, onStep } = options;
  const store = openAttemptStore(options, deps);
  const handle = await store.createReport(deps.now());
  const reportFolder = handle.folder ?? options.folder;
  if (restore !== undefined) await recordEarlierRun(plan, await restore(reportFolder), { handle, now: deps.now });
  let raw: string | undefined;
  const onRaw = (file: string) => void (raw = file);
  const report = await evaluate(plan, {
    store,
    // The report is temporary, so it needs no page.
    page: false,
    handle: observeHandle(handle, options, onRaw),
    env: toRunEnvironment(deps.env),
    now: deps.now,
    abort: options.abort,
    onEvent: (event) => {
      if (event.type === "warning") deps.log(`Warning: ${event.message}`);
      if (event.type === "run-progress") live.hear(event.progress);
      if (event.type === "run-step") onStep(event.step);
    },
  });
  const file = report.results[0]?.file ?? "";
  const detail = file === "" ? undefined : await store.readDetail(report.reportId, file);
  return { detail, reportFolder, raw };
}

function openAttemptStore({ folder, redact }: MakeRunOptions, { now, log }: WorkerDeps): Store {
  return fileStore({ configDir: folder, redact, now, onWarning: (message) => log(`Warning: ${message}`) });
}

/** Records the earlier run in the journal, so that evaluate finds it and starts no agent. */
async function recordEarlierRun(
  plan: Plan,
  recorded: RunDetail,
  { handle, now }: { readonly handle: ReportHandle; readonly now: () => Date },
): Promise<void> {
  const [job] = plan.jobs;
  if (job === undefined) return;
  const slot = { cell: job.cell, attempt: 1 };
  const began = new Date(recorded.output.metadata.startTime ?? now());
  const runId = newRunId(began);
  const timestamp = began.toISOString();
  await handle.record({ type: "plan", data: { plan: planDocument(plan), timestamp, pid: process.pid } });
  const detail = await handle.writeDetail(slot, { ...recorded, runId, attempt: 1, file: handle.detailFile(slot) });
  await handle.record({ type: "run-recorded", data: { ...slot, runId, detail, raw: null } });
}

/** Wraps the handle so that `live` learns the secrets to redact, and `onRecorded` is called for a recorded run. */
function observeHandle(
  handle: ReportHandle,
  { live, onRecorded }: MakeRunOptions,
  onRaw: (file: string) => void,
): ReportHandle {
  return {
    ...handle,
    redactWith(redact) {
      live.redactWith(redact);
      handle.redactWith(redact);
    },
    async record(step) {
      await handle.record(step);
      // With a raw file, the agent has finished; without one, this is an interrupted judgement.
      if (step.type !== "run-recorded" || step.data.raw === null) return;
      onRaw(step.data.raw.file);
      await onRecorded(await handle.readDetail(step.data.detail.file));
    },
  };
}

/** Whether the recording may be judged later instead of running the agent again. */
export function isWorthKeeping(detail: RunDetail, facts: RunFacts): boolean {
  return detail.outcomeClass !== "infrastructure" && facts.reason !== "cancelled";
}
