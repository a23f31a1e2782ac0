import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Entry } from "../../src/core/entry.ts";
import type { RunDetail } from "../../src/core/report/run-detail.ts";
import { listNames } from "../../src/core/run/run-lists.ts";
import type { RunBlock } from "../../src/report/html/page-index.ts";
import { putBytes } from "../../src/store/sql/files/blobs.ts";
import { addRunFile } from "../../src/store/sql/files/run-files.ts";
import { detailFile } from "../../src/store/sql/files/stored-detail.ts";
import { storeFacts } from "../../src/store/sql/runs/runs.ts";
import { finishRunRow } from "../../src/store/sql/runs/scoring.ts";
import { sampleCard, sampleFacts } from "../../src/store/sql/suite/samples.fixture.ts";
import { buildInteractions } from "../../src/agents/transcript/interactions.ts";
import { sampleScore } from "../../src/store/sample-result.fixture.ts";
import { sampleDetail } from "../../src/testing/store-samples.ts";
import { saveDetail } from "../../src/worker/stored/stored-run.ts";
import { openServerWorld, roomy, type ServerWorld } from "./server-world.ts";

let world: ServerWorld;
beforeAll(async () => {
  world = await openServerWorld({ limits: roomy });
});
afterAll(async () => {
  expect(world.defects).toEqual([]);
  await world[Symbol.asyncDispose]();
});

function detailOf(runId: string, entries: number): RunDetail {
  const transcript: Entry[] = Array.from({ length: entries }, (_, at) => ({
    type: "assistant",
    timestamp: null,
    text: `${at} <script>${"words ".repeat(100)}</script>`,
  }));
  return { ...sampleDetail(transcript), runId, interactions: buildInteractions(transcript), score: sampleScore(77) };
}

/** A run of the shop with its detail in the database; still running. */
async function recorded(entries: number): Promise<{ id: string; detail: RunDetail }> {
  const id = await world.running();
  const detail = detailOf(id, entries);
  await saveDetail(world.store, { runId: id, attempt: 1 }, detail);
  return { id, detail };
}

async function finish(id: string, detail: RunDetail): Promise<void> {
  await storeFacts(world.store.database, { runId: id, attempt: 1 }, sampleFacts(id));
  const { output: _output, interactions: _interactions, ...result } = detail;
  await finishRunRow(world.store.database, { runId: id, attempt: 1, ending: { result_doc: result } }, sampleCard);
}

async function rowsOf(id: string, blocks: readonly string[]): Promise<unknown[]> {
  const rows: unknown[] = [];
  for (const block of blocks) {
    const { status, body } = await world.api.json(`/v1/runs/${id}/page/${block}`);
    expect(status).toBe(200);
    rows.push(...body);
  }
  return rows;
}

test("a run is its head and parts, and together they are the stored detail", async () => {
  const { id, detail } = await recorded(3_000);
  await finish(id, detail);
  const { status, body } = await world.api.json(`/v1/runs/${id}/page`);
  const page = body as RunBlock;
  expect(status).toBe(200);
  expect(page.detail.output.transcript).toEqual([]);
  expect(page.detail.score?.axisScore).toBe(77);
  expect(page.detail.scorecard).toMatchObject({ run_id: id });
  expect(page.lists.entries.length).toBe(3_000);
  expect(page.lists.entries.blocks.length).toBeGreaterThan(1);
  expect(await rowsOf(id, page.lists.entries.blocks)).toEqual(detail.output.transcript);
  for (const name of listNames) expect(await rowsOf(id, page.lists[name].blocks)).toHaveLength(page.lists[name].length);
});

test("captured files are named, and can be asked for by that name", async () => {
  const { id } = await recorded(1);
  const { database } = world.store;
  const sha256 = await putBytes({ database }, Buffer.from("hello"), { mediaType: "text/plain" });
  await addRunFile(database, { runId: id, attempt: 1 }, { kind: "artifact", path: "out/__proto__", sha256 });
  const { body } = await world.api.json(`/v1/runs/${id}/page`);
  expect(body.artifacts).toEqual({ "out/__proto__": "out/__proto__" });
  expect(await (await world.api.call(`/v1/runs/${id}/artifacts/out/__proto__`)).text()).toBe("hello");
});

test("a detail that is stored again is read again", async () => {
  const { id, detail } = await recorded(2);
  expect((await world.api.json(`/v1/runs/${id}/page`)).body.detail.score.axisScore).toBe(77);
  const judged = { ...detail, score: sampleScore(12) };
  await saveDetail(world.store, { runId: id, attempt: 1 }, judged);
  expect((await world.api.json(`/v1/runs/${id}/page`)).body.detail.score.axisScore).toBe(12);
});

test("a run names its page when something is recorded, and not before or after", async () => {
  const linkOf = async (id: string) => (await world.api.json(`/v1/runs/${id}`)).body.links.page;
  expect(await linkOf(await world.running())).toBeUndefined();
  const { id, detail } = await recorded(2);
  expect(await linkOf(id)).toBe(`/v1/runs/${id}/page`);
  await finish(id, detail);
  await world.store.database.deleteFrom("run_files").where("run_id", "=", id).execute();
  expect(await linkOf(id)).toBeUndefined();
});

test("a detail that stands in one line is read too", async () => {
  const { id, detail } = await recorded(40);
  const { database } = world.store;
  const content = gzipSync(JSON.stringify({ ...detail, output: { ...detail.output, transcript: [] } }));
  const sha256 = await putBytes({ database }, content, { mediaType: "application/json", encoding: "gzip" });
  await addRunFile(database, { runId: id, attempt: 1 }, { ...detailFile, sha256 });
  const page = (await world.api.json(`/v1/runs/${id}/page`)).body as RunBlock;
  expect(page.detail.score?.axisScore).toBe(77);
  expect(page.lists.interactions.length).toBe(detail.interactions.length);
  expect(await rowsOf(id, page.lists.interactions.blocks)).toHaveLength(detail.interactions.length);
});

test("a run of which nothing is recorded has no page, and one whose files were pruned had one", async () => {
  const open = await world.running();
  for (const path of ["page", "page/entries.0.1"])
    expect((await world.api.json(`/v1/runs/${open}/${path}`)).body.error.code).toBe("page-not-found");
  const { id, detail } = await recorded(2);
  await finish(id, detail);
  await world.store.database.deleteFrom("run_files").where("run_id", "=", id).execute();
  for (const path of ["page", "page/interactions.0", "page/entries.0.1"]) {
    const { status, body } = await world.api.json(`/v1/runs/${id}/${path}`);
    expect([status, body.error.code]).toEqual([410, "gone"]);
  }
});

test("names that are none are not found, and none of them reads a whole transcript at once", async () => {
  const { id } = await recorded(8_000);
  const names = ["entries.0", "entries.9.1", "agent.7", "__proto__", "..%2f..", "entries.0.9999999999"];
  for (const name of names) {
    const { status, body } = await world.api.json(`/v1/runs/${id}/page/${name}`);
    expect([name, status, body.error.code]).toEqual([name, 404, "page-not-found"]);
  }
  expect((await world.api.json(`/v1/runs/${id}/page/${"x".repeat(200)}`)).status).toBe(400);
});

test("a run of another workspace has no page for a token that is bound to one", async () => {
  const { id } = await recorded(1);
  const headers = await world.bearer({ workspaceId: world.other });
  for (const path of ["page", "page/entries.0.0"])
    expect((await world.api.json(`/v1/runs/${id}/${path}`, { headers })).body.error.code).toBe("run-not-found");
});
