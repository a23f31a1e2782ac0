/** Runs from a server: head, parts of lists, artifacts and diff are below the run's address. */
import type { RunBlock } from "../../../src/report/html/page-index.ts";
import type { RunSource } from "./source.ts";

/** How to send requests. Both functions throw errors that can be shown. */
export interface HttpDeps {
  readonly fetchJson: (address: string) => Promise<unknown>;
  readonly fetchBytes: (address: string) => Promise<Uint8Array<ArrayBuffer>>;
  /** Without a trailing slash; a run is at `{base}/{block}`. */
  readonly base: string;
}

/** `GET {run}/page` is the head, `{run}/page/{part}` a part of a list, `{run}/artifacts/{path}` a file, `{run}/patch` the diff. */
export function createHttpSource({ fetchJson, fetchBytes, base }: HttpDeps): RunSource {
  const addresses = new WeakMap<RunBlock, string>();
  const findAddress = (run: RunBlock): string => {
    const address = addresses.get(run);
    if (address === undefined) throw new Error("this run was not loaded from this server");
    return address;
  };
  return {
    async run({ block }) {
      const address = `${base}/${encodeURIComponent(block)}`;
      const run = (await fetchJson(`${address}/page`)) as RunBlock;
      addresses.set(run, address);
      return run;
    },
    async *list(run, name) {
      const address = `${findAddress(run)}/page/`;
      yield* prefetch(run.lists[name].blocks, (part) => fetchJson(`${address}${encodeURIComponent(part)}`));
    },
    async artifact(run, path) {
      if (!Object.hasOwn(run.artifacts, path)) return null;
      const name = run.artifacts[path] ?? path;
      return await fetchBytes(`${findAddress(run)}/artifacts/${name.split("/").map(encodeURIComponent).join("/")}`);
    },
    async patch(run) {
      return run.patch === undefined ? null : await fetchBytes(`${findAddress(run)}/patch`);
    },
  };
}

/** Fetches the next part while one is being read; only the first comes alone, because the reader waits for it. */
async function* prefetch(
  parts: readonly string[],
  fetchPart: (part: string) => Promise<unknown>,
): AsyncGenerator<readonly unknown[]> {
  const start = (at: number) => {
    const part = parts[at];
    const answer = part === undefined ? undefined : fetchPart(part);
    // The error is thrown where the promise is awaited; one that is never awaited does not matter.
    answer?.catch(() => undefined);
    return answer;
  };
  let next = start(0);
  for (let at = 0; next !== undefined; at += 1) {
    const piece = await next;
    if (at > 0) next = start(at + 1);
    yield piece as readonly unknown[];
    if (at === 0) next = start(1);
  }
}
