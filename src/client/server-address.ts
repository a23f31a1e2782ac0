/** Where a server is and who asks: AXIS_URL and AXIS_TOKEN, checked before anything is sent there. */
import { AxisError } from "../core/error.ts";
import { isLoopbackHost } from "../core/http/loopback.ts";

export interface ServerAddress {
  /** Ends with a slash. */
  readonly base: URL;
  readonly token: string;
}

/** Undefined where AXIS_URL is not set. */
export function serverAddress(env: NodeJS.ProcessEnv): ServerAddress | undefined {
  const written = env["AXIS_URL"];
  if (written === undefined || written === "") return undefined;
  const base = baseOf(written);
  requireSafe(base, env["AXIS_ALLOW_HTTP"] === "1");
  const token = env["AXIS_TOKEN"];
  if (token === undefined || token === "")
    throw new AxisError("flag-invalid", "AXIS_URL is set, but AXIS_TOKEN is not", {
      hint: "Make a token where the server is: axis token create --name <name> --scope admin",
    });
  if (!/^[\w-]+$/.test(token)) throw new AxisError("flag-invalid", "AXIS_TOKEN is no token of an AXIS server");
  return { base, token };
}

function baseOf(written: string): URL {
  const url = URL.canParse(written) ? new URL(written) : undefined;
  const isPlain = url !== undefined && [url.username, url.password, url.search, url.hash].every((part) => part === "");
  if (!isPlain || !/^https?:$/.test(url.protocol))
    throw new AxisError("flag-invalid", "AXIS_URL is not the address of a server", {
      hint: "It takes one such as https://axis.example.com, without user, password, ? or #",
    });
  url.pathname = url.pathname.replace(/\/*$/, "/");
  return url;
}

/** A token that travels unencrypted is anybody's. */
function requireSafe({ protocol, hostname, origin }: URL, isAllowed: boolean): void {
  if (protocol === "https:" || isAllowed || isLoopbackHost(hostname)) return;
  throw new AxisError("flag-invalid", `${origin} would get the token unencrypted`, {
    hint: "Use https://; in a network that is safe in itself, set AXIS_ALLOW_HTTP=1",
  });
}
