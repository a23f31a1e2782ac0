import fc from "fast-check";
import { expect, test } from "vitest";
import { EventSplitter } from "./event-splitter.ts";

function split(bytes: Buffer, cuts: readonly number[]) {
  const splitter = new EventSplitter();
  const places = [...cuts.map((cut) => cut % (bytes.length + 1)), 0, bytes.length].toSorted((a, b) => a - b);
  const events = places.slice(1).flatMap((end, index) => splitter.push(bytes.subarray(places[index], end)));
  return [...events, ...splitter.end()];
}

test("an event has a name and data of several lines, with either line ending", () => {
  const text = "event: a\r\ndata: 1\r\ndata: 2\r\n\r\n: a comment\n\ndata:3\n\ndata: no end";
  expect(split(Buffer.from(text), []).map(({ name, data }) => ({ name, data }))).toEqual([
    { name: "a", data: "1\n2" },
    { name: "", data: "" },
    { name: "", data: "3" },
    { name: "", data: "no end" },
  ]);
});

test("however the bytes arrive, the events are the same and no byte is lost", () => {
  const line = fc.constantFrom("data: ä", "event: x", "data:", ": c", "", "\r", 'data: {"a":1}');
  const text = fc.array(line).map((lines) => lines.join("\n"));
  fc.assert(
    fc.property(text, fc.array(fc.nat({ max: 200 })), (written, cuts) => {
      const bytes = Buffer.from(written);
      const events = split(bytes, cuts);
      expect(events).toEqual(split(bytes, []));
      expect(Buffer.concat(events.map((event) => event.bytes)).equals(bytes)).toBe(true);
    }),
  );
});
