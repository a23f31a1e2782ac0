/** Runs an adapter and reads what it returns: whatever it does, there is an outcome. */
import type { AgentAdapter, AgentIO, AgentTask } from "../core/agent.ts";
import { messageOf } from "../core/error.ts";
import { Outcome, Stop } from "../core/outcome.ts";
import { cleanOutcome } from "./clean.ts";

/** How long an adapter may take to return after it was told to stop. */
const returnGraceMs = 10_000;

/** The adapter's outcome; a reason to stop wins over a result that arrives in the same moment. */
export async function adapterOutcome(adapter: AgentAdapter, task: AgentTask, io: AgentIO): Promise<Outcome> {
  let outcome: Outcome;
  try {
    const running = async () => adapter.run(task, io);
    outcome = readOutcome(await returned(running(), io.abort));
  } catch (error) {
    // An adapter that throws broke its contract with AXIS; whether the agent had begun decides whose failure that is.
    outcome = { status: "failed", code: "protocol", message: `The adapter threw: ${messageOf(error)}` };
  }
  return io.abort.aborted ? stopped(io.abort) : cleanOutcome(outcome);
}

/** The outcome of what was told to stop. */
export function stopped(abort: AbortSignal): Outcome {
  const reason: unknown = abort.reason;
  return reason instanceof Stop ? reason.outcome() : new Stop("user", "run", "stopped").outcome();
}

/** What an adapter returned, where it is an outcome: modules of users are not held to its type. */
function readOutcome(said: unknown): Outcome {
  const read = Outcome.safeParse(said);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const place = issue?.path.map(String).join(".") || "it";
  const message = `The adapter returned no outcome (${place}: ${issue?.message ?? "does not fit"})`;
  return { status: "failed", code: "protocol", message };
}

/** Waits for the adapter, but after an abort only for so long: its processes are ended anyway. */
function returned(running: Promise<Outcome>, abort: AbortSignal): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const giveUp = () => {
      const timer = setTimeout(() => resolve(stopped(abort)), returnGraceMs);
      const done = () => clearTimeout(timer);
      running.then(done, done);
    };
    running.then(resolve, reject);
    if (abort.aborted) giveUp();
    else abort.addEventListener("abort", giveUp, { once: true });
  });
}
