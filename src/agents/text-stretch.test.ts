import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { EntryInput } from "../core/entry.ts";
import { TextStretch } from "./command.ts";

const noon = "2026-01-01T12:00:00.000Z";

const words = (text: string) => text.split(/\s+/).filter((word) => word !== "");

function gather(): { stretch: TextStretch; entries: EntryInput[] } {
  const entries: EntryInput[] = [];
  let second = 0;
  const stretch = new TextStretch(
    (entry) => entries.push(entry),
    () => new Date(Date.parse(noon) + 1000 * second++),
  );
  return { stretch, entries };
}

test("adjacent lines become one entry, with the time of the first", () => {
  const { stretch, entries } = gather();
  stretch.add("one");
  stretch.add("");
  stretch.add("  two");
  expect(stretch.end()).toBe("one\n\n  two");
  expect(entries).toEqual([{ type: "assistant", text: "one\n\n  two", timestamp: noon }]);
});

test("blank lines before and after are left out, and blank lines alone are nothing", () => {
  const { stretch, entries } = gather();
  for (const line of ["", "  ", "one", "", ""]) stretch.add(line);
  expect(stretch.end()).toBe("one");
  stretch.add("");
  expect(stretch.end()).toBe(null);
  expect(entries).toMatchObject([{ text: "one" }]);
});

test("a pause makes an entry, but the stretch goes on", async () => {
  const { stretch, entries } = gather();
  stretch.add("one");
  await expect.poll(() => entries).toMatchObject([{ text: "one" }]);
  stretch.add("two");
  expect(stretch.end()).toBe("one\ntwo");
  expect(entries).toMatchObject([{ text: "one" }, { text: "two" }]);
});

test("after its end another stretch begins", () => {
  const { stretch, entries } = gather();
  stretch.add("one");
  stretch.end();
  stretch.add("two");
  expect(stretch.end()).toBe("two");
  expect(entries).toMatchObject([{ text: "one" }, { text: "two" }]);
});

test("text without end is handed on in pieces, and the answer keeps its last part", () => {
  const { stretch, entries } = gather();
  for (let line = 0; line < 40; line += 1) stretch.add(String(line).padEnd(100_000, "."));
  const answer = stretch.end() ?? "";
  expect(Math.max(...entries.map((entry) => ("text" in entry ? entry.text.length : 0)))).toBeLessThan(400_000);
  expect(answer.length).toBeLessThan(2_200_000);
  expect(answer.endsWith(String(39).padEnd(100_000, "."))).toBe(true);
});

test("no word is lost or doubled", () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.string({ unit: "grapheme-ascii" }), fc.constant(""))), (lines) => {
      const { stretch, entries } = gather();
      for (const line of lines) stretch.add(line);
      stretch.end();
      expect(entries.flatMap((entry) => ("text" in entry ? words(entry.text) : []))).toEqual(words(lines.join("\n")));
    }),
  );
});
