/** Runs from a server: the block of a run is a segment of its address, below which its head, parts and artifacts lie. */
import type { RunBlock } from "../../../src/report/html/page-index.ts";
import type { RunSource } from "./source.ts";

/** How to ask, and where. Both functions throw what a reader can be told. */
export interface HttpDoor {
  readonly fetchJson: (address: string) => Promise<unknown>;
  readonly fetchBytes: (address: string) => Promise<Uint8Array<ArrayBuffer>>;
  /** Without a slash at its end; a run lies at `{base}/{block}`. */
  readonly base: string;
}

/** `GET {run}/page` is the head, `{run}/page/{part}` a part of a list, `{run}/artifacts/{path}` a file, `{run}/patch` the diff. */
export function httpSource({ fetchJson, fetchBytes, base }: HttpDoor): RunSource {
  const addresses = new WeakMap<RunBlock, string>();
  const addressOf = (run: RunBlock): string => {
    const address = addresses.get(run);
    if (address === undefined) throw new Error("this run was not read here");
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
      const address = `${addressOf(run)}/page/`;
      yield* ahead(run.lists[name].blocks, (part) => fetchJson(`${address}${encodeURIComponent(part)}`));
    },
    async artifact(run, path) {
      if (!Object.hasOwn(run.artifacts, path)) return null;
      const name = run.artifacts[path] ?? path;
      return await fetchBytes(`${addressOf(run)}/artifacts/${name.split("/").map(encodeURIComponent).join("/")}`);
    },
    async patch(run) {
      return run.patch === undefined ? null : await fetchBytes(`${addressOf(run)}/patch`);
    },
  };
}

/** The next part is under way while one is being read; but the first comes alone, because it is waited for. */
async function* ahead(
  parts: readonly string[],
  fetchPart: (part: string) => Promise<unknown>,
): AsyncGenerator<readonly unknown[]> {
  const start = (at: number) => {
    const part = parts[at];
    const answer = part === undefined ? undefined : fetchPart(part);
    // Whoever takes the answer hears of its failure; one that is never taken is nobody's news.
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
