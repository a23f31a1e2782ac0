import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { createHash } from "node:crypto";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { sampleBaseline, sampleDetail } from "../../testing/store-samples.ts";
import { nodeDisk } from "../disk/disk.ts";
import { serializeDocument, writeAtomically } from "./document.ts";
import { openFolders } from "../disk/folders.ts";

const asIs = (text: string) => text;
const textOf = (document: object, redact = asIs) => [...serializeDocument(document, redact)].join("");

test("each top-level key and each row of a long list has a line of its own", () => {
  const document = {
    version: "1",
    empty: {},
    list: [1, 2],
    results: [{ a: 1 }, { a: 2 }],
    left: undefined,
    entries: [],
  };
  expect(textOf(document)).toBe(
    '{\n"version":"1",\n"empty":{},\n"list":[1,2],\n"results":[\n{"a":1},\n{"a":2}\n],\n"entries":[]\n}\n',
  );
  const lines = textOf(sampleDetail([{ type: "user", timestamp: null, text: "a" }])).split("\n");
  expect(lines).toContain('{"type":"user","timestamp":null,"text":"a"}');
  expect(textOf(sampleBaseline()).split("\n")).toContainEqual(expect.stringMatching(/^"cms\/create-post":\{"echo":/));
});

test("the text of any document parses back to it", () => {
  const keys = fc.oneof(fc.constantFrom("__proto__", "results", "transcript", "input", "a"), fc.string());
  const shallow = fc.jsonValue({ maxDepth: 2 });
  const anything = fc.oneof(shallow, fc.array(shallow), fc.dictionary(keys, fc.oneof(shallow, fc.array(shallow))));
  fc.assert(
    fc.property(fc.dictionary(keys, anything), (document) => {
      const plain = JSON.stringify(document);
      fc.pre(!plain.includes("\\ud"));
      expect(JSON.stringify(JSON.parse(textOf(document)))).toBe(plain);
    }),
    { numRuns: 500 },
  );
});

test("a secret is replaced wherever it stands, and the document is still JSON", () => {
  const secrets = /hunter2hunter2|12345678|"quo"ted|\\"quo\\"ted/g;
  const redact = (text: string) => text.replaceAll(secrets, "[redacted]");
  const document = {
    durationMs: 12345678,
    hunter2hunter2: 'he said "quo"ted',
    transcript: [
      { type: "tool_use", tool: "x-hunter2hunter2-y", input: { id: 12345678, hunter2hunter2: ["12345678"] } },
    ],
  };
  expect(JSON.parse(textOf(document, redact))).toEqual({
    durationMs: 12345678,
    "[redacted]": "he said [redacted]",
    transcript: [
      { type: "tool_use", tool: "x-[redacted]-y", input: { id: "[redacted]", "[redacted]": ["[redacted]"] } },
    ],
  });
});

test("a long list is written in pieces, and the mark is that of the file", async () => {
  const folder = await mkdtemp(join(tmpdir(), "axis-document-"));
  const rows = Array.from({ length: 5_000 }, (_, index) => ({ type: "user", text: `zwölf ${index}` }));
  const written: number[] = [];
  const disk = {
    ...nodeDisk,
    open: async (path: string, how: "new" | "append") => {
      const file = await nodeDisk.open(path, how);
      return { ...file, write: (bytes: Uint8Array) => (written.push(bytes.length), file.write(bytes)) };
    },
  };
  const target = { disk, folders: openFolders(disk, folder), path: join(folder, "a", "b.json"), file: "a/b.json" };
  const mark = await writeAtomically(target, serializeDocument({ transcript: rows }, asIs));
  const bytes = await readFile(target.path);
  expect(mark).toEqual({
    file: "a/b.json",
    bytes: bytes.length,
    sha256: createHash("sha256").update(bytes).digest("hex"),
  });
  expect(JSON.parse(bytes.toString())).toEqual({ transcript: rows });
  expect(Math.max(...written)).toBeLessThan(70_000);
  expect(await readdir(join(folder, "a"))).toEqual(["b.json"]);
  await rm(folder, { recursive: true });
});

test("a secret in one of many rows is replaced there, and every other row stays as it is", () => {
  const redact = (text: string) => text.replaceAll("hunter2hunter2", "[redacted]");
  const rows = Array.from({ length: 3_000 }, (_, index) => ({ text: `row ${index} ${"x".repeat(50)}` }));
  const expected = rows.toSpliced(1_234, 1, { text: "[redacted]" });
  const text = textOf({ transcript: rows.toSpliced(1_234, 1, { text: "hunter2hunter2" }) }, redact);
  expect(text).toBe(textOf({ transcript: expected }));
  expect(text.split("\n")).toHaveLength(3_000 + 5);
});
