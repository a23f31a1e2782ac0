/** Why a run ended as it did, in a sentence. */
import type { RunReason } from "../../../../src/core/run/run-facts.ts";

const sentences: Readonly<Record<Exclude<RunReason, "ok">, string>> = {
  internal: "AXIS itself failed: the agent is not to blame.",
  "setup-failed": "Its setup failed before the agent began.",
  "agent-missing": "The agent's program was not there.",
  "worker-lost": "The worker that carried it out was lost, as often as is tried.",
  cancelled: "It was cancelled.",
  "agent-failed": "The agent ended with a failure.",
  "time-limit": "The agent ran out of time.",
  "token-limit": "The agent used more tokens than it was allowed.",
  deadline: "The time of the whole contest was over.",
  budget: "The budget of the whole run was used up.",
  "no-output": "The agent left nothing that could be used.",
  "gate-exhausted": "A gate still failed after the last repair turn.",
  "check-failed": "A verified check did not pass.",
};

/** Undefined where there is nothing to explain. */
export function explainReason(reason: string): string | undefined {
  return Object.hasOwn(sentences, reason) ? sentences[reason as keyof typeof sentences] : undefined;
}
