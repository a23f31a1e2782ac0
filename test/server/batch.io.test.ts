import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Batch } from "../../src/core/run/submission.ts";
import { newId } from "../../src/store/sql/ids.ts";
import { putBytes } from "../../src/store/sql/files/blobs.ts";
import { addRunFile } from "../../src/store/sql/files/run-files.ts";
import { prune } from "../../src/store/sql/retention/prune.ts";
import { remote } from "./described.ts";
import { openServerWorld, roomy, type ServerWorld } from "./server-world.ts";

let world: ServerWorld;
let headers: Record<string, string>;
const seen: Batch[] = [];
beforeAll(async () => {
  world = await openServerWorld({
    limits: roomy,
    submitBatch: async (batch) => {
      seen.push(batch);
      const [first] = batch.runs;
      if (first?.scenario === "taken") return { status: "run-exists" };
      if (first?.scenario === "none") return { status: "unknown-scenario" };
      if (/^0+$/.test(batch.bundle)) return { status: "unknown-bundle" };
      return { status: "queued", runs: batch.runs.map((run) => ({ ...run, status: "queued" })), unserved: ["echo"] };
    },
  });
  headers = { "Content-Type": "application/json", ...(await world.bearer({ scopes: ["write"] })) };
});
afterAll(async () => {
  expect(world.defects).toEqual([]);
  await world[Symbol.asyncDispose]();
});

const run = (changes: object = {}) => ({
  id: newId("run", new Date()),
  report: "r-1",
  scenario: "cms/create",
  agent: "echo",
  trial: 3,
  ...changes,
});
const batch = (changes: object = {}) => ({ workspace: "shop", bundle: "a".repeat(64), runs: [run()], ...changes });
const post = (path: string, body: unknown, more: Record<string, string> = {}) =>
  world.api.json(path, { method: "POST", headers: { ...headers, ...more }, body: JSON.stringify(body) });

describe("POST /v1/runs/batch", () => {
  test("passes on names alone, and says who is not served", async () => {
    const asked = batch();
    const { status, body } = await post("/v1/runs/batch", asked);
    expect(status).toBe(202);
    const [{ report: _report, ...told } = run()] = asked.runs;
    expect(body).toEqual({ data: [{ ...told, status: "queued" }], unserved: ["echo"] });
    expect(seen.at(-1)).toMatchObject({ workspace: { id: world.shop, slug: "shop" }, runs: asked.runs });
  });

  test.each([
    ["no run", { runs: [] }],
    ["too many", { runs: Array.from({ length: 201 }, () => run()) }],
    ["an id in lower case", { runs: [run({ id: newId("run", new Date()).toLowerCase() })] }],
    ["a command", { runs: [run({ command: "rm" })] }],
    ["an environment", { env: { A: "b" } }],
    ["a bundle that is no hash", { bundle: "../x" }],
    ["trial 0", { runs: [run({ trial: 0 })] }],
  ])("%s is a bad request", async (_, changes) => {
    const { status, body } = await post("/v1/runs/batch", batch(changes));
    expect([status, body.error.code]).toEqual([400, "bad-request"]);
  });

  test("what is not known, or is another's, is said", async () => {
    const answers = [
      await post("/v1/runs/batch", batch({ runs: [run({ scenario: "none" })] })),
      await post("/v1/runs/batch", batch({ runs: [run({ scenario: "taken" })] })),
      await post("/v1/runs/batch", batch({ bundle: "0".repeat(64) })),
      await post("/v1/runs/batch", batch({ workspace: "nowhere" })),
    ];
    expect(answers.map(({ status, body }) => [status, body.error.code])).toEqual([
      [422, "unknown-scenario"],
      [409, "run-exists"],
      [422, "unknown-bundle"],
      [404, "workspace-not-found"],
    ]);
  });

  test("takes a token that may write, and one of another workspace sees none", async () => {
    const body = JSON.stringify(batch());
    const asked = async (more: Record<string, string>) =>
      (await world.api.call("/v1/runs/batch", { method: "POST", headers: { ...headers, ...more }, body }, remote))
        .status;
    expect(await asked(await world.bearer({ scopes: ["read"] }))).toBe(403);
    expect(await asked(await world.bearer({ scopes: ["write"], workspaceId: world.other }))).toBe(404);
    expect(await asked({ Authorization: "Bearer axis_x" })).toBe(401);
  });
});

describe("POST /v1/runs/batch/cancel", () => {
  test("says what became of each, in their order", async () => {
    const ids = [await world.queued(), await world.running(), await world.scored(), newId("run", new Date())];
    const { status, body } = await post("/v1/runs/batch/cancel", { ids });
    expect(status).toBe(202);
    const became = ["cancelled", "cancelling", "finished", "missing"];
    expect(body.data).toEqual(ids.map((id, index) => ({ id, status: became[index] })));
  });

  test("runs of another workspace are not there, and stay as they are", async () => {
    const id = await world.queued({ workspaceId: world.other });
    const bound = await world.bearer({ scopes: ["write"], workspaceId: world.shop });
    const { body } = await post("/v1/runs/batch/cancel", { ids: [id] }, bound);
    expect(body.data).toEqual([{ id, status: "missing" }]);
    expect((await world.api.json(`/v1/runs/${id}`)).body.status).toBe("queued");
  });
});

describe("GET /v1/runs/{id}/detail", () => {
  async function withDetail(): Promise<string> {
    const { database } = world.store;
    const runId = await world.running();
    const sha256 = await putBytes({ database }, gzipSync('{"runId":"x","n":1}'), { mediaType: "application/json" });
    await addRunFile(database, { runId, attempt: 1 }, { kind: "log", path: "detail.json.gz", sha256 });
    return runId;
  }

  test("is sent as it is stored, or plain to whoever cannot unpack it", async () => {
    const id = await withDetail();
    const plain = await world.api.json(`/v1/runs/${id}/detail`);
    expect([plain.status, plain.body]).toEqual([200, { runId: "x", n: 1 }]);
    const packed = await world.server.app.request(
      `/v1/runs/${id}/detail`,
      { headers: { ...headers, "Accept-Encoding": "br, gzip" } },
      remote,
    );
    expect(packed.headers.get("content-encoding")).toBe("gzip");
    expect(Buffer.from(await packed.arrayBuffer()).equals(gzipSync('{"runId":"x","n":1}'))).toBe(true);
  });

  test("a run without one says so", async () => {
    const { status, body } = await world.api.json(`/v1/runs/${await world.queued()}/detail`);
    expect([status, body.error.code]).toEqual([404, "detail-not-found"]);
  });

  test("after its time everything of it is gone but the run and its score", async () => {
    const { database } = world.store;
    const id = await world.scored();
    const ago = new Date(Date.now() - 100 * 86_400_000);
    await database.updateTable("runs").set({ finished_at: ago }).where("id", "=", id).execute();
    await prune({ database });
    for (const part of ["transcript", "artifacts", "artifacts/out.txt", "detail"]) {
      const { status, body } = await world.api.json(`/v1/runs/${id}/${part}`);
      expect([part, status, body.error.code]).toEqual([part, 410, "gone"]);
    }
    expect((await world.api.json(`/v1/runs/${id}/score`)).body.score).toEqual(expect.any(Number));
    expect((await world.api.json(`/v1/runs/${id}`)).status).toBe(200);
    expect((await world.api.json(`/v1/compare?a=${id}&b=${id}`)).status).toBe(200);
  });
});
