import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createDatabase } from "../../../test/test-database.ts";
import type { BundleManifest } from "../bundle/bundle-manifest.ts";
import { listNewestBundles, receiveBundle, storeBundle } from "../bundle/bundle-store.ts";
import { makeBundle } from "../bundle/make-bundle.ts";
import type { Delivery, Queue } from "../queue/queue.ts";
import { newId } from "../../store/sql/ids.ts";
import { openSqlStore } from "../../store/sql/open.ts";
import { claimRun } from "../../store/sql/runs/claim.ts";
import { findRun, insertRuns } from "../../store/sql/runs/runs.ts";
import { findScore } from "../../store/sql/runs/scores.ts";
import type { SqlStore } from "../../store/sql/sql-store.ts";
import { setAgentLimits } from "../../store/sql/agent-limits.ts";
import { registerWorker } from "../../store/sql/workers.ts";
import { ensureWorkspace } from "../../store/sql/workspaces.ts";
import type { ObjectStore } from "../../store/sql/files/objects/object-store.ts";
import { toRefusedError } from "../../store/sql/files/objects/signed-requests.ts";
import { sampleDetail } from "../../testing/store-samples.ts";
import { sampleFacts } from "../../store/sql/suite/samples.fixture.ts";
import { reconcile } from "./reconcile.ts";
import { spoolResult, drainSpool } from "./spool.ts";
import { loadDetail } from "../stored/stored-run.ts";
import type { Submission } from "../../core/run/submission.ts";
import { submitByName } from "../asking/submit.ts";
import { toWorkerFolders, type WorkerDeps } from "../worker-deps.ts";

let store: SqlStore;
let folder: string;
let workspaceId: string;
const said: string[] = [];

beforeAll(async () => {
  const url = await createDatabase();
  store = await openSqlStore({ configDir: ".", url, migrations: "run", onWarning: () => {} });
});
afterAll(() => store[Symbol.asyncDispose]());

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "axis-worker-"));
  await store.database.deleteFrom("runs").execute();
  await store.database.deleteFrom("workers").execute();
  workspaceId = (await ensureWorkspace(store.database, { slug: "shop", name: "Shop" })).id;
  said.length = 0;
  return () => rm(folder, { recursive: true, force: true });
});

/** A queue in which everything is written down and only dead tokens are given out. */
function fakeQueue(dead: Delivery[] = [], hasToken = true): Queue & { sent: string[]; completed: string[] } {
  const sent: string[] = [];
  const completed: string[] = [];
  return {
    sent,
    completed,
    send: async (runs) => void sent.push(...runs.map(({ runId }) => runId)),
    take: async () => undefined,
    renew: async () => true,
    complete: async ({ runId }) => completed.push(runId) > 0,
    hasToken: async () => hasToken,
    takeDead: async () => dead.shift(),
    [Symbol.asyncDispose]: async () => {},
  };
}

function worldWith(queue: Queue): WorkerDeps {
  return {
    database: store.database,
    queue,
    workerId: "one",
    folders: toWorkerFolders(folder),
    env: {},
    now: () => new Date(),
    log: (message) => void said.push(message),
  };
}

const tokenId = "00000000-0000-4000-8000-000000000001";
const noToken = { tokenId, queueName: "axis-dead", returns: 0 };

async function queuedRun(): Promise<string> {
  const id = newId("run", new Date());
  await insertRuns(store.database, [{ id, workspaceId, scenarioKey: "a", scenarioHash: "h", agent: "maker" }]);
  return id;
}

async function runningRun(): Promise<string> {
  const runId = await queuedRun();
  await claimRun(store.database, { runId, workerId: "one", tokenId });
  return runId;
}

describe("the spool", () => {
  const result = (runId: string, attempt: number) => ({
    runId,
    attempt,
    facts: sampleFacts(runId),
    ending: {},
    detail: null,
    reportFolder: null,
  });

  test("a result that waited is stored and scored, once", async () => {
    const runId = await runningRun();
    const world = worldWith(fakeQueue());
    await spoolResult(result(runId, 1), world);
    await drainSpool(world, () => false);
    expect(await findRun(store.database, runId)).toMatchObject({ status: "finished", outcome: "COMPLETED" });
    expect(await readdir(world.folders.spool)).toEqual([]);
  });

  test("a result of an attempt that was taken over is thrown away", async () => {
    const runId = await runningRun();
    await claimRun(store.database, { runId, workerId: "two", tokenId });
    const world = worldWith(fakeQueue());
    await spoolResult(result(runId, 1), world);
    await drainSpool(world, () => false);
    expect(await findRun(store.database, runId)).toMatchObject({ status: "running", attempt: 2 });
    expect(await readdir(world.folders.spool)).toEqual([]);
  });

  test("a result that somebody still takes care of stays", async () => {
    const runId = await runningRun();
    const world = worldWith(fakeQueue());
    await spoolResult(result(runId, 1), world);
    await drainSpool(world, (held) => held === runId);
    expect(await readdir(world.folders.spool)).toEqual([`${runId}.json`]);
  });

  describe("while the object store refuses files", () => {
    const refusing: ObjectStore = {
      keyOf: () => "key",
      put: () => Promise.reject(toRefusedError({ method: "PUT" }, 403)),
      has: async () => false,
      read: async function* () {},
      remove: async () => {},
    };
    const large = { path: "out.bin", size: 2_000_000, mimeType: "x/y", file: "out.bin" };
    const spooled = async () => {
      const runId = await runningRun();
      const reportFolder = join(folder, "report");
      await mkdir(reportFolder);
      await writeFile(join(reportFolder, "out.bin"), Buffer.alloc(2_000_000, 1));
      const detail = { ...sampleDetail([]), runId, artifacts: [large] };
      const world = { ...worldWith(fakeQueue()), objects: refusing };
      await spoolResult({ ...result(runId, 1), detail, reportFolder }, world);
      return { runId, world };
    };

    test("a result waits, and the worker says why and what helps", async () => {
      const { runId, world } = await spooled();
      await drainSpool(world, () => false);
      expect(await findRun(store.database, runId)).toMatchObject({ status: "running" });
      expect(said.join("\n")).toContain("it answered 403. Check AXIS_S3_KEY_ID");
    });

    test("not for ever: after five minutes the run is scored, and names what is missing", async () => {
      const { runId, world } = await spooled();
      const later = () => new Date(Date.now() + 5 * 60_000);
      await drainSpool({ ...world, now: later }, () => false);
      expect(await findRun(store.database, runId)).toMatchObject({ status: "finished", outcome: "COMPLETED" });
      const stored = await loadDetail(store, { runId, attempt: 1 });
      expect(stored?.artifacts).toMatchObject([{ path: "out.bin", skipped: "the object store refused it" }]);
      expect(said.join("\n")).toContain("stored without its large files");
      expect(await readdir(world.folders.spool)).toEqual([]);
    });
  });

  test("a result that can never be stored is set aside with its files, and the next one is stored", async () => {
    const world = worldWith(fakeQueue());
    const [broken, sound] = [await runningRun(), await runningRun()];
    const missing = { path: "a", size: 1, mimeType: "x/y", file: "never-there" };
    const detail = { ...sampleDetail([]), runId: broken, artifacts: [missing] };
    const empty = await mkdtemp(join(tmpdir(), "axis-empty-"));
    await spoolResult({ ...result(broken, 1), detail, reportFolder: empty }, world);
    await spoolResult(result(sound, 1), world);
    await drainSpool(world, () => false);
    expect((await readdir(join(world.folders.spool, "bad"))).toSorted()).toEqual([broken, `${broken}.json`]);
    expect(await findRun(store.database, sound)).toMatchObject({ status: "finished" });
    expect(said.join("\n")).toContain("cannot be stored");
    await rm(empty, { recursive: true });
  });

  test.each(["", "{", "[]", '{"runId":"../../x"}', "null"])(
    "a file such as %j is set aside and named",
    async (text) => {
      const world = worldWith(fakeQueue());
      await mkdir(world.folders.spool, { recursive: true });
      await writeFile(join(world.folders.spool, "torn.json"), text);
      await drainSpool(world, () => false);
      expect(await readdir(join(world.folders.spool, "bad"))).toEqual(["torn.json"]);
      expect(said.join("\n")).toContain("torn.json");
    },
  );
});

describe("reconciling", () => {
  test.each([
    ["was running", runningRun],
    ["was queued", queuedRun],
  ])("a run whose token died while it %s is finished as lost, not counted, with a score", async (_, make) => {
    const runId = await make();
    const queue = fakeQueue([{ ...noToken, runId }]);
    await reconcile(worldWith(queue), () => false);
    expect(await findRun(store.database, runId)).toMatchObject({
      status: "finished",
      outcome: "FAILED",
      reason: "worker-lost",
      counted: false,
    });
    expect((await findScore(store.database, runId))?.score).not.toBeNull();
    expect(queue.completed).toEqual([runId]);
  });

  test("a dead run that waits is finished also while its agent has as many runs as it may", async () => {
    await setAgentLimits(store.database, { maker: 1 });
    try {
      await runningRun();
      const runId = await queuedRun();
      const longAgo = new Date(Date.now() - 600_000);
      await store.database.updateTable("runs").set({ queued_at: longAgo }).where("id", "=", runId).execute();
      const queue = fakeQueue([{ ...noToken, runId }], false);
      await reconcile(worldWith(queue), () => false);
      expect(await findRun(store.database, runId)).toMatchObject({ status: "finished", reason: "worker-lost" });
      expect(queue.sent).toEqual([]);
    } finally {
      await store.database.deleteFrom("agent_limits").execute();
    }
  });

  test("a dead token of a run that is over, or was never there, changes nothing", async () => {
    const queue = fakeQueue([{ ...noToken, runId: newId("run", new Date()) }]);
    await reconcile(worldWith(queue), () => false);
    expect(queue.completed).toHaveLength(1);
  });

  test("a run that waits for long without a token gets one; others do not", async () => {
    const [old, fresh] = [await queuedRun(), await queuedRun()];
    const longAgo = new Date(Date.now() - 600_000);
    await store.database.updateTable("runs").set({ queued_at: longAgo }).where("id", "=", old).execute();
    const queue = fakeQueue([], false);
    await reconcile(worldWith(queue), () => false);
    expect(queue.sent).toEqual([old]);
    expect(queue.sent).not.toContain(fresh);
    const served = fakeQueue([], true);
    await reconcile(worldWith(served), () => false);
    expect(served.sent).toEqual([]);
  });
});

describe("asking by name", () => {
  const manifest: BundleManifest = {
    version: 1,
    workspace: "shop",
    title: "Shop",
    config: "axis.config.json",
    request: {},
    agents: [
      { name: "maker", agent: "command", model: null },
      { name: "claude-code|opus", agent: "claude-code", model: "opus" },
    ],
    scenarios: { "cms/post": { hash: "h", agents: ["maker", "claude-code|opus"], longestSeconds: 900 } },
  };
  const asked: Omit<Submission, "workspace"> = {
    scenario: "cms/post",
    agent: "maker",
    model: null,
    trials: 2,
    priority: 3,
    traceContext: null,
  };
  const ask = (changes: Partial<typeof asked>, queue = fakeQueue()) =>
    submitByName(
      { ...asked, ...changes, workspace: { id: workspaceId, slug: "shop" } },
      { database: store.database, queue, now: () => new Date() },
    );

  beforeEach(async () => {
    await mkdir(join(folder, "project"));
    await writeFile(join(folder, "project", "axis.config.json"), "{}");
    await storeBundle(store, await makeBundle(join(folder, "project"), manifest), "pushed");
    const agents = ["maker", "claude-code|opus"];
    await registerWorker(store.database, { id: "one", host: "h", version: "1", agents, slots: 1 });
  });

  test("runs and tokens are there together, one per trial, from the pushed bundle", async () => {
    const queue = fakeQueue();
    const answer = await ask({}, queue);
    if (answer.status !== "queued") throw new Error(answer.status);
    expect(answer.runs.map(({ trial }) => trial)).toEqual([1, 2]);
    expect(queue.sent).toEqual(answer.runs.map(({ id }) => id));
    const row = await findRun(store.database, answer.runs[0]?.id ?? "");
    expect(row).toMatchObject({ status: "queued", scenario_key: "cms/post", agent: "maker", priority: 3 });
    expect(row?.bundle_sha256).not.toBeNull();
  });

  test("with a model the agent is found by what it is made of", async () => {
    const answer = await ask({ agent: "claude-code", model: "opus", trials: 1 });
    expect(answer).toMatchObject({ status: "queued", runs: [{ agent: "claude-code|opus" }] });
  });

  test.each([
    [{ scenario: "cms/none" }, "unknown-scenario"],
    [{ scenario: "__proto__" }, "unknown-scenario"],
    [{ agent: "nobody" }, "unknown-agent"],
    [{ agent: "maker", model: "opus" }, "unknown-agent"],
  ])("%j is %s", async (changes, status) => {
    expect(await ask(changes)).toEqual({ status });
  });

  test("an agent that no live worker has is not served", async () => {
    await store.database.deleteFrom("workers").execute();
    expect(await ask({})).toEqual({ status: "agent-not-served" });
  });

  test("a bundle of a run does not become what may be asked for; one pushed again does", async () => {
    const changed = { ...manifest, scenarios: {} };
    await storeBundle(store, await makeBundle(join(folder, "project"), changed), "run");
    expect((await ask({})).status).toBe("queued");
    await storeBundle(store, await makeBundle(join(folder, "project"), changed), "pushed");
    expect((await ask({})).status).toBe("unknown-scenario");
    await storeBundle(store, await makeBundle(join(folder, "project"), manifest), "pushed");
    expect((await ask({})).status).toBe("queued");
  });

  test("bytes that somebody sent are stored if they are a bundle of that workspace", async () => {
    const bundle = await makeBundle(join(folder, "project"), { ...manifest, title: "Sent" });
    const sha256 = Buffer.from(bundle.sha256).toString("hex");
    const receive = (workspace: string, content: AsyncIterable<Uint8Array>) =>
      receiveBundle(store, { workspace, purpose: "pushed" }, content);
    expect(await receive("shop", bundle.content())).toEqual({ status: "stored", sha256 });
    const [newest] = await listNewestBundles(store.database, { workspaceId, limit: 1 });
    expect(newest).toMatchObject({ purpose: "pushed", manifest: { title: "Sent" } });
    expect((await receive("other", bundle.content())).status).toBe("refused");
    const junk = (async function* () {
      yield Buffer.from("junk");
    })();
    expect((await receive("shop", junk)).status).toBe("refused");
  });
});
