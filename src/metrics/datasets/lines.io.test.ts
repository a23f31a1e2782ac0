import fc from "fast-check";
import { expect, test } from "vitest";
import { readLines } from "./lines.ts";
import { temporaryFile, temporaryFolder } from "./temporary-file.fixture.ts";

async function linesOf(content: string | Uint8Array): Promise<(string | null)[]> {
  const lines: (string | null)[] = [];
  for await (const batch of readLines(temporaryFile("lines.txt", content))) lines.push(...batch);
  return lines;
}

test("line ends of both kinds and a byte order mark are no part of a line", async () => {
  expect(await linesOf("\uFEFFa\r\nb\n\nc")).toEqual(["a", "b", "", "c"]);
});

test("a line that is not UTF-8 is null, and its neighbours are whole", async () => {
  const bytes = Buffer.concat([Buffer.from("grün\n"), Buffer.from([0xff, 0xfe, 0x0a]), Buffer.from("weiß\n")]);
  expect(await linesOf(bytes)).toEqual(["grün", null, "weiß"]);
});

test("characters that lie on the edge of a chunk stay whole", async () => {
  const long = "😀".repeat(200_000);
  expect(await linesOf(`${long}\n${long}x`)).toEqual([long, `${long}x`]);
});

test("any text comes back line by line", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.string({ unit: "grapheme" }).map((text) => text.replaceAll(/[\r\n\uFEFF]/g, ""))),
      async (lines) => {
        const read: (string | null)[] = [];
        const path = temporaryFile("any.txt", lines.map((line) => `${line}\n`).join(""));
        for await (const batch of readLines(path)) read.push(...batch);
        expect(read).toEqual(lines);
      },
    ),
    { numRuns: 50 },
  );
});

test("a file that is not there is a mistake that names it", async () => {
  const path = `${temporaryFolder()}/none.jsonl`;
  await expect(async () => {
    for await (const _ of readLines(path)) throw new Error("there is nothing to read");
  }).rejects.toThrow(`${path}: the file does not exist`);
});
