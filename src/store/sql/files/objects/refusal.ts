/** Why a request to the object store came to nothing, from its status or the code of its failure. */
import { systemCode } from "../../../../core/error.ts";
import { ObjectsUnavailable } from "./objects-unavailable.ts";

/** What is asked for, in words. */
const wishes = { GET: "give a file", HEAD: "say whether it has a file", PUT: "take a file", DELETE: "remove a file" };

const hints: Readonly<Record<number, string>> = {
  400: "Check the region of the object store",
  401: "Check AXIS_S3_KEY_ID and AXIS_S3_SECRET",
  403: "Check AXIS_S3_KEY_ID, AXIS_S3_SECRET, what they may do, the region, and the clock of this machine",
  404: "Check endpoint and bucket; a file that was removed by hand does not come back",
};

/** Statuses with which a store says that it is busy, not that it does not want to. */
const busy = [408, 425, 429];

/** What the store wrote is not read: it may repeat what it was sent. */
export function whyNot({ method }: { readonly method: keyof typeof wishes }, what: unknown): ObjectsUnavailable {
  const did = `The object store did not ${wishes[method]}`;
  if (!(what instanceof Response)) {
    const isLate = what instanceof DOMException && what.name === "TimeoutError";
    return new ObjectsUnavailable(`${did}: ${isLate ? "it took too long" : codeOf(what)}`, {
      cause: what,
      mayPass: true,
    });
  }
  const { status } = what;
  const hint =
    status >= 300 && status < 400 ? "Set the endpoint it redirects to; redirects are not followed" : hints[status];
  const mayPass = status >= 500 || busy.includes(status);
  return new ObjectsUnavailable(`${did}: it answered ${status}`, { mayPass, ...(hint !== undefined && { hint }) });
}

/** A failed fetch says in its cause what happened to the connection. */
function codeOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  return systemCode(cause) ?? systemCode(error) ?? "the connection failed";
}
