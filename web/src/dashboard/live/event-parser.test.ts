import fc from "fast-check";
import { expect, test } from "vitest";
import { createEventParser } from "./event-parser.ts";

const stream = [
  ": open\n\n",
  'id: 7\nevent: run.queued\ndata: {"run_id":"run_1"}\n\n',
  ": still here\n\n",
  'id: 8\nevent: run.scored\ndata: {"text":"a: b\\n\\nc"}\n\n',
  "event: reset\ndata: {}\n\n",
].join("");

const events = [
  { id: "7", type: "run.queued", data: '{"run_id":"run_1"}' },
  { id: "8", type: "run.scored", data: '{"text":"a: b\\n\\nc"}' },
  { id: null, type: "reset", data: "{}" },
];

test("events are read, comments are skipped", () => {
  expect(createEventParser().read(stream)).toEqual(events);
});

test("however the text is cut, the events are the same", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: stream.length }), { maxLength: 20 }), (cuts) => {
      const places = [0, ...cuts.toSorted((a, b) => a - b), stream.length];
      const lines = createEventParser();
      const read = places.slice(1).flatMap((end, at) => lines.read(stream.slice(places[at], end)));
      expect(read).toEqual(events);
    }),
  );
});

test("an event that is not whole is not told", () => {
  const lines = createEventParser();
  expect(lines.read("id: 9\nevent: run.queued\ndata: {}\n")).toEqual([]);
  expect(lines.read("\n")).toEqual([{ id: "9", type: "run.queued", data: "{}" }]);
});

test("an event that never ends is refused before it fills the memory", () => {
  const parser = createEventParser();
  expect(() => {
    for (let pieces = 0; pieces < 100; pieces += 1) parser.read(`data: ${"x".repeat(1_000_000)}`);
  }).toThrow(/buffer/i);
});
