/** Requests a URL at an address that was checked before, even if the host name resolves differently by now. */
import type { HttpAccess } from "../../core/metric.ts";

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
export const lookupAll: HttpAccess["lookup"] = async (host) => {
  const { lookup } = await import("node:dns/promises");
  return await lookup(host, { all: true });
};
