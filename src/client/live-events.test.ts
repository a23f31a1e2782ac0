import * as fc from "fast-check";
import { expect, test } from "vitest";
import { eventTypes } from "./live-events.ts";

const text = [
  ": open",
  "",
  "id: 1",
  "event: run.started",
  'data: {"agent":"ü — event: no"}',
  "",
  ": still here",
  "",
  "event: run.finished\r",
  "data: {}",
  "",
  "",
].join("\n");

test("types are read from a stream that is cut anywhere, also within a character", async () => {
  const bytes = Buffer.from(text);
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(bytes.length), { maxLength: 6 }), async (cuts) => {
      const places = [0, ...cuts.toSorted((one, other) => one - other), bytes.length];
      const pieces = places.slice(1).map((place, index) => bytes.subarray(places[index], place));
      const types = [];
      for await (const type of eventTypes(pieces)) types.push(type);
      expect(types).toEqual(["run.started", "run.finished"]);
    }),
  );
});

test("a line without an end does not fill the memory", async () => {
  const long = Array.from({ length: 50 }, () => Buffer.alloc(100_000, "x"));
  const types = [];
  for await (const type of eventTypes([...long, Buffer.from("\nevent: reset\n")])) types.push(type);
  expect(types).toEqual(["reset"]);
});
