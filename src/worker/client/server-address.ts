/** The server's address and token, from AXIS_URL and AXIS_TOKEN. Both are checked before anything is sent. */
import { AxisError } from "../../core/error.ts";
import { isLoopbackHost } from "../../core/http/loopback.ts";

export interface ServerAddress {
  /** Ends with a slash. */
  readonly base: URL;
  readonly token: string;
}

/** Undefined if AXIS_URL is not set. */
export function readServerAddress(env: NodeJS.ProcessEnv): ServerAddress | undefined {
  const written = env["AXIS_URL"];
  if (written === undefined || written === "") return undefined;
  const base = parseBaseUrl(written);
  requireEncryption(base, env["AXIS_ALLOW_HTTP"] === "1");
  const token = env["AXIS_TOKEN"];
  if (token === undefined || token === "")
    throw new AxisError("flag-invalid", "AXIS_URL is set, but AXIS_TOKEN is not", {
      hint: "Create a token on the server's machine with: axis token create --name <name> --scope admin",
    });
  if (!/^[\w-]+$/.test(token)) throw new AxisError("flag-invalid", "AXIS_TOKEN is not a valid AXIS token");
  return { base, token };
}

function parseBaseUrl(written: string): URL {
  const url = URL.canParse(written) ? new URL(written) : undefined;
  const isPlain = url !== undefined && [url.username, url.password, url.search, url.hash].every((part) => part === "");
  if (!isPlain || !/^https?:$/.test(url.protocol))
    throw new AxisError("flag-invalid", "AXIS_URL is not a valid server address", {
      hint: "Use an address such as https://axis.example.com, without user, password, ? or #",
    });
  url.pathname = url.pathname.replace(/\/*$/, "/");
  return url;
}

/** Anyone on the network could read a token that is sent unencrypted. */
function requireEncryption({ protocol, hostname, origin }: URL, isAllowed: boolean): void {
  if (protocol === "https:" || isAllowed || isLoopbackHost(hostname)) return;
  throw new AxisError("flag-invalid", `The token would be sent to ${origin} unencrypted`, {
    hint: "Use https://, or set AXIS_ALLOW_HTTP=1 if the network is trusted",
  });
}
