/** beforeAll and afterAll of one evaluation: when each runs, and what its failure means. */
import { AxisError, errorMessage } from "../core/error.ts";
import type { AxisEvent } from "../core/run/event.ts";
import type { Plan } from "../core/plan.ts";
import { type HookDeps, runHook } from "../runner/hooks.ts";
import type { Redactor } from "../runner/secrets/redact.ts";
import { newRunId } from "../runner/run-id.ts";
import { requireTemporaryFolder } from "../runner/workspace/temporary-folder.ts";

/** What the scripts receive, and how they report. */
export interface HooksDeps extends Pick<HookDeps, "operator"> {
  readonly interruption: { readonly agents: AbortSignal; readonly teardown: AbortSignal };
  readonly now: () => Date;
  readonly emit: (event: AxisEvent) => void;
  /** Read when a script has ended, because more secrets may be known by then. */
  readonly redactor: () => Redactor;
}

export class Hooks {
  #ran = false;

  constructor(
    readonly plan: Plan,
    readonly world: HooksDeps,
  ) {}

  /** A failure ends the evaluation before there is a report. */
  async runBeforeAll(): Promise<void> {
    if (this.plan.beforeAll.length > 0) await requireTemporaryFolder();
    const failure = await this.#run("beforeAll", { abort: this.world.interruption.agents, variables: {} });
    if (failure !== null)
      throw new AxisError("hook-failed", `beforeAll failed: ${failure}`, { hint: "Nothing was run" });
    this.#ran = true;
  }

  /** Runs if beforeAll succeeded. A failure is an event and the report stays valid. Returns the error message. */
  async runAfterAll(variables: HookDeps["variables"]): Promise<string | null> {
    if (!this.#ran) return null;
    // Whatever goes wrong here, the report stays valid, and an earlier error stays the error.
    const failure = await this.#run("afterAll", { abort: this.world.interruption.teardown, variables }).catch(
      errorMessage,
    );
    if (failure !== null) this.world.emit({ type: "hook-failed", phase: "afterAll", message: failure });
    return failure;
  }

  async #run(phase: "beforeAll" | "afterAll", given: Pick<HookDeps, "abort" | "variables">): Promise<string | null> {
    const { operator, now, emit, redactor } = this.world;
    const debug = (message: string) => emit({ type: "debug", message });
    const done = await runHook(phase, this.plan, { ...given, operator, runId: newRunId(now()), debug });
    if (done.notes !== undefined) emit({ type: "log", message: `${phase}: ${redactor().text(done.notes)}` });
    return done.failure === null ? null : redactor().text(done.failure);
  }
}
