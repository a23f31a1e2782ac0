/** The reason why an ACP session failed without a final message: derived from codes and exits, never from text. */
import type { ProcessExit } from "../../core/agent.ts";
import { errorMessage } from "../../core/error.ts";
import type { Outcome } from "../../core/outcome.ts";
import { hasExitedCleanly, toExitFailure } from "../ending.ts";

/** `broken` is null if every request was answered. */
export function toSessionFailure(broken: { readonly error: unknown } | null, exit: ProcessExit | null): Outcome {
  if (exit !== null && !hasExitedCleanly(exit)) return toExitFailure(exit);
  const why = broken === null ? "without a stop reason" : `(${errorMessage(broken.error)})`;
  return { status: "failed", code: "protocol", message: `The ACP session ended ${why}` };
}
