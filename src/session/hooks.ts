/** beforeAll and afterAll of one evaluation: when each is run, and what its failure means. */
import { AxisError, messageOf } from "../core/error.ts";
import type { AxisEvent } from "../core/run/event.ts";
import type { Plan } from "../core/plan.ts";
import { type HookWorld, runHook } from "../runner/hooks.ts";
import type { Redactor } from "../runner/secrets/redact.ts";
import { newRunId } from "../runner/run-id.ts";
import { requireTemporaryFolder } from "../workspace/temporary-folder.ts";

/** What the scripts are given, and who hears of them. */
export interface HooksWorld extends Pick<HookWorld, "operator"> {
  readonly interruption: { readonly agents: AbortSignal; readonly teardown: AbortSignal };
  readonly now: () => Date;
  readonly emit: (event: AxisEvent) => void;
  /** As it is when a script has ended: what is secret may have grown. */
  readonly redactor: () => Redactor;
}

export class Hooks {
  #ran = false;

  constructor(
    readonly plan: Plan,
    readonly world: HooksWorld,
  ) {}

  /** Its failure ends the evaluation before there is a report. */
  async before(): Promise<void> {
    if (this.plan.beforeAll.length > 0) await requireTemporaryFolder();
    const failure = await this.#run("beforeAll", { abort: this.world.interruption.agents, variables: {} });
    if (failure !== null)
      throw new AxisError("hook-failed", `beforeAll failed: ${failure}`, { hint: "Nothing was run" });
    this.#ran = true;
  }

  /** Runs whenever beforeAll succeeded; its failure is an event, the report stays. Gives what went wrong. */
  async after(variables: HookWorld["variables"]): Promise<string | null> {
    if (!this.#ran) return null;
    // Whatever goes wrong here, the report stands, and so does an error that came before.
    const failure = await this.#run("afterAll", { abort: this.world.interruption.teardown, variables }).catch(
      messageOf,
    );
    if (failure !== null) this.world.emit({ type: "hook-failed", phase: "afterAll", message: failure });
    return failure;
  }

  async #run(phase: "beforeAll" | "afterAll", given: Pick<HookWorld, "abort" | "variables">): Promise<string | null> {
    const { operator, now, emit, redactor } = this.world;
    const debug = (message: string) => emit({ type: "debug", message });
    const done = await runHook(phase, this.plan, { ...given, operator, runId: newRunId(now()), debug });
    if (done.notes !== undefined) emit({ type: "log", message: `${phase}: ${redactor().text(done.notes)}` });
    return done.failure === null ? null : redactor().text(done.failure);
  }
}
