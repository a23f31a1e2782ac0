/** An agent without a program: it plays a script, so that tests can use literals. */
import type { AgentAdapter, AgentIO, AgentTask } from "../core/agent.ts";
import type { EntryInput } from "../core/entry.ts";
import { type Outcome, Stop } from "../core/outcome.ts";
import type { TokenUsage } from "../core/model/token-usage.ts";

/** What a fake agent does, in this order: entries, usage, act, ending. */
export interface FakeScript {
  /** Default "fake". */
  readonly name?: string;
  /** Emitted in order. */
  readonly entries?: readonly EntryInput[] | ((task: AgentTask) => readonly EntryInput[]);
  readonly usage?: TokenUsage;
  readonly costUsd?: number;
  /** Any other action, such as writing files into the workspace. */
  readonly act?: (task: AgentTask, io: AgentIO) => Promise<void> | void;
  /** Default: completed with the last assistant text. */
  readonly outcome?: Outcome;
  /** "return" returns the outcome (default), "abort" waits for the abort, "throw" throws, "never" never ends. */
  readonly ending?: "return" | "abort" | "throw" | "never";
  /** The sentences that `missing` returns; default none. */
  readonly missing?: readonly string[];
  readonly keys?: AgentAdapter["keys"];
  readonly acceptsModel?: boolean;
  readonly reportsCost?: boolean;
}

/** An adapter that plays a script in this process. */
export function fakeAgent(script: FakeScript = {}): AgentAdapter {
  return {
    name: script.name ?? "fake",
    keys: script.keys,
    acceptsModel: script.acceptsModel,
    reportsCost: script.reportsCost,
    missing: () => Promise.resolve([...(script.missing ?? [])]),
    async run(task, io) {
      if (io.abort.aborted) return stoppedOutcome(io.abort);
      io.ready();
      const entries = typeof script.entries === "function" ? script.entries(task) : (script.entries ?? []);
      for (const entry of entries) io.emit(entry);
      if (script.usage !== undefined) io.usage(script.usage, script.costUsd);
      await script.act?.(task, io);
      await waitForEnding(script.ending ?? "return", io.abort);
      return io.abort.aborted ? stoppedOutcome(io.abort) : (script.outcome ?? completedOutcome(entries));
    },
  };
}

function waitForEnding(ending: NonNullable<FakeScript["ending"]>, abort: AbortSignal): Promise<void> {
  switch (ending) {
    case "return":
      return Promise.resolve();
    case "throw":
      return Promise.reject(new Error("The fake agent threw because its script says so"));
    case "never":
      return new Promise(() => {});
    case "abort":
      return new Promise((resolve) => {
        if (abort.aborted) resolve();
        else abort.addEventListener("abort", () => resolve(), { once: true });
      });
  }
}

function completedOutcome(entries: readonly EntryInput[]): Outcome {
  const said = entries.findLast((entry) => entry.type === "assistant" && entry.thought !== true);
  return { status: "completed", result: said?.type === "assistant" ? said.text : null };
}

function stoppedOutcome(abort: AbortSignal): Outcome {
  const reason: unknown = abort.reason;
  return reason instanceof Stop ? reason.outcome() : new Stop("user", "run", "stopped").outcome();
}
