/** The error for a page that cannot be written. */
import { AxisError, isDiskFailure, errorMessage } from "../../core/error.ts";

export function notWritableError(path: string, cause: unknown): AxisError {
  return new AxisError(
    isDiskFailure(cause) ? "disk" : "not-writable",
    `${path} could not be written (${errorMessage(cause)})`,
    {
      hint: "The previous file is unchanged. Free some disk space, or give this user write access to the folder",
      cause,
    },
  );
}
