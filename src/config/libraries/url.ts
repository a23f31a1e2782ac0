/** Which git URLs AXIS fetches from, and where their clones are stored. */
import { createHash } from "node:crypto";
import { segmentProblem } from "../../core/names/names.ts";

export interface RemoteUrl {
  /** Without a trailing slash; the name of the source in the lock. */
  readonly url: string;
  readonly scheme: "https" | "ssh" | "file";
  /** Folders below .axis/remotes. */
  readonly segments: readonly string[];
}

/** A URL that may be fetched, or why it may not. `fromProject`: written in the project's own config. */
export function parseRemoteUrl(written: string, options: { fromProject: boolean }): RemoteUrl | { problem: string } {
  const url = written.replace(/\/+$/, "");
  if (!URL.canParse(url) || /[\s\p{Cc}]/u.test(url))
    return { problem: "This is not a URL. Write one such as https://github.com/acme/tasks." };
  const parsed = new URL(url);
  const scheme = parsed.protocol.slice(0, -1);
  if (scheme === "file") {
    if (!options.fromProject)
      return { problem: "A library may not refer to file://; only the project's own config may." };
    if (parsed.pathname === "/")
      return { problem: "The path of this URL must be a folder on this machine, such as file:///home/me/tasks." };
    return { url, scheme, segments: fileSegments(parsed) };
  }
  if (scheme !== "https" && scheme !== "ssh") {
    return { problem: `${scheme}:// is not supported: use https://, ssh:// or file://.` };
  }
  const problem = partProblem(parsed);
  if (problem !== undefined) return { problem };
  const path = parsed.pathname
    .replace(/\.git$/, "")
    .split("/")
    .filter((part) => part !== "");
  const host = parsed.hostname.split(".").toReversed().join(".");
  const segments = [parsed.port === "" ? host : `${host}-${parsed.port}`, ...path];
  if (path.length < 2 || segments.some((segment) => segmentProblem(segment) !== null || /^-|%/.test(segment))) {
    return {
      problem: "The path of this URL must be an owner and a repository, such as https://github.com/acme/tasks.",
    };
  }
  return { url, scheme, segments };
}

/** A URL as it may be shown: the text before an @ may be a token, except for the user of ssh. */
export function redactUrl(written: string): string {
  return written.replace(/^(?!ssh:\/\/[^/:]*@)([a-z+.-]*:\/\/)[^/]*@/i, "$1[redacted]@");
}

function partProblem(url: URL): string | undefined {
  if (url.password !== "" || (url.username !== "" && url.protocol !== "ssh:")) {
    return "A URL must not carry a user or password: they would end up in files.";
  }
  if (url.search !== "" || url.hash !== "") return "The URL of a repository must not contain ? or #.";
  if (url.hostname === "" || url.hostname.startsWith("-") || url.username.startsWith("-"))
    return "This URL has no valid host.";
  return undefined;
}

/** A path on this machine may be long and unusual, so its hash and its last part identify it. */
function fileSegments(url: URL): string[] {
  const path = url.pathname.replace(/\.git$/, "");
  const last = (path.split("/").at(-1) ?? "").replace(/[^A-Za-z0-9_-]+/g, "-");
  const hash = createHash("sha256").update(url.pathname).digest("hex").slice(0, 12);
  return ["file", hash, last === "" || segmentProblem(last) !== null ? "repository" : last];
}
