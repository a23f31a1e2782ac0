/** A store returns exactly what was written, whatever an agent wrote. */
import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { Entry } from "../../core/entry.ts";
import type { OpenStore } from "./open-store.ts";
import { sampleDetail, sampleSlot, sampleStart } from "../store-samples.ts";

export function testRoundTrips(open: OpenStore): void {
  test("data is read back as written, whatever an agent wrote", async () => {
    const store = await open();
    await using handle = await store.createReport(sampleStart);
    const text = fc.string({ unit: "binary" }).map((value) => `${value}\u2028"\\ud800`);
    const input = fc.dictionary(fc.oneof(fc.constant("__proto__"), fc.constant("constructor"), text), fc.jsonValue());
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(text, input), { maxLength: 5 }), async (calls) => {
        const entries = calls.flatMap(([word, value]): Entry[] => [
          { type: "assistant", timestamp: null, text: word },
          { type: "tool_use", timestamp: null, id: null, tool: "__proto__", input: wellFormedJson(value) },
        ]);
        const detail = sampleDetail(entries);
        const { file } = await handle.writeDetail(sampleSlot, detail);
        expect(JSON.stringify(await handle.readDetail(file))).toBe(JSON.stringify(detail));
      }),
      { numRuns: 100 },
    );
    expect(Object.keys(Object.prototype)).toEqual([]);
  });

  test("a lone surrogate becomes the replacement character", async () => {
    await using handle = await (await open()).createReport(sampleStart);
    const { file } = await handle.writeDetail(
      sampleSlot,
      sampleDetail([{ type: "user", timestamp: null, text: "a\uD800b" }]),
    );
    expect((await handle.readDetail(file)).output.transcript).toMatchObject([{ text: "a\uFFFDb" }]);
  });
}

/** Writing replaces lone surrogates; here they are avoided, to compare the rest. */
function wellFormedJson<T>(value: T): T {
  return JSON.parse(JSON.stringify(value).replaceAll(/(?<!\\)(?:\\\\)*\\ud[89a-f][0-9a-f]{2}/g, "?")) as T;
}
