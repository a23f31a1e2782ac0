import { afterAll, beforeAll, expect, test } from "vitest";
import type { RunProgress } from "../../core/run/run-progress.ts";
import { createRedactor } from "../../runner/secrets/redact.ts";
import { storedFiles } from "../../server/route-deps.ts";
import { openInMemory } from "../../store/sql/drivers/pglite.ts";
import { readEvents } from "../../store/sql/runs/run-events.ts";
import { findRun } from "../../store/sql/runs/runs.ts";
import { claimRun } from "../../store/sql/runs/claim.ts";
import { readStages } from "../../store/sql/runs/stages.ts";
import type { SqlStore } from "../../store/sql/sql-store.ts";
import { waitForTransactions } from "../../store/sql/all-ended.fixture.ts";
import { createTestWorkspace, startRun } from "../../store/sql/suite/suite-helpers.fixture.ts";
import { replaceTranscript } from "../../store/sql/runs/run-progress.ts";
import { splitTranscript } from "../stored/transcript-chunks.ts";
import { LiveRun } from "./live-run.ts";

let store: SqlStore;
beforeAll(async () => {
  store = await openInMemory();
});
afterAll(() => store[Symbol.asyncDispose]());

const secret = "hunter2-hunter2";
const said = (text: string): RunProgress => ({ what: "entry", entry: { type: "assistant", timestamp: null, text } });

async function opened() {
  const attempt = { runId: await startRun(store, { workspaceId: await createTestWorkspace(store) }), attempt: 1 };
  const notes: string[] = [];
  let gone = 0;
  const redact = createRedactor([{ name: "PASSWORD", value: secret }]).text;
  const log = (message: string) => void notes.push(message);
  const live = new LiveRun(attempt, { redact, onGone: () => void (gone += 1) }, { database: store.database, log });
  return { attempt, live, notes, gone: () => gone };
}

async function transcriptOf(attempt: { runId: string; attempt: number }): Promise<string[]> {
  const events = await storedFiles(store).events({ ...attempt, reportId: null }, { after: -1, limit: 1_000 });
  if (events === "gone") throw new Error("gone");
  return events.map(({ event }) => (event as { text: string }).text);
}

test("a chunk that is full is there before the run has ended", async () => {
  const { attempt, live } = await opened();
  await using _live = live;
  live.hear(said("a".repeat(300_000)));
  live.hear(said("waits"));
  await expect.poll(async () => (await transcriptOf(attempt)).length).toBeGreaterThan(0);
  expect((await transcriptOf(attempt))[0]).toHaveLength(300_000);
});

test("at the end everything that was heard is stored, in its order, and nothing after", async () => {
  const { attempt, live } = await opened();
  const texts = Array.from({ length: 50 }, (_, index) => `${index} ${"x".repeat(20_000)}`);
  for (const text of texts) live.hear(said(text));
  await live.end();
  live.hear(said("too late"));
  await live.end();
  expect(await transcriptOf(attempt)).toEqual(texts);
});

test("the transcript of the detail takes its place: neither doubled nor cut", async () => {
  const { attempt, live } = await opened();
  for (const text of ["one", "two", "three"]) live.hear(said(text));
  await live.end();
  const entries = ["one", "two", "three", "four"].map((text) => ({ type: "assistant", timestamp: null, text }));
  await replaceTranscript(store.database, attempt, (start) => splitTranscript(entries, start));
  expect(await transcriptOf(attempt)).toEqual(["one", "two", "three", "four"]);
});

test("secrets of the operator and of the run are taken out, also in numbers and keys of a tool's input", async () => {
  const { attempt, live } = await opened();
  live.redactWith(createRedactor([{ name: "PIN", value: "8675309867530" }]).text);
  live.hear(said(`the password is ${secret}`));
  const input = { [secret]: 8_675_309_867_530, deep: [`pin 8675309867530`] };
  live.hear({ what: "entry", entry: { type: "tool_use", timestamp: null, id: null, tool: "t", input } });
  await live.end();
  const events = await storedFiles(store).events({ ...attempt, reportId: null }, { after: -1, limit: 9 });
  expect(JSON.stringify(events)).not.toMatch(/hunter2|8675309/);
});

test("turns and stages are told in the order they happened", async () => {
  const { attempt, live } = await opened();
  const stages = [
    {
      kind: "agent" as const,
      name: "agent",
      counts: true,
      executions: 1,
      first_passed: true,
      passed: true,
      repair_loops: 0,
    },
  ];
  live.hear({ what: "begun" });
  live.hear({ what: "turn-begun", turn: 0, repairs: null });
  live.hear({ what: "turn-ended", turn: 0, status: "completed" });
  live.hear({ what: "stages", stages, gates: [] });
  await live.end();
  await waitForTransactions(store);
  const events = await readEvents(store.database, { runId: attempt.runId, after: 0, limit: 10 });
  expect(events.slice(2).map(({ type, data }) => [type, data])).toEqual([
    ["run.turn", { attempt: 1, turn: 0, state: "begun", repairs: null }],
    ["run.turn", { attempt: 1, turn: 0, state: "ended", status: "completed" }],
    ["run.stage", { attempt: 1, stages: [{ kind: "agent", name: "agent", passed: true }] }],
  ]);
  expect(await readStages(store.database, attempt)).toMatchObject([{ name: "agent", passed: true }]);
});

test("a further try is shown from its start, and what the one before cost is kept", async () => {
  const { attempt, live } = await opened();
  live.hear({ what: "begun" });
  live.hear(said("first try"));
  live.hear({ what: "cost", costUsd: 0.5 });
  live.hear({ what: "begun" });
  live.hear(said("second try"));
  live.hear({ what: "cost", costUsd: 0.25 });
  live.hear({ what: "cost", costUsd: 0.2 });
  await live.end();
  expect(await transcriptOf(attempt)).toEqual(["second try"]);
  expect(await findRun(store.database, attempt.runId)).toMatchObject({ cost_micros: 750_000 });
});

test("whoever follows misses nothing of a further try, and sees nothing twice when the whole transcript is stored", async () => {
  const { attempt, live } = await opened();
  const files = storedFiles(store);
  const seen: { index: number; event: unknown }[] = [];
  const follow = async () => {
    const after = seen.at(-1)?.index ?? -1;
    const events = await files.events({ ...attempt, reportId: null }, { after, limit: 100 });
    if (events !== "gone") seen.push(...events);
  };
  const full = "x".repeat(300_000);
  live.hear({ what: "begun" });
  for (const text of [full, "two", "three"]) live.hear(said(text));
  await expect.poll(() => follow().then(() => seen.length)).toBeGreaterThan(0);
  live.hear({ what: "begun" });
  for (const text of [full, "b"]) live.hear(said(text));
  await expect.poll(() => follow().then(() => seen.length)).toBeGreaterThan(1);
  live.hear(said("c"));
  await live.end();
  const entries = [full, "b", "c", "d"].map((text) => ({ type: "assistant", timestamp: null, text }));
  await replaceTranscript(store.database, attempt, (start) => splitTranscript(entries, start));
  await follow();
  const texts = seen.map(({ event }) => (event as { text: string }).text);
  const ofFirst = texts.lastIndexOf(full);
  expect(texts.slice(ofFirst)).toEqual([full, "b", "c", "d"]);
  const { transcript_start } = (await findRun(store.database, attempt.runId)) ?? {};
  expect(transcript_start).toBe(3);
});

test("once another attempt holds the run, it says so once and writes nothing more", async () => {
  const { attempt, live, gone, notes } = await opened();
  const { token_id } = (await findRun(store.database, attempt.runId)) ?? {};
  await claimRun(store.database, { runId: attempt.runId, workerId: "other", tokenId: token_id ?? "" });
  for (let count = 0; count < 3; count += 1) live.hear({ what: "turn-begun", turn: count, repairs: null });
  await live.end();
  expect(gone()).toBe(1);
  expect(notes).toEqual([]);
  expect(await transcriptOf(attempt)).toEqual([]);
});
