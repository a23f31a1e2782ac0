import { createHash } from "node:crypto";
import { appendFileSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import type { JournalStep } from "../../core/store.ts";
import { sampleSteps } from "../../testing/store-samples.ts";
import { formatRecord } from "./journal-record.ts";
import { JournalTail } from "./journal-reader.ts";

const folder = mkdtempSync(join(tmpdir(), "axis-tail-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const at = "2026-03-04T05:06:07.089Z";
const lines = sampleSteps().map((step, index) => formatRecord({ seq: index + 1, at, step }, (text) => text));
const whole = Buffer.from(lines.join(""));
let number = 0;
const newFile = () => join(folder, `journal-${(number += 1)}.ndjson`);

async function stepsOf(tail: JournalTail): Promise<JournalStep[]> {
  const steps: JournalStep[] = [];
  for await (const { step } of tail.read()) steps.push(step);
  return steps;
}

test("however a journal grows, each record is given once, in order, when it is whole", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.integer({ min: 1, max: whole.length }), { maxLength: 12 }), async (cuts) => {
      const file = newFile();
      const tail = new JournalTail(file);
      const steps: JournalStep[] = [];
      let done = 0;
      for (const cut of [...cuts.toSorted((a, b) => a - b), whole.length]) {
        appendFileSync(file, whole.subarray(done, cut));
        done = cut;
        steps.push(...(await stepsOf(tail)));
        const written = lines.filter((_, index) => Buffer.byteLength(lines.slice(0, index + 1).join("")) <= cut);
        expect(steps).toHaveLength(written.length);
      }
      expect(steps).toEqual(sampleSteps());
      expect(await stepsOf(tail)).toEqual([]);
    }),
    { numRuns: 60 },
  );
});

test("a journal that is not there yet has no records, and is read when it comes", async () => {
  const file = newFile();
  const tail = new JournalTail(file);
  expect(await stepsOf(tail)).toEqual([]);
  writeFileSync(file, whole);
  expect(await stepsOf(tail)).toEqual(sampleSteps());
});

test("a torn end that was cut off by whoever goes on is not missed", async () => {
  const file = newFile();
  const tail = new JournalTail(file);
  const [first = "", second = ""] = lines;
  writeFileSync(file, `${first}{"v":1,"seq":2,"garbage\n`);
  expect(await stepsOf(tail)).toHaveLength(1);
  truncateSync(file, Buffer.byteLength(first));
  appendFileSync(file, second);
  expect(await stepsOf(tail)).toEqual(sampleSteps().slice(1, 2));
  expect(tail.isDamaged).toBe(false);
});

test("a record out of its order ends the reading", async () => {
  const file = newFile();
  const tail = new JournalTail(file);
  writeFileSync(file, `${lines[0]}${lines[2]}${lines[1]}`);
  expect(await stepsOf(tail)).toHaveLength(1);
  expect(tail.isDamaged).toBe(true);
});

test("a journal of more than a chunk is read to its end, however its records lie in the chunks", async () => {
  const file = newFile();
  const step = (index: number): JournalStep => ({
    type: "not-run",
    data: { cell: { scenario: "s".repeat(50_000), agent: "a", trial: index }, why: "not asked for" },
  });
  const steps = Array.from({ length: 20 }, (_, index) => step(index + 1));
  writeFileSync(
    file,
    steps.map((each, index) => formatRecord({ seq: index + 1, at, step: each }, (text) => text)).join(""),
  );
  expect(await stepsOf(new JournalTail(file))).toEqual(steps);
});

test("a record of a newer version, though whole, ends the reading", async () => {
  const file = newFile();
  const tail = new JournalTail(file);
  const content = `{"v":2,"seq":2,"type":"plan","at":"${at}","data":{}}`;
  const sum = createHash("sha256").update(content).digest("hex").slice(0, 16);
  writeFileSync(file, `${lines[0]}${content.slice(0, -1)},"sum":"${sum}"}\n`);
  expect(await stepsOf(tail)).toHaveLength(1);
  expect(tail.isDamaged).toBe(true);
});

test("a journal that cannot be opened is a mistake, not an empty one", async () => {
  const file = newFile();
  writeFileSync(file, "");
  await expect(stepsOf(new JournalTail(join(file, "below-a-file")))).rejects.toMatchObject({ code: "ENOTDIR" });
});
