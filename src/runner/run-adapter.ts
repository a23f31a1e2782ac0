/** Runs an adapter and always produces an outcome, whatever the adapter returns or throws. */
import type { AgentAdapter, AgentIO, AgentTask } from "../core/agent.ts";
import { errorMessage } from "../core/error.ts";
import { Outcome, stopOutcome } from "../core/outcome.ts";
import { cleanOutcome } from "./clean.ts";
import { runWithStrayErrors } from "./stray-errors.ts";

/** How long an adapter may take to return after it was asked to stop. */
const returnGraceMs = 10_000;

/** Returns the adapter's outcome; a reason to stop wins over a result that arrives at the same moment. */
export async function runAdapter(adapter: AgentAdapter, task: AgentTask, io: AgentIO): Promise<Outcome> {
  let outcome: Outcome;
  try {
    const running = async () => adapter.run(task, io);
    outcome = parseOutcome(await waitForAdapter(runWithStrayErrors(running), io.abort));
  } catch (error) {
    // An adapter that throws broke its contract with AXIS; whether the agent had started decides whose failure that is.
    outcome = { status: "failed", code: "protocol", message: `The adapter threw: ${errorMessage(error)}` };
  }
  return io.abort.aborted ? stopOutcome(io.abort) : cleanOutcome(outcome);
}

/** Parses the adapter's return value, because modules written by users may not respect the declared type. */
function parseOutcome(said: unknown): Outcome {
  const read = Outcome.safeParse(said);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const place = issue?.path.map(String).join(".") || "it";
  const message = `The adapter returned no outcome (${place}: ${issue?.message ?? "does not fit"})`;
  return { status: "failed", code: "protocol", message };
}

/** Waits for the adapter, but only briefly after an abort: AXIS ends its processes anyway. */
async function waitForAdapter(running: Promise<Outcome>, abort: AbortSignal): Promise<Outcome> {
  let giveUp = () => {};
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Outcome>((resolve) => {
    giveUp = () => void (timer = setTimeout(() => resolve(stopOutcome(abort)), returnGraceMs));
  });
  if (abort.aborted) giveUp();
  else abort.addEventListener("abort", giveUp, { once: true });
  try {
    return await Promise.race([running, late]);
  } finally {
    // The signal lives as long as the evaluation, and a listener left on it would keep this run's output in memory.
    abort.removeEventListener("abort", giveUp);
    clearTimeout(timer);
  }
}
