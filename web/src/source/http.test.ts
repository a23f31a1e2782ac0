import { expect, test } from "vitest";
import { openRunInMemory } from "../../../src/core/run/opened-run.ts";
import { splitRun } from "../../../src/report/html/split-run.ts";
import { sampleDetail } from "../../../src/testing/store-samples.ts";
import { createHttpSource } from "./http.ts";

const detail = {
  ...sampleDetail(
    Array.from({ length: 900 }, (_, at) => ({
      type: "assistant" as const,
      timestamp: null,
      text: `${at}${"x".repeat(1000)}`,
    })),
  ),
  artifacts: [{ path: "a b/c#d?.txt", size: 1, mimeType: "text/plain", file: "artifacts/1" }],
  patch: { file: "it.patch", bytes: 1, files: 1, added: 1, removed: 0, partial: 0 },
};

/** A server as a function; `asked` lists its requests. */
function sourceOf(asked: string[], broken?: string) {
  const { block, rows } = splitRun(openRunInMemory(detail));
  return createHttpSource({
    base: "/v1/runs",
    fetchJson: (address) => {
      asked.push(address);
      const part = address.split("/page/")[1];
      if (part !== undefined && part === broken) return Promise.reject(new Error("offline"));
      return Promise.resolve(part === undefined ? block : rows(part));
    },
    fetchBytes: (address) => {
      asked.push(address);
      return Promise.resolve(new Uint8Array([1]));
    },
  });
}

test("a run is its head first, then the parts of a list in their order", async () => {
  const asked: string[] = [];
  const source = sourceOf(asked);
  const run = await source.run({ block: "run 1/2" });
  const entries = [];
  for await (const piece of source.list(run, "entries")) entries.push(...piece);
  expect(entries).toEqual(detail.output.transcript);
  expect(asked[0]).toBe("/v1/runs/run%201%2F2/page");
  expect(asked.slice(1)).toEqual(run.lists.entries.blocks.map((part) => `/v1/runs/run%201%2F2/page/${part}`));
});

test.each([
  { pieces: 1, questions: 2 },
  { pieces: 2, questions: 4 },
])("who stops reading after $pieces has asked $questions times: the first comes alone, then one ahead", async (of) => {
  const asked: string[] = [];
  const source = sourceOf(asked);
  let read = 0;
  for await (const _ of source.list(await source.run({ block: "r" }), "entries")) {
    read += 1;
    if (read === of.pieces) break;
  }
  expect(asked).toHaveLength(of.questions);
});

test("a part that does not come is an error where it would be read, and what came before is given", async () => {
  const source = sourceOf([], "entries.1");
  const run = await source.run({ block: "r" });
  const pieces: unknown[] = [];
  const read = async () => {
    for await (const piece of source.list(run, "entries")) pieces.push(piece);
  };
  await expect(read()).rejects.toThrow("offline");
  expect(pieces).toHaveLength(1);
});

test("an artifact is asked for by its path, and one that was not kept is not asked for", async () => {
  const asked: string[] = [];
  const source = sourceOf(asked);
  const run = await source.run({ block: "r" });
  expect(await source.artifact(run, "a b/c#d?.txt")).toEqual(new Uint8Array([1]));
  expect(asked.at(-1)).toBe("/v1/runs/r/artifacts/a%20b/c%23d%3F.txt");
  expect(await source.artifact(run, "toString")).toBeNull();
});

test("the diff is asked for below the run, and not where there is none", async () => {
  const asked: string[] = [];
  const source = sourceOf(asked);
  const run = await source.run({ block: "r" });
  expect(await source.patch(run)).toEqual(new Uint8Array([1]));
  expect(asked.at(-1)).toBe("/v1/runs/r/patch");
  const { patch: _none, ...without } = run;
  expect(await source.patch(without)).toBeNull();
});
