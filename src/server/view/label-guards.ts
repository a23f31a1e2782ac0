/** Guards of the only request to the view that writes: a label, sent by a page of this server on this machine. */
import { randomBytes, timingSafeEqual } from "node:crypto";
import { isLocalRequest, isOwnOrigin } from "../guards/address.ts";
import { checkJson, readBoundedText } from "../json-body.ts";
import { ApiProblem } from "../problem.ts";
import type { ApiContext } from "../route-deps.ts";

/** Far more than a label with its note. */
const labelLimits = { bodyBytes: 32_768, jsonDepth: 4 };

/** The header with the token that the server puts into its own pages. Pages of other origins can read neither. */
const labelTokenHeader = "x-axis-token";

/** A token that is valid until the server stops. */
export function createLabelToken(): string {
  return randomBytes(32).toString("base64url");
}

/** The parsed body of a request that may write; throws an `ApiProblem` for every other request. */
export async function readLabelRequest(c: ApiContext, token: string): Promise<unknown> {
  if (!isLocalRequest(c)) throw new ApiProblem("wrong-origin", "Labels are accepted only from this machine");
  const origin = c.req.header("origin");
  if (origin === undefined || !isOwnOrigin(c, origin, []))
    throw new ApiProblem("wrong-origin", "Labels are accepted only from pages of this server");
  const site = c.req.header("sec-fetch-site");
  if (site !== undefined && site !== "same-origin")
    throw new ApiProblem("wrong-origin", "Labels are accepted only from pages of this server");
  if (!isToken(c.req.header(labelTokenHeader), token))
    throw new ApiProblem("token-invalid", "This page is from an earlier axis view; reload it");
  if (
    !/^application\/json$/i.test(c.req.header("content-type") ?? "") ||
    c.req.header("content-encoding") !== undefined
  )
    throw new ApiProblem("not-json", "A label must be uncompressed JSON");
  if (Number(c.req.header("content-length") ?? 0) > labelLimits.bodyBytes)
    throw new ApiProblem("too-large", `A label has at most ${labelLimits.bodyBytes} bytes`);
  const text = await readBoundedText(c.req.raw.body, labelLimits.bodyBytes);
  checkJson(text, labelLimits);
  return JSON.parse(text);
}

function isToken(given: string | undefined, token: string): boolean {
  const [a, b] = [Buffer.from(given ?? ""), Buffer.from(token)];
  return a.length === b.length && timingSafeEqual(a, b);
}
