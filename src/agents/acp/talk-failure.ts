/** Why a talk over ACP came to nothing, where the reader of its messages saw no ending: from codes and exits, never from words. */
import type { ProcessExit } from "../../core/agent.ts";
import { messageOf } from "../../core/error.ts";
import type { Outcome } from "../../core/outcome.ts";
import { exitedWell, exitFailure } from "../ending.ts";

/** `broken` is null where every request was answered. */
export function talkFailure(broken: { readonly error: unknown } | null, exit: ProcessExit | null): Outcome {
  if (exit !== null && !exitedWell(exit)) return exitFailure(exit);
  const why = broken === null ? "without a reason to stop" : `(${messageOf(broken.error)})`;
  return { status: "failed", code: "protocol", message: `The talk over ACP ended ${why}` };
}
