import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { sampleSteps } from "../../testing/store-samples.ts";
import type { DiskFile } from "../disk/disk.ts";
import { openJournal } from "./journal.ts";
import { parseJournal } from "./journal-reader.ts";
import { formatRecord } from "./journal-record.ts";

const asIs = (text: string) => text;
const at = "2026-03-04T05:06:07.089Z";
const lines = sampleSteps().map((step, index) => formatRecord({ seq: index + 1, at, step }, asIs));
const whole = Buffer.from(lines.join(""));
const read = (bytes: Buffer) => parseJournal(bytes, "journal.ndjson");

/** Where each line begins. */
const offsets = lines.map((_, index) => Buffer.byteLength(lines.slice(0, index).join("")));

test("a record is one line with version, number, type, time, data and sum", () => {
  expect(lines[5]).toMatch(
    /^\{"v":1,"seq":6,"type":"stale","at":"2026-03-04T05:06:07\.089Z","data":.*,"sum":"[0-9a-f]{16}"\}\n$/,
  );
  expect(read(whole).steps).toEqual(sampleSteps());
  expect(read(whole)).not.toHaveProperty("torn");
  expect(read(whole)).not.toHaveProperty("damage");
});

describe("the end of a journal", () => {
  const last = offsets.at(-1) ?? 0;

  test("cut at any byte of the last record, it is set aside and all before it is read", () => {
    for (let end = last + 1; end < whole.length; end += 1) {
      const content = read(whole.subarray(0, end));
      expect(content.steps).toEqual(sampleSteps().slice(0, -1));
      expect(content).toMatchObject({ goodBytes: last, torn: { bytes: end - last } });
    }
  });

  test("with any byte of the last record changed, it is set aside", () => {
    for (let index = last; index < whole.length; index += 1) {
      const content = read(flipped(whole, index));
      expect(content).toMatchObject({ goodBytes: last, torn: { bytes: whole.length - last } });
    }
  });

  test.each(["x", "\n", "\0".repeat(4096), "garbage\nof two lines\n", '{"v":1,"se', '{"v":1,"seq":8,"type"'])(
    "with %j behind it, that is set aside",
    (garbage) => {
      const content = read(Buffer.concat([whole, Buffer.from(garbage)]));
      expect(content.steps).toEqual(sampleSteps());
      expect(content).toMatchObject({ goodBytes: whole.length, torn: { bytes: garbage.length } });
    },
  );
});

describe("damage before the end", () => {
  test("any changed byte of any earlier record is found, with the place of that record", () => {
    for (const [number, offset] of offsets.slice(0, -1).entries()) {
      for (let index = offset; index < (offsets[number + 1] ?? 0); index += 1)
        expect(read(flipped(whole, index)).damage).toEqual({ offset });
    }
  });

  test("a line that is gone, doubled or moved is found", () => {
    expect(read(joined([0, 2, 3])).damage).toEqual({ offset: offsets[1] });
    expect(read(joined([0, 1, 2, 3, 4, 6])).damage).toEqual({ offset: offsets[5] });
    expect(read(joined([0, 1, 1, 2])).damage).toEqual({ offset: offsets[2] });
    expect(read(joined([0, 2, 1, 3])).damage).toEqual({ offset: offsets[1] });
  });

  test("a whole record behind something else is damage, not a torn end", () => {
    const last = offsets.at(-1) ?? 0;
    const content = read(Buffer.concat([whole.subarray(0, last), Buffer.from("xx"), whole.subarray(last)]));
    expect(content).toMatchObject({ damage: { offset: last } });
    expect(content).not.toHaveProperty("torn");
  });

  test("a record of a newer version says which one", () => {
    const [first = ""] = lines;
    const content = `${first.slice(0, first.lastIndexOf(',"sum"'))}}`.replace('"v":1', '"v":9');
    const sum = createHash("sha256").update(content).digest("hex").slice(0, 16);
    const line = `${content.slice(0, -1)},"sum":"${sum}"}\n`;
    expect(() => read(Buffer.from(line))).toThrow("journal version 9");
  });
});

function joined(order: readonly number[]): Buffer {
  return Buffer.from(order.map((index) => lines[index]).join(""));
}

function flipped(bytes: Buffer, index: number): Buffer {
  const copy = Buffer.from(bytes);
  copy[index] = (copy[index] ?? 0) ^ 1;
  return copy;
}

/** A journal on a file that tells what was done to it. */
function diary(fail: (operation: string) => boolean = () => false) {
  const operations: string[] = [];
  const done = async (operation: string) => {
    operations.push(operation);
    if (fail(operation)) throw Object.assign(new Error("full"), { code: "ENOSPC" });
    await new Promise((resolve) => setImmediate(resolve));
  };
  const file: DiskFile = {
    write: (bytes) => done(`write ${Buffer.from(bytes).toString().split("\n").length - 1}`),
    writeNow: () => {},
    sync: () => done("sync"),
    close: () => done("close"),
  };
  return { operations, journal: openJournal({ file, redact: asIs, now: () => new Date(0), steps: [] }) };
}

describe("a journal being written", () => {
  const step = { type: "stale", data: { cell: { scenario: "s", agent: "a", trial: 1 }, attempt: 1 } } as const;

  test("records that come together share one write and one flush, and are told after the flush", async () => {
    const { operations, journal } = diary();
    const told = Promise.all([1, 2, 3].map(() => journal.record(step).then(() => operations.push("told"))));
    await new Promise((resolve) => setImmediate(resolve));
    const late = journal.record(step);
    await told;
    await late;
    expect(operations.filter((operation) => operation !== "told")).toEqual(["write 3", "sync", "write 1", "sync"]);
    expect(operations.indexOf("told")).toBeGreaterThan(operations.indexOf("sync"));
    expect(operations.lastIndexOf("told")).toBeLessThan(operations.lastIndexOf("sync"));
  });

  test("after a failed write nothing more is written, since it would stand behind half a line", async () => {
    const { operations, journal } = diary((operation) => operation.startsWith("write"));
    await expect(journal.record(step)).rejects.toThrow("full");
    await expect(journal.record(step)).rejects.toThrow("full");
    expect(operations).toEqual(["write 1"]);
    expect(journal.steps).toEqual([]);
  });
});
