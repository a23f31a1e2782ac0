import { expect, test } from "vitest";
import type { Api } from "../api/api.ts";
import { followEntries } from "./live-entries.ts";

/** A server that sends these bytes and records its requests. */
function apiOf(pieces: readonly Uint8Array<ArrayBuffer>[], asked: unknown[]): Api {
  const open: Api["open"] = (address, options) => {
    asked.push([address, options?.query]);
    return Promise.resolve(new Response(new Blob([...pieces]).stream()));
  };
  return { open } as Api;
}

const line = (index: number, text: string) => `${JSON.stringify({ index, event: { type: "assistant", text } })}\n`;

test.each([1, 2, 3, 7, 1000])(
  "lines that are cut every %i bytes are read whole, also within a character",
  async (size) => {
    const bytes = new TextEncoder().encode(line(5, "ä€😀") + line(6, "b"));
    const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
      bytes.slice(at * size, (at + 1) * size),
    );
    const asked: unknown[] = [];
    const found = [];
    let last = -1;
    const followed = { api: apiOf(pieces, asked), runId: "run_1", attempt: 2, after: 4 };
    for await (const part of followEntries({ ...followed, abort: new AbortController().signal })) {
      found.push(...part.entries);
      last = part.last;
    }
    expect(found.map((entry) => (entry.type === "assistant" ? entry.text : ""))).toEqual(["ä€😀", "b"]);
    expect(last).toBe(6);
    expect(asked).toEqual([["/v1/runs/{id}/transcript", { follow: "true", attempt: 2, after: 4 }]]);
  },
);
