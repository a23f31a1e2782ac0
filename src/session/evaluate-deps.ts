/** What an evaluation may use, and whom it tells. */
import type { Cell } from "../core/cell.ts";
import type { Elsewhere } from "../core/run/elsewhere.ts";
import type { OnEvent } from "../core/run/event.ts";
import type { Report } from "../core/report.ts";
import { AxisError } from "../core/error.ts";
import type { Plan } from "../core/plan.ts";
import type { ReportHandle, Store } from "../core/store.ts";

/** What an evaluation may use. */
export interface EvaluateDeps {
  readonly store: Store;
  /** Go on with this report instead of making a new one; what changed since its plan runs again. */
  readonly handle?: ReportHandle;
  /** The operator's environment; default process.env. */
  readonly env?: NodeJS.ProcessEnv;
  /** Fires on Ctrl-C. */
  readonly abort?: AbortSignal;
  readonly onEvent?: OnEvent;
  readonly now?: () => Date;
  /** Completes the report before it is written for the last time, as with a comparison. */
  readonly finalise?: (report: Report) => Report;
  /** Also write report.html, where the store has folders; default true. */
  readonly page?: boolean;
  /** Told of the report when it and its page are written for the last time, before afterAll: for files that are made of it. */
  readonly onReport?: (report: Report) => Promise<void>;
  /** With a plan that runs until decided: whether a comparison needs no further trials. Asked after half of them. */
  readonly isDecided?: (report: Report) => boolean;
  /** Also capture what agents write, as it arrives. */
  readonly debug?: boolean;
  /** Has runs carried out on other machines; default: on this one. */
  readonly elsewhere?: Elsewhere;
  /** The run elsewhere that was asked for before the evaluation began; undefined where there is none. */
  readonly askedBefore?: (cell: Cell) => string | undefined;
  /** Waits before a run is tried again; default: the clock. */
  readonly wait?: (ms: number, abort: AbortSignal) => Promise<void>;
}

/** For programs without types: what they left out, and what to give. */
export function requireDeps(plan: Plan, deps: EvaluateDeps | undefined): EvaluateDeps {
  if (typeof plan !== "object" || plan === null || !Array.isArray(plan.jobs))
    throw new AxisError("flag-invalid", "evaluate(plan, { store }) needs a plan", {
      hint: "Make one with: await loadPlan({ folder })",
    });
  if (typeof deps?.store?.createReport !== "function")
    throw new AxisError("flag-invalid", "evaluate(plan, { store }) needs a store to write the report to", {
      hint: "Give it fileStore({ configDir: plan.configDir }) for the reports of the project, or memoryStore()",
    });
  return deps;
}
