/** The mistake of a place where a page cannot be written. */
import { AxisError, isDiskFailure, messageOf } from "../core/error.ts";

export function notWritable(path: string, cause: unknown): AxisError {
  return new AxisError(
    isDiskFailure(cause) ? "disk" : "not-writable",
    `${path} could not be written (${messageOf(cause)})`,
    {
      hint: "What was there before is as it was. Make room, or give this user the right to write there",
      cause,
    },
  );
}
