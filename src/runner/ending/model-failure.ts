/** Decides whose failure a run is from what the gateway saw, whatever the agent's program said about it. */
import type { ModelCall } from "../../core/model/model-call.ts";
import type { FailureCode, Outcome } from "../../core/outcome.ts";

/**
 * Returns the outcome of a turn. Only requests that offer tools count: the others, such as for a title, are not the
 * agent's work. If its last whole answer still called a tool, or there was none, the agent depended on the next answer:
 * when that failed, the failure is the model's.
 */
export function applyModelFailure(said: Outcome, calls: readonly ModelCall[]): Outcome {
  if (!canBeModelFailure(said)) return said;
  // An agent that floods the gateway may have provoked what came after.
  if (calls.some(({ ending }) => ending === "capped")) return said;
  // A request that the program gave up while all was well says nothing.
  const work = calls.filter(({ offersTools, ending }) => offersTools && ending !== "left");
  const lastGood = work.findLastIndex(({ ending }) => ending === "complete");
  const last = work.slice(lastGood + 1).at(-1);
  if (lastGood !== -1 && work[lastGood]?.calledTool === false) return last === undefined ? toAgentFailure(said) : said;
  const code = last === undefined ? null : findFailureCode(last);
  return last === undefined || code === null ? said : { status: "failed", code, message: describeFailure(last) };
}

/** The model said its last word and nothing failed after it, so a program that tells of an outage is wrong, or the agent made it say so. */
function toAgentFailure(said: Outcome): Outcome {
  const isOutage = said.status === "failed" && outageCodes.includes(said.code);
  return isOutage ? { ...said, code: "agent" } : said;
}

const outageCodes: readonly FailureCode[] = ["auth", "rate-limit", "network"];

/** A program that retries until its time is over is stopped by the clock, but that is not why it failed. */
function canBeModelFailure(said: Outcome): boolean {
  return said.status !== "stopped" || (said.by === "time" && said.scope === "scenario");
}

/** Null if the request itself was at fault, or the gateway refused it: then the adapter decides. */
function findFailureCode({ ending, status }: ModelCall): FailureCode | null {
  if (ending === "complete" || ending === "left" || ending === "refused" || ending === "capped") return null;
  if (ending !== "status") return "network";
  if (status === 401 || status === 403) return "auth";
  if (status === 429 || status === 529) return "rate-limit";
  return status !== null && status >= 500 ? "network" : null;
}

const sentences: Readonly<Partial<Record<ModelCall["ending"], string>>> = {
  unreachable: "could not be reached",
  dropped: "closed the connection before its answer was complete",
  silent: "did not answer",
  unreadable: "sent an answer that cannot be read",
  redirected: "answered with a redirect",
};

/** Names no text of the agent, because the provider's name is AXIS's own. */
function describeFailure({ provider, ending, status }: ModelCall): string {
  return `the model's provider (${provider}) ${sentences[ending] ?? `answered with status ${status}`}`;
}
