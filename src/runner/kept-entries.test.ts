import fc from "fast-check";
import { expect, test } from "vitest";
import type { Entry } from "../core/entry.ts";
import { type EntryLimits, KeptEntries } from "./kept-entries.ts";

const limits: EntryLimits = { head: 1000, headEntries: 4, tail: 1000, tailEntries: 3 };
const say = (text: string): Entry => ({ type: "assistant", timestamp: null, text });
const call = (id: string): Entry => ({ type: "tool_use", timestamp: null, id, tool: "bash", input: { command: id } });
const keep = (entries: readonly Entry[]) => {
  const kept = new KeptEntries(limits);
  for (const entry of entries) kept.push(entry);
  return kept;
};
const texts = (kept: KeptEntries) => kept.list().map((entry) => ("text" in entry ? entry.text : entry.type));
const numbers = (count: number) => Array.from({ length: count }, (_, index) => say(String(index)));

test("a transcript within the limits is kept whole", () => {
  const kept = keep(numbers(4));
  expect([texts(kept), kept.dropped]).toEqual([["0", "1", "2", "3"], 0]);
  expect(texts(keep(numbers(7)))).toEqual(["0", "1", "2", "3", "4", "5", "6"]);
});

test("of a longer one the beginning and the end are kept, and an entry says what is missing", () => {
  const kept = keep(numbers(20));
  const gap = "[axis: left out 13 transcript lines here; the raw file has what the agent printed]";
  expect(texts(kept)).toEqual(["0", "1", "2", "3", gap, "17", "18", "19"]);
  expect(kept.dropped).toBe(13);
});

test("one large entry closes the beginning, and the last entry is kept however large it is", () => {
  const large = "x".repeat(5000);
  const kept = keep([say("a"), say(large), say("b"), say(large)]);
  expect(texts(kept).at(-1)).toBe(large);
  expect(kept.dropped).toBe(2);
});

test("a call that would be dropped is kept without its input if there is no other, since it decides whose failure an early end is", () => {
  const kept = keep([...numbers(4), call("1"), call("2"), ...numbers(10)]);
  expect(kept.list().filter(({ type }) => type === "tool_use")).toEqual([{ ...call("1"), input: null }]);
  const early = keep([call("0"), ...numbers(4), call("1"), ...numbers(10)]);
  expect(early.list().filter(({ type }) => type === "tool_use")).toEqual([call("0")]);
});

test("nothing is lost uncounted, and what is kept is bounded", () => {
  fc.assert(
    fc.property(fc.array(fc.nat(600), { maxLength: 60 }), (sizes) => {
      const kept = keep(sizes.map((size, index) => say(`${index} ${"x".repeat(size)}`)));
      const own = kept.list().filter(({ type }) => type === "assistant");
      expect(own.length + kept.dropped).toBe(sizes.length);
      expect(own.length).toBeLessThanOrEqual(limits.headEntries + limits.tailEntries);
      const places = own.map((entry) => Number.parseInt("text" in entry ? entry.text : "", 10));
      expect(places).toEqual(places.toSorted((one, other) => one - other));
      expect(places.at(-1)).toBe(sizes.length === 0 ? undefined : sizes.length - 1);
    }),
  );
});
