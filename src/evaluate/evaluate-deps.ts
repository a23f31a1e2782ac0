/** What an evaluation may use, and the callbacks it calls. */
import type { RemoteRunner } from "../core/run/remote-runner.ts";
import type { RunHost } from "../core/run/run-host.ts";
import type { OnEvent } from "../core/run/event.ts";
import type { Report } from "../core/report.ts";
import type { ReadySandboxes } from "../runner/sandbox/prepare-sandboxes.ts";
import type { Cell } from "../core/cell.ts";
import { AxisError } from "../core/error.ts";
import type { Judge } from "../core/judge.ts";
import type { Plan } from "../core/plan.ts";
import type { ReportHandle, Store } from "../core/store.ts";
import type { CommittedWork } from "../runner/workspace/commit-work.ts";
import type { AskOutcome, OpenQuestion } from "../judging/scoring/ask.ts";

/** Asks a judge as for a run: with its retries and time limit, within the budget, until judges must end. */
export type AskJudge = (judge: Judge, question: OpenQuestion) => Promise<AskOutcome>;

export interface EvaluateDeps {
  readonly store: Store;
  /** Resume this report instead of creating a new one; what has changed since its plan runs again. */
  readonly handle?: ReportHandle;
  /** The operator's environment; default process.env. */
  readonly env?: NodeJS.ProcessEnv;
  /** Aborts on Ctrl-C. */
  readonly abort?: AbortSignal;
  readonly onEvent?: OnEvent;
  readonly now?: () => Date;
  /** Completes the report before it is written for the last time, for example with a comparison. */
  readonly finalise?: (report: Report) => Report;
  /** Also write report.html, if the store has folders; default true. */
  readonly page?: boolean;
  /** Called when the report and its page have been written for the last time, before afterAll: for files made from them. */
  readonly onReport?: (report: Report) => Promise<void>;
  /** For runs that start in a clone: called with the committed work of each run before the run is recorded. */
  readonly onWork?: (cell: Cell, runId: string, work: CommittedWork) => Promise<void>;
  /** Called after the last run, with the report so far, for what a judge is to say about several runs. */
  readonly onRuns?: (report: Report, ask: AskJudge) => Promise<void>;
  /** With a plan that runs until decided: whether a comparison needs no more trials. */
  readonly isDecided?: (report: Report) => boolean;
  /** After how many trials `isDecided` is called; default: after half of them. */
  readonly looks?: readonly number[];
  /** Also record the output of agents as it arrives. */
  readonly debug?: boolean;
  /** Executes runs on other machines; default: on this one. */
  readonly elsewhere?: RemoteRunner;
  /** Names the runs and decides when each may start; default: as many at once as the plan's concurrency. */
  readonly host?: RunHost;
  /** The sandboxes of the plan, if they are already prepared. */
  readonly sandboxes?: ReadySandboxes;
  /** Waits before a run is retried; default: real time. */
  readonly wait?: (ms: number, abort: AbortSignal) => Promise<void>;
}

/** For programs without type checking: names the missing argument and how to provide it. */
export function requireDeps(plan: Plan, deps: EvaluateDeps | undefined): EvaluateDeps {
  if (typeof plan !== "object" || plan === null || !Array.isArray(plan.jobs))
    throw new AxisError("flag-invalid", "evaluate(plan, { store }) needs a plan", {
      hint: "Create one with: await loadPlan({ folder })",
    });
  if (typeof deps?.store?.createReport !== "function")
    throw new AxisError("flag-invalid", "evaluate(plan, { store }) needs a store to write the report to", {
      hint: "Pass fileStore({ configDir: plan.configDir }) for the reports of the project, or memoryStore()",
    });
  return deps;
}
