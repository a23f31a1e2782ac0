/** The reason why an ACP session failed without a final message: derived from codes and exits, never from text. */
import type { ProcessExit } from "../../core/agent.ts";
import { messageOf } from "../../core/error.ts";
import type { Outcome } from "../../core/outcome.ts";
import { exitedWell, exitFailure } from "../ending.ts";

/** `broken` is null if every request was answered. */
export function talkFailure(broken: { readonly error: unknown } | null, exit: ProcessExit | null): Outcome {
  if (exit !== null && !exitedWell(exit)) return exitFailure(exit);
  const why = broken === null ? "without a stop reason" : `(${messageOf(broken.error)})`;
  return { status: "failed", code: "protocol", message: `The ACP session ended ${why}` };
}
