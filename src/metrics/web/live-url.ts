/** Checks whether a URL responds. Requests are made with care, because an agent wrote the URL. */
import { isIP } from "node:net";
import { errorMessage } from "../../core/error.ts";
import type { HttpAccess } from "../../core/metric.ts";
import { waitUntilAborted } from "../execution/until-aborted.ts";
import { isPublicAddress } from "./public-address.ts";

/** The default `http.fetch`: one request, without following redirects or reading the body. */
export const pinnedFetch: HttpAccess["fetch"] = async (written, init) => {
  const url = new URL(written);
  const { request } = url.protocol === "https:" ? await import("node:https") : await import("node:http");
  const { address, method = "GET", headers, signal } = init;
  if (address === undefined) throw new TypeError(`No address was checked for ${url.host}`);
  const family = address.includes(":") ? 6 : 4;
  return await new Promise<Response>((resolve, reject) => {
    const asking = request(
      url,
      {
        method,
        headers: Object.fromEntries(new Headers(headers)),
        agent: false,
        ...(signal ? { signal } : {}),
        lookup: (_host, options, found) => {
          if (options.all) found(null, [{ address, family }]);
          else found(null, address, family);
        },
      },
      (answer) => {
        const location = answer.headers.location;
        // Only the status is needed, and a body could be endless.
        answer.destroy();
        resolve(
          new Response(null, {
            status: toResponseStatus(answer.statusCode),
            headers: location === undefined ? {} : { location },
          }),
        );
      },
    );
    asking.on("error", reject);
    asking.end();
  });
};

/** `Response` accepts only 200 to 599; any other status counts as a failure. */
function toResponseStatus(status = 0): number {
  return status >= 200 && status <= 599 ? status : 500;
}

/** The default `http.lookup`: all addresses of a host name. */
const lookupAll: HttpAccess["lookup"] = async (host) => {
  const { lookup } = await import("node:dns/promises");
  return await lookup(host, { all: true });
};

export interface Liveness {
  /** `refused`: rejected by our rules. `silent`: no HTTP response. */
  readonly status: "live" | "dead" | "refused" | "silent";
  /** Whether any request, including redirects, got an HTTP response. */
  readonly answered: boolean;
  readonly why: string;
}

const maxRedirects = 5;
const defaultTimeoutMs = 5_000;
/** Status codes of servers that do not support HEAD. */
const headUnsupported: ReadonlySet<number> = new Set([405, 501]);
const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** Follows a URL and its redirects. Every hop is resolved, checked and pinned to an address before the request. */
export async function checkLive(written: string, http: Partial<HttpAccess>, abort: AbortSignal): Promise<Liveness> {
  const access = {
    fetch: http.fetch ?? pinnedFetch,
    lookup: http.lookup ?? lookupAll,
    timeoutMs: http.timeoutMs ?? defaultTimeoutMs,
  };
  let hop: Hop = { written, base: undefined };
  for (let redirected = 0; redirected <= maxRedirects; redirected += 1) {
    const step = await followHop(hop, access, abort);
    if (!("written" in step)) return { ...step, answered: step.answered || redirected > 0 };
    hop = step;
  }
  return { status: "dead", answered: true, why: `redirects more than ${maxRedirects} times` };
}

interface Hop {
  readonly written: string;
  readonly base: URL | undefined;
}

async function followHop({ written, base }: Hop, access: HttpAccess, abort: AbortSignal): Promise<Liveness | Hop> {
  const checked = checkUrl(written, base);
  if ("refused" in checked) return refused(checked.refused);
  const { url } = checked;
  try {
    const address = await findPublicAddress(url.hostname, access, abort);
    if (address === null) return refused("resolves to an address that is not public");
    const answer = await requestUrl(url, { access, abort, address });
    const location = answer.headers?.get("location") ?? null;
    if (redirects.has(answer.status) && location !== null) return { written: location, base: url };
    return {
      status: answer.status < 400 ? "live" : "dead",
      answered: true,
      why: `responded with status ${answer.status}`,
    };
  } catch (error) {
    abort.throwIfAborted();
    return { status: "silent", answered: false, why: errorMessage(error) };
  }
}

function refused(why: string): Liveness {
  return { status: "refused", answered: false, why };
}

/** Returns the first address of a host if all its addresses are public; one private address rejects the whole host. */
async function findPublicAddress(host: string, access: HttpAccess, abort: AbortSignal): Promise<string | null> {
  const bare = host.replace(/^\[|\]$/g, "");
  if (isIP(bare) !== 0) return isPublicAddress(bare) ? bare : null;
  // A DNS lookup cannot be cancelled, so it is abandoned after the timeout.
  const limit = AbortSignal.any([abort, AbortSignal.timeout(access.timeoutMs)]);
  const found = await waitUntilAborted(access.lookup(bare), limit);
  const [first] = found;
  return first !== undefined && found.every(({ address }) => isPublicAddress(address)) ? first.address : null;
}

interface UrlRequest {
  readonly access: HttpAccess;
  readonly abort: AbortSignal;
  readonly address: string;
}

async function requestUrl(url: URL, { access, abort, address }: UrlRequest): Promise<Response> {
  const request = async (init: RequestInit): Promise<Response> => {
    const signal = AbortSignal.any([abort, AbortSignal.timeout(access.timeoutMs)]);
    const answer = await access.fetch(url.href, { ...init, redirect: "manual", signal, address });
    await answer.body?.cancel();
    return answer;
  };
  const answer = await request({ method: "HEAD" });
  return headUnsupported.has(answer.status)
    ? await request({ method: "GET", headers: { range: "bytes=0-0" } })
    : answer;
}

/** The URL, or why it is rejected. */
type CheckedUrl = { readonly url: URL } | { readonly refused: string };

/** Accepts only http and https, without credentials; relative URLs are resolved against the base. */
function checkUrl(written: string, base?: URL): CheckedUrl {
  const url = parseUrl(written, base);
  if (url === null) return { refused: "is not a valid URL" };
  if (url.protocol !== "http:" && url.protocol !== "https:")
    return { refused: `uses ${url.protocol} instead of http or https` };
  if (url.username !== "" || url.password !== "") return { refused: "contains credentials" };
  return { url };
}

function parseUrl(written: string, base: URL | undefined): URL | null {
  try {
    return new URL(written, base);
  } catch {
    // The caller reports what was rejected and where.
    return null;
  }
}
