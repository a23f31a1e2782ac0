import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type BundlePurpose, storeBundle } from "../bundle/bundle-store.ts";
import type { BundleManifest } from "../bundle/bundle-manifest.ts";
import { createHash } from "node:crypto";
import type { Queue } from "../queue/queue.ts";
import { openInMemory } from "../../store/sql/drivers/pglite.ts";
import { newId } from "../../store/sql/ids.ts";
import { cancelRun, findRun } from "../../store/sql/runs/runs.ts";
import type { SqlStore } from "../../store/sql/sql-store.ts";
import { registerWorker } from "../../store/sql/workers.ts";
import type { BatchRun } from "../../core/run/submission.ts";
import { submitBatch } from "./submit-batch.ts";

const manifest: BundleManifest = {
  version: 1,
  workspace: "shop",
  title: "Shop",
  config: "axis.config.json",
  request: {},
  agents: [
    { name: "maker", agent: "command", model: "m-1" },
    { name: "other", agent: "command", model: null },
  ],
  scenarios: { task: { hash: "h", agents: ["maker"], longestSeconds: 60 } },
};

let store: SqlStore;
let shop: string;
let other: string;
let bundle: string;
const sent: string[] = [];
const queue = { send: async (runs) => void sent.push(...runs.map(({ runId }) => runId)) } as Pick<
  Queue,
  "send"
> as Queue;

beforeAll(async () => {
  store = await openInMemory();
  ({ workspaceId: shop, sha256: bundle } = await put(manifest, "run"));
  ({ workspaceId: other } = await put({ ...manifest, workspace: "other" }, "pushed"));
});
afterAll(() => store[Symbol.asyncDispose]());

async function put(said: BundleManifest, purpose: BundlePurpose) {
  const bytes = Buffer.from(JSON.stringify(said));
  const sha256 = createHash("sha256").update(bytes).digest();
  const content = async function* () {
    yield bytes;
  };
  const stored = await storeBundle(store, { sha256, bytes: bytes.length, manifest: said, content }, purpose);
  return { ...stored, sha256: sha256.toString("hex") };
}

function run(changes: Partial<BatchRun> = {}): BatchRun {
  return { id: newId("run", new Date()), report: "r-1", scenario: "task", agent: "maker", trial: 2, ...changes };
}

const submit = (runs: readonly BatchRun[], changes: { workspaceId?: string; sha256?: string } = {}) =>
  submitBatch(
    {
      workspace: { id: changes.workspaceId ?? shop, slug: "shop" },
      bundle: changes.sha256 ?? bundle,
      runs,
      traceContext: null,
    },
    { database: store.database, queue },
  );

describe("a batch", () => {
  test("is queued under the ids it names, from the bundle it names, with tokens", async () => {
    const runs = [run(), run({ trial: 7 })];
    const answer = await submit(runs);
    expect(answer).toMatchObject({ status: "queued", unserved: ["maker"] });
    for (const { id, trial } of runs) {
      const row = await findRun(store.database, id);
      expect(row).toMatchObject({ status: "queued", trial, report_id: "r-1", agent: "maker", model: "m-1" });
      expect(Buffer.from(row?.bundle_sha256 ?? []).toString("hex")).toBe(bundle);
      expect(sent).toContain(id);
    }
  });

  test("asked for again is the same runs, told as they stand, without further tokens", async () => {
    const runs = [run(), run()];
    await submit(runs);
    await cancelRun(store.database, runs[0]?.id ?? "");
    sent.length = 0;
    const answer = await submit([...runs, run()]);
    expect(answer.status === "queued" && answer.runs.map(({ status }) => status)).toEqual([
      "cancelled",
      "queued",
      "queued",
    ]);
    expect(sent).toHaveLength(1);
  });

  test.each<[string, Partial<BatchRun>]>([
    ["another report", { report: "r-2" }],
    ["another trial", { trial: 3 }],
  ])("with an id that belongs to %s is refused as a whole", async (_, changes) => {
    const known = run();
    await submit([known]);
    const fresh = run();
    expect(await submit([fresh, { ...known, ...changes }])).toEqual({ status: "run-exists" });
    expect(await findRun(store.database, fresh.id)).toBeUndefined();
  });

  test("an id of another workspace is taken", async () => {
    const known = run();
    await submit([known]);
    const theirs = await put({ ...manifest, workspace: "other", title: "Theirs" }, "run");
    const answer = await submit([known], { workspaceId: other, sha256: theirs.sha256 });
    expect(answer).toEqual({ status: "run-exists" });
  });

  test("of what the bundle does not name, or of a bundle the workspace does not have, is refused as a whole", async () => {
    const fresh = run();
    expect(await submit([fresh, run({ scenario: "none" })])).toEqual({ status: "unknown-scenario" });
    expect(await submit([fresh, run({ scenario: "constructor" })])).toEqual({ status: "unknown-scenario" });
    expect(await submit([fresh, run({ agent: "other" })])).toEqual({ status: "unknown-agent" });
    expect(await submit([fresh], { sha256: "0".repeat(64) })).toEqual({ status: "unknown-bundle" });
    expect(await submit([fresh], { workspaceId: other })).toEqual({ status: "unknown-bundle" });
    expect(await findRun(store.database, fresh.id)).toBeUndefined();
  });

  test("names no agent that a live worker serves as unserved", async () => {
    const worker = { id: "w", host: "h", version: "1", agents: ["maker"], slots: 1 };
    await registerWorker(store.database, worker);
    expect(await submit([run()])).toMatchObject({ unserved: [] });
  });
});
