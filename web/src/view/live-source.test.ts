import { expect, test } from "vitest";
import type { LivePart } from "../source/source.ts";
import { followLive } from "./live-source.ts";

const abort = new AbortController().signal;

async function followed(parts: readonly (LivePart | null)[], from = 0) {
  const asked: number[] = [];
  const live = (_: string, place: number) => {
    asked.push(place);
    return Promise.resolve(parts[asked.length - 1] ?? null);
  };
  const seen = [];
  for await (const part of followLive({ live, runId: "run_1", from }, abort)) seen.push(part);
  return { asked, seen };
}

test("each part is asked for from the end of the one before, until the run is over", async () => {
  const entry = { type: "assistant", timestamp: null, text: "a" };
  const { asked, seen } = await followed([{ entries: [entry, 7], next: 30 }, { entries: [entry], next: 45 }, null], 10);
  expect(asked).toEqual([10, 30, 45]);
  expect(seen).toEqual([
    { entries: [entry, { type: "system", timestamp: null, text: "7" }], last: 30 },
    { entries: [entry], last: 45 },
  ]);
});

test("a run that has said nothing yet is asked again", async () => {
  expect((await followed([{ entries: [], next: 0 }, null])).asked).toEqual([0, 0]);
});
