/** Asks a web server at an address that was checked before, whatever its name would lead to by now. */
import type { HttpAccess } from "../../core/metric.ts";

/** The default `http.fetch`: one request, no redirect followed, no body read. */
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
        // The status is all that is asked; a body could be endless.
        answer.destroy();
        resolve(
          new Response(null, {
            status: statusOf(answer.statusCode),
            headers: location === undefined ? {} : { location },
          }),
        );
      },
    );
    asking.on("error", reject);
    asking.end();
  });
};

/** `Response` holds 200 to 599; what a server says beyond that is no success. */
function statusOf(status = 0): number {
  return status >= 200 && status <= 599 ? status : 500;
}

/** The default `http.lookup`: every address of a name. */
export const lookupAll: HttpAccess["lookup"] = async (host) => {
  const { lookup } = await import("node:dns/promises");
  return await lookup(host, { all: true });
};
