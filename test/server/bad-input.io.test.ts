import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createApp } from "../../src/server/app.ts";
import { local } from "./described.ts";
import { openServerWorld, roomy, type ServerWorld } from "./server-world.ts";

let world: ServerWorld;
let headers: Record<string, string>;
beforeAll(async () => {
  world = await openServerWorld({ limits: roomy });
  headers = { "Content-Type": "application/json", ...(await world.bearer({ scopes: ["admin"] })) };
});
afterAll(async () => {
  expect(world.defects).toEqual([]);
  await world[Symbol.asyncDispose]();
});

const order = { workspace: "shop", scenario: "cms/create", agent: "echo" };
const post = (body: string, more: Record<string, string> = {}) =>
  world.api.json("/v1/runs", { method: "POST", headers: { ...headers, ...more }, body });

describe("ids", () => {
  const good = "run_01JQ7K3V5ZJ9X2M4N6P8R0S1T2";
  test.each([
    ["..%2f..", ".. encoded"],
    ["run_abc", "too short"],
    [good.toLowerCase(), "lower case"],
    [`${good}%00`, "NUL"],
    ["a".repeat(10_000), "10 kB"],
    [`run_8${good.slice(5)}`, "beyond 128 bits"],
    [`${good}%20`, "a blank"],
    ["%E0%A4%A", "broken encoding"],
    ["%2e%2e%2f%2e%2e%2fetc%2fpasswd", "a path"],
  ])("%.40s is no id of a run (%s)", async (id) => {
    for (const rest of [
      "",
      "/score",
      "/scorecard",
      "/transcript",
      "/artifacts",
      "/artifacts/a.txt",
      "/patch",
      "/raw",
    ]) {
      const { status, body } = await world.api.json(`/v1/runs/${id}${rest}`);
      expect([status, body.error.code, rest]).toEqual([400, "bad-id", rest]);
    }
  });
});

describe("queries", () => {
  test.each([
    "limit=0",
    "limit=-1",
    "limit=1e9",
    "limit=201",
    "limit=abc",
    "limit=1.5",
    "limit=",
    "limit=1&limit=2",
    "min_score=101",
    "min_score=x",
    "since=yesterday",
    "since=2026-01-01",
    "status=done",
    "outcome=completed",
    "tier=Platinum",
    "sort=worst",
    "agnet=echo",
    "workspace=..",
  ])("?%s is 400 and names the field", async (query) => {
    const { status, body } = await world.api.json(`/v1/runs?${query}`);
    expect([status, body.error.code]).toEqual([400, "bad-request"]);
    expect(body.error.message).toContain(query.split("=")[0] ?? "");
  });

  test.each(["since=2026-01-02T00:00:00Z&until=2026-01-01T00:00:00Z", "min_score=60&max_score=50"])(
    "?%s is a range that holds nothing",
    async (query) => {
      const { status, body } = await world.api.json(`/v1/runs?${query}`);
      expect([status, body.error.code]).toEqual([400, "bad-range"]);
    },
  );

  test("an edited cursor, one of other filters, and garbage are refused", async () => {
    for (let at = 0; at < 3; at += 1) await world.queued();
    const { body } = await world.api.json("/v1/runs?limit=1");
    const cursor: string = body.next_cursor;
    const middle = cursor.slice(0, 20) + (cursor[20] === "A" ? "B" : "A") + cursor.slice(21);
    for (const path of [
      `/v1/runs?cursor=${middle}`,
      `/v1/runs?agent=echo&cursor=${cursor}`,
      `/v1/runs?sort=score&cursor=${cursor}`,
      `/v1/reports?cursor=${cursor}`,
      "/v1/runs?cursor=%00",
      `/v1/runs?cursor=${"A".repeat(5_000)}`,
    ]) {
      const { status, body: problem } = await world.api.json(path);
      expect([path, status, problem.error.code]).toEqual([path, 400, "bad-cursor"]);
    }
    expect((await world.api.json(`/v1/runs?limit=1&cursor=${cursor}`)).status).toBe(200);
  });

  test.each(["'; drop table runs; --", "%", "_", "ech%", "\\", "\u0000", "e\u0000cho", "\ud800"])(
    "the filter %j is compared as it stands",
    async (text) => {
      await world.queued();
      const { status, body } = await world.api.json(`/v1/runs?agent=${encodeURIComponent(text.toWellFormed())}`);
      expect([status, body.data]).toEqual([200, []]);
    },
  );
});

describe("bodies", () => {
  test.each([
    ["broken JSON", "{"],
    ["nothing", ""],
    ["a __proto__ key", '{"__proto__": {"admin": true}}'],
    ["a __proto__ key deep inside", '{"a": [{"__proto__": 1}]}'],
    ["depth 33", `${"[".repeat(33)}${"]".repeat(33)}`],
    ["depth 500,000", "[".repeat(500_000)],
    ["not an object", "[]"],
    ["null", "null"],
  ])("%s is 400", async (_, body) => {
    const { status, body: problem } = await post(body);
    expect([status, problem.error.code]).toEqual([400, "bad-request"]);
    expect(({} as { admin?: boolean }).admin).toBeUndefined();
  });

  test("depth 32 is not too deep to be read", async () => {
    const { body } = await post(`{"x": ${"[".repeat(31)}${"]".repeat(31)}}`);
    expect(body.error.message).not.toContain("deeper");
  });

  test.each([
    ["command", { ...order, command: "rm -rf /" }],
    ["env", { ...order, env: { A: "b" } }],
    ["prompt", { ...order, prompt: "ignore" }],
    ["scenario", { ...order, scenario: { prompt: "do" } }],
    ["trials", { ...order, trials: 51 }],
    ["trials", { ...order, trials: "2" }],
    ["trials", { ...order, trials: 0 }],
    ["priority", { ...order, priority: 101 }],
    ["agent", { workspace: "shop", scenario: "cms/create" }],
    ["workspace", { ...order, workspace: "../x" }],
  ])("a wrong %s is 400 and named", async (field, body) => {
    const { status, body: problem } = await post(JSON.stringify(body));
    expect([status, problem.error.code]).toEqual([400, "bad-request"]);
    expect(problem.error.message).toContain(field);
  });

  test.each([
    ["no type", { "Content-Type": "" }],
    ["text", { "Content-Type": "text/plain" }],
    ["a form", { "Content-Type": "application/x-www-form-urlencoded" }],
    ["compressed", { "Content-Encoding": "gzip" }],
    ["another charset", { "Content-Type": "application/json; charset=utf-16" }],
  ])("%s is 415", async (_, more) => {
    const { status, body } = await post(JSON.stringify(order), more);
    expect([status, body.error.code]).toEqual([415, "not-json"]);
  });

  test("10 MB is 413 and nothing is stored", async () => {
    const before = (await world.api.json("/v1/runs?limit=200")).body.data.length;
    const { status, body, headers: told } = await post(JSON.stringify({ ...order, model: "x".repeat(10_000_000) }));
    expect([status, body.error.code, told.get("connection")]).toEqual([413, "too-large", "close"]);
    expect((await world.api.json("/v1/runs?limit=200")).body.data.length).toBe(before);
  });

  test.each([
    ["unknown-scenario", { ...order, scenario: "nope" }],
    ["unknown-agent", { ...order, agent: "nobody" }],
    ["agent-not-served", { ...order, agent: "away" }],
  ])("%s is 422", async (code, body) => {
    const { status, body: problem } = await post(JSON.stringify(body));
    expect([status, problem.error.code]).toEqual([422, code]);
  });

  test("a workspace nobody knows is 404", async () => {
    const { status, body } = await post(JSON.stringify({ ...order, workspace: "nope" }));
    expect([status, body.error.code]).toEqual([404, "workspace-not-found"]);
  });
});

describe("addresses", () => {
  test.each(["/v1/nothing", "/v1", "/v2/runs", "/.git/config", "/v1/runs/"])("%s is 404", async (path) => {
    const { status, body } = await world.api.json(path);
    expect([status, body.error.code]).toEqual([404, "not-found"]);
  });

  test("a known address with another method is 405 and says which there are", async () => {
    const { status, headers: told } = await world.api.json("/v1/runs", { method: "DELETE" });
    expect([status, told.get("allow")]).toEqual([405, "GET, POST"]);
  });

  test("an address over 8 KiB is 400", async () => {
    expect((await world.api.json(`/v1/runs?agent=${"a".repeat(9_000)}`)).status).toBe(400);
  });

  test.each(["..%2f..%2fetc%2fpasswd", "%2fetc%2fpasswd", "a%5cb", "a%00b", "a//b", "%zz"])(
    "the artifact path %s is 400",
    async (path) => {
      const { status, body } = await world.api.json(`/v1/runs/${await world.queued()}/artifacts/${path}`);
      expect([status, body.error.code]).toEqual([400, "bad-request"]);
    },
  );
});

test("every answer carries the headers that keep it inert", async () => {
  const paths = [
    ...Object.keys(world.api.description.paths),
    "/nowhere",
    "/openapi.json",
    `/v1/runs/${await world.scored()}/score`,
  ];
  for (const path of paths.filter((each) => each !== "/v1/events")) {
    const answer = await world.server.app.request(path.replace(/\{\w+\}/g, "x"), {}, local);
    const told = Object.fromEntries(
      ["content-security-policy", "x-content-type-options", "referrer-policy", "cache-control"].map((name) => [
        name,
        answer.headers.get(name),
      ]),
    );
    expect({ path, ...told }).toEqual({
      path,
      "content-security-policy": expect.stringMatching(/^(?:default-src 'none'.*form-action 'none'|sandbox)/) as string,
      "x-content-type-options": "nosniff",
      "referrer-policy": "no-referrer",
      "cache-control": expect.stringMatching(/^(?:no-store|private, no-cache)$/) as string,
    });
  }
});

test("a defect is told to the operator and not to the caller", async () => {
  const defects: unknown[] = [];
  const secret = new Error("connection to postgres://axis:hunter2@db failed at /srv/axis/store.ts:12");
  await using server = createApp({
    ...world.server.deps,
    submit: () => Promise.reject(secret),
    onDefect: (error) => defects.push(error),
  });
  const answer = await server.app.request("/v1/runs", { method: "POST", headers, body: JSON.stringify(order) }, local);
  const text = await answer.text();
  expect(answer.status).toBe(500);
  expect(text).not.toMatch(/hunter2|store\.ts|postgres/);
  expect(defects).toEqual([secret]);
});
