/** The errors of pages that cannot be written. */
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

/** Names the page in an error of its path. An error in the content stays as it is. */
export async function withPageError<T>(path: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (cause) {
    throw cause instanceof AxisError ? cause : notWritableError(path, cause);
  }
}
