/** Explains why a request to the object store failed, from its status or error code. */
import { systemCode } from "../../../../core/error.ts";
import { ObjectsUnavailable } from "./objects-unavailable.ts";

/** The requested action, as the end of a sentence. */
const actions = { GET: "return a file", HEAD: "say whether a file exists", PUT: "accept a file", DELETE: "delete a file" };

const hints: Readonly<Record<number, string>> = {
  400: "Check the region of the object store",
  401: "Check AXIS_S3_KEY_ID and AXIS_S3_SECRET",
  403: "Check AXIS_S3_KEY_ID, AXIS_S3_SECRET, their permissions, the region, and this machine's clock",
  404: "Check the endpoint and the bucket; a file that was deleted by hand cannot be restored",
};

/** Statuses that mean the store is busy, not that it refuses. */
const busyStatuses = [408, 425, 429];

/** Does not read the response body, because it may repeat the keys of the request. */
export function toUnavailableError({ method }: { readonly method: keyof typeof actions }, what: unknown): ObjectsUnavailable {
  const did = `The object store did not ${actions[method]}`;
  if (!(what instanceof Response)) {
    const isLate = what instanceof DOMException && what.name === "TimeoutError";
    return new ObjectsUnavailable(`${did}: ${isLate ? "it took too long" : readFailureCode(what)}`, {
      cause: what,
      mayPass: true,
    });
  }
  const { status } = what;
  const hint =
    status >= 300 && status < 400 ? "Set the endpoint to the address it redirects to; AXIS does not follow redirects" : hints[status];
  const mayPass = status >= 500 || busyStatuses.includes(status);
  return new ObjectsUnavailable(`${did}: it answered ${status}`, { mayPass, ...(hint !== undefined && { hint }) });
}

/** The cause of a failed fetch has the code of the connection error. */
function readFailureCode(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  return systemCode(cause) ?? systemCode(error) ?? "the connection failed";
}
