/** Fetches one commit of a repository into a folder: shallow, with size limits, without links and submodules. */
import { AxisError } from "../../core/error.ts";
import { foldName } from "../../core/names/names.ts";
import type { Git } from "./git.ts";
import type { RemoteUrl } from "./url.ts";

const maxTreeFiles = 20_000;
const maxTreeBytes = 100_000_000;

export interface FetchRequest {
  readonly source: RemoteUrl;
  /** The pinned commit; if omitted, the current HEAD. */
  readonly commit?: string | undefined;
  /** An empty folder. */
  readonly folder: string;
  readonly timeoutMs: number;
}

/** Fills the folder and returns the commit. */
export async function fetchCommit(git: Git, request: FetchRequest): Promise<string> {
  const { folder: cwd, timeoutMs } = request;
  const run = (...args: readonly string[]) => git.run({ args, cwd, timeoutMs });
  await run("init", "--quiet", "--template=", ".");
  const commit = await fetchRevision(run, request);
  checkListing(await run("ls-tree", "-r", "-l", "-z", "--full-tree", commit), request.source.url);
  await run("checkout", "--quiet", "--force", "--detach", commit);
  return commit;
}

type RunGit = (...args: readonly string[]) => Promise<string>;

async function fetchRevision(run: RunGit, { source, commit }: FetchRequest): Promise<string> {
  const fetch = ["fetch", "--quiet", "--depth=1", "--no-tags", "--no-recurse-submodules", "--", source.url];
  if (commit === undefined) {
    await run(...fetch, "HEAD");
    return readFetchHead(run);
  }
  try {
    await run(...fetch, commit);
    return await readFetchHead(run);
  } catch (cause) {
    // A server that does not serve single commits may still have this one as its HEAD; if not, the error names its HEAD.
    await run(...fetch, "HEAD");
    const found = await readFetchHead(run);
    if (found === commit) return found;
    throw new AxisError(
      "remote-failed",
      `${source.url} no longer has the pinned commit ${commit}; its HEAD is ${found}`,
      {
        hint: "Move the pin to the current HEAD with: axis remotes update",
        cause,
      },
    );
  }
}

async function readFetchHead(run: RunGit): Promise<string> {
  return (await run("rev-parse", "--verify", "FETCH_HEAD^{commit}")).trim();
}

/** Checks counts and sizes before any file is written, and names that would collide on some file systems. */
export function checkListing(listing: string, url: string): void {
  const refuse = (why: string): never => {
    throw new AxisError("remote-failed", `${url} cannot be used: ${why}`);
  };
  const entries = listing.split("\0").filter((line) => line !== "");
  if (entries.length > maxTreeFiles) refuse(`it contains more than ${maxTreeFiles} files`);
  let bytes = 0;
  const seen = new Map<string, string>();
  for (const entry of entries) {
    const [, size = "0", path = ""] = /^\d+ \w+ [0-9a-f]+ +(\d+|-)\t(.*)$/s.exec(entry) ?? [];
    bytes += size === "-" ? 0 : Number(size);
    if (path.split("/").some((part) => part === "" || part === "." || part === ".." || foldName(part) === ".git")) {
      refuse(`it contains the path ${JSON.stringify(path)}`);
    }
    const twin = seen.get(foldName(path));
    if (twin !== undefined) refuse(`${JSON.stringify(twin)} and ${JSON.stringify(path)} differ only in case`);
    seen.set(foldName(path), path);
  }
  if (bytes > maxTreeBytes) refuse("it contains more than 100 MB");
}
