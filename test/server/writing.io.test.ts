import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findRun } from "../../src/store/sql/runs/runs.ts";
import { createApp } from "../../src/server/app.ts";
import type { Submission } from "../../src/core/run/submission.ts";
import { local, remote } from "./described.ts";
import { openServerWorld, roomy, type ServerWorld } from "./server-world.ts";

let world: ServerWorld;
let headers: Record<string, string>;
beforeAll(async () => {
  world = await openServerWorld({ limits: roomy });
  headers = { "Content-Type": "application/json", ...(await world.bearer({ scopes: ["admin"] })) };
});
afterAll(async () => {
  await world[Symbol.asyncDispose]();
});

const order = { workspace: "shop", scenario: "cms/create", agent: "echo" };
const post = (path: string, body: unknown, more: Record<string, string> = {}) =>
  world.api.json(path, { method: "POST", headers: { ...headers, ...more }, body: JSON.stringify(body) });

describe("submitting", () => {
  test("one run is queued and says where it is", async () => {
    const { status, body, headers: told } = await post("/v1/runs", order);
    expect(status).toBe(202);
    const [run] = body.data;
    expect(run).toEqual({ id: run.id, status: "queued", scenario: "cms/create", agent: "echo", trial: 1 });
    expect(told.get("location")).toBe(`/v1/runs/${run.id}`);
    expect((await world.api.json(`/v1/runs/${run.id}`)).body.status).toBe("queued");
  });

  test("several trials are several runs, in no single place", async () => {
    const { body, headers: told } = await post("/v1/runs", { ...order, trials: 3 });
    expect(body.data.map((run: { trial: number }) => run.trial)).toEqual([1, 2, 3]);
    expect(told.get("location")).toBeNull();
  });

  test("the trace of the request goes with the run; garbage does not", async () => {
    const seen: Submission[] = [];
    await using server = createApp({
      ...world.server.deps,
      submit: async (submission) => {
        seen.push(submission);
        return { status: "queued", runs: [] };
      },
    });
    const traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
    for (const sent of [traceparent, "garbage\u00ff"]) {
      const init = { method: "POST", headers: { ...headers, traceparent: sent }, body: JSON.stringify(order) };
      await server.app.request("/v1/runs", init, local);
    }
    expect(seen.map(({ traceContext }) => traceContext)).toEqual([traceparent, null]);
  });
});

describe("the same request twice", () => {
  test("is carried out once and answered twice", async () => {
    const first = await post("/v1/runs", order, { "Idempotency-Key": "one" });
    const again = await post("/v1/runs", order, { "Idempotency-Key": "one" });
    expect(again.body).toEqual(first.body);
    expect(JSON.stringify(again.body)).toBe(JSON.stringify(first.body)); // Keys in their order, too.
    expect([first.status, again.status]).toEqual([202, 202]);
    expect(again.headers.get("idempotency-replayed")).toBe("true");
    expect(again.headers.get("location")).toBe(first.headers.get("location"));
  });

  test("with another body is a conflict", async () => {
    await post("/v1/runs", order, { "Idempotency-Key": "two" });
    const { status, body } = await post("/v1/runs", { ...order, trials: 2 }, { "Idempotency-Key": "two" });
    expect([status, body.error.code]).toEqual([409, "idempotency-conflict"]);
  });

  test("while the first is under way has to wait", async () => {
    let finish: () => void = () => {};
    const held = new Promise<void>((resolve) => (finish = resolve));
    let begun: () => void = () => {};
    const started = new Promise<void>((resolve) => (begun = resolve));
    await using server = createApp({
      ...world.server.deps,
      submit: async () => {
        begun();
        await held;
        return { status: "queued", runs: [] };
      },
    });
    const init = {
      method: "POST",
      headers: { ...headers, "Idempotency-Key": "three" },
      body: JSON.stringify(order),
    };
    const first = server.app.request("/v1/runs", init, local);
    await started;
    const second = await server.app.request("/v1/runs", init, local);
    expect([second.status, second.headers.get("retry-after")]).toEqual([409, "1"]);
    finish();
    expect((await first).status).toBe(202);
  });

  test("after a refusal is tried again", async () => {
    const refused = await post("/v1/runs", { ...order, agent: "away" }, { "Idempotency-Key": "four" });
    const again = await post("/v1/runs", { ...order, agent: "away" }, { "Idempotency-Key": "four" });
    expect([refused.status, again.status, again.headers.get("idempotency-replayed")]).toEqual([422, 422, null]);
  });

  test("fifty at the same moment make one run", async () => {
    const before = (await world.api.json("/v1/runs?limit=200")).body.data.length;
    const all = await Promise.all(
      Array.from({ length: 50 }, () => post("/v1/runs", order, { "Idempotency-Key": "fifty" })),
    );
    expect(all.every(({ status }) => status === 202 || status === 409)).toBe(true);
    expect((await world.api.json("/v1/runs?limit=200")).body.data.length).toBe(before + 1);
  });

  test.each(["", "a b", "x".repeat(129), "ä"])("the key %j is refused", async (key) => {
    const { status } = await post("/v1/runs", order, { "Idempotency-Key": encodeURI(key) });
    expect(status).toBe(400);
  });

  test("keys of different tokens do not meet", async () => {
    const other = await world.bearer({ scopes: ["write"] });
    const mine = await post("/v1/runs", order, { "Idempotency-Key": "shared" });
    const theirs = await post("/v1/runs", order, { "Idempotency-Key": "shared", ...other });
    expect(theirs.body.data[0].id).not.toBe(mine.body.data[0].id);
  });
});

describe("cancelling", () => {
  const cancel = (id: string) => world.api.json(`/v1/runs/${id}/cancel`, { method: "POST", headers });

  test("a queued run is cancelled at once, twice with one effect", async () => {
    const id = await world.queued();
    expect(await cancel(id)).toMatchObject({ status: 202, body: { id, status: "cancelled" } });
    expect(await cancel(id)).toMatchObject({ status: 202, body: { status: "cancelled" } });
    expect((await findRun(world.store.database, id))?.status).toBe("cancelled");
    const { body } = await world.api.json(`/v1/runs/${id}/score`);
    expect([body.score, body.tier]).toEqual([null, "Unranked"]);
  });

  test("a running one is asked to stop", async () => {
    const id = await world.running();
    expect(await cancel(id)).toMatchObject({ status: 202, body: { status: "cancelling" } });
    expect((await world.api.json(`/v1/runs/${id}`)).body.cancel_requested_at).not.toBeNull();
  });

  test("a finished one is 409", async () => {
    const { status, body } = await cancel(await world.scored());
    expect([status, body.error.code]).toEqual([409, "already-finished"]);
  });
});

describe("tokens", () => {
  test("one is made, listed without its secret, used and taken back", async () => {
    const { status, body } = await post("/v1/tokens", { name: "ci", scopes: ["read"], expires_in_seconds: 3_600 });
    expect(status).toBe(201);
    expect(body.token).toMatch(/^axis_[a-z0-9]{12}_[A-Za-z0-9_-]{43}$/);
    const list = await world.api.call("/v1/tokens", { headers });
    expect(await list.text()).not.toContain(body.token.slice(18));
    const own = { Authorization: `Bearer ${body.token}` };
    expect((await world.api.call("/v1/runs", { headers: own }, remote)).status).toBe(200);
    expect((await world.api.json(`/v1/tokens/${body.id}`, { method: "DELETE", headers })).status).toBe(200);
    expect((await world.api.call("/v1/runs", { headers: own }, remote)).status).toBe(401);
    expect((await world.api.json("/v1/tokens/aaaaaaaaaaaa", { method: "DELETE", headers })).status).toBe(404);
  });

  test("a replayed answer has no secret, because none is kept", async () => {
    const first = await post("/v1/tokens", { name: "x", scopes: ["read"] }, { "Idempotency-Key": "token" });
    const again = await post("/v1/tokens", { name: "x", scopes: ["read"] }, { "Idempotency-Key": "token" });
    expect(again.body).toEqual({ ...first.body, token: null });
    const kept = await world.store.database.selectFrom("idempotency_keys").select("response").execute();
    expect(JSON.stringify(kept)).not.toContain(first.body.token.slice(18));
  });
});
