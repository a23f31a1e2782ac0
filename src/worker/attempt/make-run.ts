/** Makes a run on this machine the way `axis run` does, in a report of its own that is thrown away once it is stored. */
import type { RunFacts } from "../../core/run/run-facts.ts";
import type { Plan } from "../../core/plan.ts";
import { planDocument } from "../../core/plan/plan-document.ts";
import type { RunDetail } from "../../core/report/run-detail.ts";
import type { RunStep } from "../../core/run/run-step.ts";
import type { ReportHandle, Store } from "../../core/store.ts";
import { evaluate } from "../../evaluate.ts";
import { newRunId } from "../../runner/run-id.ts";
import { fileStore } from "../../store/files.ts";
import type { LiveRun } from "../live/live-run.ts";
import { environmentOfRuns, type WorkerWorld } from "../worker-world.ts";

export interface MakingWorld extends Pick<WorkerWorld, "env" | "now" | "say"> {
  /** Of this attempt alone. */
  readonly folder: string;
  /** Takes out what the operator keeps secret. */
  readonly redact: (text: string) => string;
  readonly abort: AbortSignal;
  /** The agent is done and the run is written down; nothing is judged yet. Awaited before anything else happens. */
  readonly onRecorded: (detail: RunDetail) => Promise<void>;
  /** Hears of the run while it goes on. */
  readonly live: Pick<LiveRun, "hear" | "redactWith">;
  readonly onStep: (step: RunStep) => void;
}

export interface MadeRun {
  /** Undefined where the run was stopped before it began. */
  readonly detail: RunDetail | undefined;
  /** Of the report the run is in. */
  readonly reportFolder: string;
  /** What the agent printed, relative to that folder; undefined where no agent ran. */
  readonly raw: string | undefined;
}

/** Gives a run that was recorded before, with its files in the folder of this report. */
export type Restore = (folder: string) => Promise<RunDetail>;

/** Runs the one job of a plan and has it judged; with `restore`, only has it judged. */
export async function makeRun(plan: Plan, restore: Restore | undefined, world: MakingWorld): Promise<MadeRun> {
  const store = storeOf(world);
  const handle = await store.createReport(world.now());
  const reportFolder = handle.folder ?? world.folder;
  if (restore !== undefined) await replay(plan, await restore(reportFolder), { handle, now: world.now });
  let raw: string | undefined;
  const onRaw = (file: string) => void (raw = file);
  const report = await evaluate(plan, {
    store,
    // The report is thrown away.
    page: false,
    handle: listened(handle, { ...world, onRaw }),
    env: environmentOfRuns(world.env),
    now: world.now,
    abort: world.abort,
    onEvent: (event) => {
      if (event.type === "warning") world.say(`Warning: ${event.message}`);
      if (event.type === "run-progress") world.live.hear(event.progress);
      if (event.type === "run-step") world.onStep(event.step);
    },
  });
  const file = report.results[0]?.file ?? "";
  const detail = file === "" ? undefined : await store.readDetail(report.reportId, file);
  return { detail, reportFolder, raw };
}

function storeOf({ folder, redact, now, say }: MakingWorld): Store {
  return fileStore({ configDir: folder, redact, now, onWarning: (message) => say(`Warning: ${message}`) });
}

interface Replaying extends Pick<MakingWorld, "now"> {
  readonly handle: ReportHandle;
}

/** Writes down what is known already, so that evaluate finds a recorded run and starts no agent. */
async function replay(plan: Plan, recorded: RunDetail, { handle, now }: Replaying): Promise<void> {
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

interface Listening extends Pick<MakingWorld, "live" | "onRecorded"> {
  readonly onRaw: (file: string) => void;
}

/** The handle, which tells when a run is written down, and what is to be kept secret until then. */
function listened(handle: ReportHandle, { live, onRecorded, onRaw }: Listening): ReportHandle {
  return {
    ...handle,
    redactWith(redact) {
      live.redactWith(redact);
      handle.redactWith(redact);
    },
    async record(step) {
      await handle.record(step);
      // With a raw file it is the agent that is done; without one it is a judgement that was cut short.
      if (step.type !== "run-recorded" || step.data.raw === null) return;
      onRaw(step.data.raw.file);
      await onRecorded(await handle.readDetail(step.data.detail.file));
    },
  };
}

/** Whether what was recorded may be judged later in place of a new run. */
export function isWorthKeeping(detail: RunDetail, facts: RunFacts): boolean {
  return detail.outcomeClass !== "infrastructure" && facts.reason !== "cancelled";
}
