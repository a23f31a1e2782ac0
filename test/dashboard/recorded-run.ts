/** Runs in the database with everything a worker stores of them: detail, transcript, stages, files, score. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { Entry } from "../../src/core/entry.ts";
import { toUuid } from "../../src/core/names/ids.ts";
import type { RunDetail } from "../../src/core/report/run-detail.ts";
import { putBytes } from "../../src/store/sql/files/blobs.ts";
import { addRunFile } from "../../src/store/sql/files/run-files.ts";
import { addEvents } from "../../src/store/sql/runs/run-events.ts";
import { claimRun } from "../../src/store/sql/runs/claim.ts";
import { newId } from "../../src/store/sql/ids.ts";
import { insertRuns } from "../../src/store/sql/runs/runs.ts";
import { sampleRun as sampleRow } from "../../src/store/sql/suite/suite-helpers.fixture.ts";
import { toStoredDetail, toRunEnding, toRowFacts, toRunStages } from "../../src/worker/attempt/facts.ts";
import { storeResult } from "../../src/worker/attempt/store-result.ts";
import { saveStages } from "../../src/store/sql/runs/stages.ts";
import type { ServerWorld } from "../server/server-world.ts";

/** A run of that scenario by that agent, begun and not ended. */
export async function begunRun(
  { store, shop }: ServerWorld,
  { scenarioKey, agentName }: Pick<RunDetail, "scenarioKey" | "agentName">,
): Promise<string> {
  const id = newId("run", new Date());
  await insertRuns(store.database, [sampleRow({ workspaceId: shop, id, scenarioKey, agent: agentName })]);
  await claimRun(store.database, { runId: id, workerId: "worker-1", tokenId: toUuid(id) });
  return id;
}

/** Ends a run that has begun: stored and scored as a worker does it. `files` are its artifacts, by file name. */
export async function endRun(
  { store }: ServerWorld,
  { id, detail, files = {} }: { readonly id: string; readonly detail: RunDetail; readonly files?: Files },
): Promise<RunDetail> {
  const own = toStoredDetail(id, detail);
  const folder = await mkdtemp(join(tmpdir(), "axis-recorded-"));
  try {
    for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
    const result = { runId: id, attempt: 1, facts: toRowFacts(id, own), ending: toRunEnding(own), detail: own };
    const scored = await storeResult(
      { ...result, reportFolder: folder },
      { database: store.database, now: () => new Date() },
    );
    if (scored.status === "discarded") throw new Error("the run was not stored");
    return own;
  } finally {
    await rm(folder, { recursive: true });
  }
}

type Files = Readonly<Record<string, string | Uint8Array>>;

/** Both at once; gives the id. */
export async function recordedRun(world: ServerWorld, detail: RunDetail, files: Files = {}): Promise<string> {
  const id = await begunRun(world, detail);
  await endRun(world, { id, detail, files });
  return id;
}

/** The stages of a run that still goes on, as far as they got. */
export async function storeStages({ store }: ServerWorld, id: string, detail: RunDetail): Promise<void> {
  await saveStages(
    store.database,
    { runId: id, attempt: 1 },
    toRunStages(toRowFacts(id, detail).stages, detail.gates ?? []),
  );
}

/** A chunk of the transcript of a run that goes on; those who follow it are woken. */
export async function addEntries({ store, shop }: ServerWorld, id: string, chunk: NewChunk): Promise<void> {
  const { database } = store;
  const { first, entries, attempt = 1 } = chunk;
  const bytes = gzipSync(entries.map((entry) => `${JSON.stringify(entry)}\n`).join(""));
  const sha256 = await putBytes({ database }, bytes, { mediaType: "application/x-ndjson", encoding: "gzip" });
  const indexes = { first, last: first + entries.length - 1 };
  const path = `${String(first).padStart(10, "0")}.ndjson.gz`;
  await addRunFile(database, { runId: id, attempt }, { kind: "transcript", path, sha256, indexes });
  await addEvents(database, [{ workspaceId: shop, runId: id, type: "run.turn", data: {} }]);
}

interface NewChunk {
  readonly first: number;
  readonly entries: readonly Entry[];
  readonly attempt?: number;
}
