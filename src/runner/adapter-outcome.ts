/** Runs an adapter and reads what it returns: whatever it does, there is an outcome. */
import type { AgentAdapter, AgentIO, AgentTask } from "../core/agent.ts";
import { messageOf } from "../core/error.ts";
import { Outcome, stopOutcome } from "../core/outcome.ts";
import { cleanOutcome } from "./clean.ts";
import { withStrayErrors } from "./stray-errors.ts";

/** How long an adapter may take to return after it was told to stop. */
const returnGraceMs = 10_000;

/** The adapter's outcome; a reason to stop wins over a result that arrives in the same moment. */
export async function adapterOutcome(adapter: AgentAdapter, task: AgentTask, io: AgentIO): Promise<Outcome> {
  let outcome: Outcome;
  try {
    const running = async () => adapter.run(task, io);
    outcome = readOutcome(await returned(withStrayErrors(running), io.abort));
  } catch (error) {
    // An adapter that throws broke its contract with AXIS; whether the agent had begun decides whose failure that is.
    outcome = { status: "failed", code: "protocol", message: `The adapter threw: ${messageOf(error)}` };
  }
  return io.abort.aborted ? stopOutcome(io.abort) : cleanOutcome(outcome);
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
async function returned(running: Promise<Outcome>, abort: AbortSignal): Promise<Outcome> {
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
    // A signal that is listened to lives as long as the evaluation, and with it what this run said.
    abort.removeEventListener("abort", giveUp);
    clearTimeout(timer);
  }
}
