import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createSessionToken } from "../../src/server/guards/session-token.ts";
import { createApp } from "../../src/server/app.ts";
import { revokeToken } from "../../src/store/sql/access/tokens.ts";
import { local, remote, describe as describeApi } from "./described.ts";
import { openServerWorld, type ServerWorld } from "./server-world.ts";

let world: ServerWorld;
beforeAll(async () => {
  world = await openServerWorld();
});
afterAll(async () => {
  await world[Symbol.asyncDispose]();
});

const json = { "Content-Type": "application/json" };
const order = JSON.stringify({ workspace: "shop", scenario: "cms/create", agent: "echo" });
const submitting = (headers: Record<string, string>) => ({
  method: "POST",
  headers: { ...json, ...headers },
  body: order,
});

describe("who may read", () => {
  test("where reads are open, a program on this machine needs no token", async () => {
    expect((await world.api.call("/v1/runs")).status).toBe(200);
  });

  test.each([
    ["another machine", {}, remote],
    ["nobody knows who", {}, {}],
    ["a proxy that names the client", { "X-Forwarded-For": "203.0.113.9" }, local],
    ["a proxy that names the protocol", { "X-Forwarded-Proto": "https" }, local],
    ["a proxy that names itself", { Via: "1.1 proxy" }, local],
    ["a proxy by the standard", { Forwarded: "for=203.0.113.9" }, local],
    ["a tunnel", { "CF-Connecting-IP": "203.0.113.9" }, local],
    ["a proxy that speaks HTTP/1.0", {}, { incoming: { ...local.incoming, httpVersion: "1.0" } }],
  ])("%s needs one", async (_, headers, env) => {
    const {
      status,
      body,
      headers: told,
    } = await world.api.json("/v1/runs", { headers: headers as Record<string, string> }, env);
    expect([status, body.error.code, body.error.hint]).toEqual([401, "token-missing", undefined]);
    expect(told.get("www-authenticate")).toBe("Bearer");
  });

  test("a request for another name of the server needs one, since only a proxy would send it", async () => {
    await using server = createApp({ ...world.server.deps, access: { openReads: true, hosts: ["axis.example.test"] } });
    expect((await server.app.request("http://axis.example.test/v1/runs", {}, local)).status).toBe(401);
    expect((await server.app.request("http://localhost/v1/runs", {}, local)).status).toBe(200);
  });

  test("where reads are not open, every route but the health check asks for a token", async () => {
    await using server = createApp({ ...world.server.deps, access: { openReads: false } });
    const { description } = await describeApi(server);
    const open: string[] = [];
    for (const path of Object.keys(description.paths)) {
      const address = path.replaceAll(/\{\w+\}/g, "x");
      if (
        (await server.app.request(address, {}, local)).status !== 401 &&
        description.paths[path]?.["get"] !== undefined
      )
        open.push(path);
    }
    expect(open).toEqual(["/healthz"]);
  });

  test("a token in the address counts for nothing", async () => {
    const { status } = await world.api.json(`/v1/runs?token=${await world.token()}`, {}, remote);
    expect(status).toBe(401);
  });

  test("a token that counts is let in from anywhere", async () => {
    expect((await world.api.call("/v1/runs", { headers: await world.bearer() }, remote)).status).toBe(200);
  });
});

describe("tokens that do not count", () => {
  test("wrong, expired, revoked, cut, of another scheme: all get the same answer", async () => {
    const good = await world.token();
    const revoked = await world.token();
    await revokeToken(world.store.database, revoked.slice(5, 17));
    const expired = await world.token();
    await expire(expired);
    const bad = [
      `Bearer ${good.slice(0, -1)}${good.endsWith("A") ? "B" : "A"}`,
      `Bearer ${good.slice(0, -1)}`,
      `Bearer ${revoked}`,
      `Bearer ${expired}`,
      `Basic ${good}`,
      good,
      "Bearer",
      `Bearer ${good} ${good}`,
    ];
    const answers = [];
    for (const [at, Authorization] of bad.entries()) {
      const from = { incoming: { socket: { remoteAddress: `203.0.113.${at}` } } };
      const { status, body } = await world.api.json("/v1/runs", { headers: { Authorization } }, from);
      answers.push({ status, error: body.error });
    }
    const same = { status: 401, error: { code: "token-invalid", message: "The token is not valid" } };
    expect(answers).toEqual(bad.map(() => same));
  });

  test("ten of them in a minute, and the address has to wait, even with a good one", async () => {
    const from = { incoming: { socket: { remoteAddress: "198.51.100.1" } } };
    const headers = { Authorization: "Bearer nothing" };
    const statuses = [];
    for (let at = 0; at < 11; at += 1) statuses.push((await world.api.call("/v1/runs", { headers }, from)).status);
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429]);
    const held = await world.api.call("/v1/runs", { headers: await world.bearer() }, from);
    expect(held.status).toBe(429);
    expect(Number(held.headers.get("retry-after"))).toBeGreaterThan(0);
  });

  test("a token is revoked at once", async () => {
    const text = await world.token();
    const headers = { Authorization: `Bearer ${text}` };
    expect((await world.api.call("/v1/runs", { headers }, remote)).status).toBe(200);
    await revokeToken(world.store.database, text.slice(5, 17));
    expect((await world.api.call("/v1/runs", { headers }, remote)).status).toBe(401);
  });

  async function expire(text: string): Promise<void> {
    const change = { expires_at: new Date(Date.now() - 1_000) };
    await world.store.database.updateTable("api_tokens").set(change).where("id", "=", text.slice(5, 17)).execute();
  }
});

describe("scopes", () => {
  test("each allows what it says, and no more", async () => {
    const statuses: Record<string, number[]> = {};
    for (const scope of ["read", "write", "admin"] as const) {
      const headers = await world.bearer({ scopes: [scope] });
      const calls = [
        await world.api.call("/v1/runs", { headers }, remote),
        await world.api.call("/v1/runs", submitting(headers), remote),
        await world.api.call("/v1/tokens", { headers }, remote),
      ];
      statuses[scope] = calls.map(({ status }) => status);
    }
    expect(statuses).toEqual({ read: [200, 403, 403], write: [200, 202, 403], admin: [200, 202, 200] });
  });

  test("a refusal has no hint", async () => {
    const { body } = await world.api.json("/v1/runs", submitting(await world.bearer()), remote);
    expect(body.error).toEqual({ code: "scope-missing", message: "This token does not permit this request" });
  });

  test("a write needs a token on this machine too", async () => {
    const { status, body } = await world.api.json("/v1/runs", submitting({}));
    expect([status, body.error.code]).toEqual([401, "token-missing"]);
  });

  test("the token of the process itself may write, and is stored nowhere", async () => {
    const { text, token } = createSessionToken(["write"]);
    await using server = createApp({ ...world.server.deps, access: { openReads: false, sessionToken: token } });
    const api = await describeApi(server);
    const headers = { Authorization: `Bearer ${text}` };
    expect((await api.call("/v1/runs", submitting(headers), remote)).status).toBe(202);
    expect((await api.call("/v1/runs", {}, local)).status).toBe(401);
    const known = await world.store.database.selectFrom("api_tokens").select("id").where("id", "=", token.id).execute();
    expect(known).toEqual([]);
  });
});

describe("workspaces", () => {
  test("for a token of one workspace, nothing of another exists", async () => {
    const run = await world.scored({ workspaceId: world.other });
    const headers = await world.bearer({ workspaceId: world.shop });
    const paths = [
      `/v1/runs/${run}`,
      `/v1/runs/${run}/score`,
      `/v1/runs/${run}/scorecard`,
      `/v1/runs/${run}/transcript`,
      `/v1/runs/${run}/artifacts`,
      `/v1/runs/${run}/patch`,
      `/v1/runs/${run}/raw`,
      `/v1/runs/${run}/gates/lint/1`,
      "/v1/runs?workspace=other",
      "/v1/workspaces/other",
      "/v1/leaderboard?workspace=other",
      "/v1/trends?workspace=other",
      "/v1/events?workspace=other",
    ];
    const statuses = [];
    for (const path of paths) statuses.push((await world.api.call(path, { headers }, remote)).status);
    expect(statuses).toEqual(paths.map(() => 404));
    const { body } = await world.api.json("/v1/runs", { headers }, remote);
    expect(body.data.map((each: { workspace: string }) => each.workspace)).not.toContain("other");
    const { body: workspaces } = await world.api.json("/v1/workspaces", { headers }, remote);
    expect(workspaces.data.map((each: { slug: string }) => each.slug)).toEqual(["shop"]);
  });

  test("nor can it write there, or make a token for it", async () => {
    const queued = await world.queued({ workspaceId: world.other });
    const headers = await world.bearer({ workspaceId: world.shop, scopes: ["admin"] });
    const post = (body: unknown) => ({ method: "POST", headers: { ...json, ...headers }, body: JSON.stringify(body) });
    const elsewhere = { workspace: "other", scenario: "cms/create", agent: "echo" };
    expect((await world.api.call("/v1/runs", post(elsewhere), remote)).status).toBe(404);
    expect((await world.api.call(`/v1/runs/${queued}/cancel`, { method: "POST", headers }, remote)).status).toBe(404);
    const wider = { name: "wide", scopes: ["admin"], workspace: "other" };
    expect((await world.api.call("/v1/tokens", post(wider), remote)).status).toBe(404);
    const { body } = await world.api.json("/v1/tokens", post({ name: "own", scopes: ["read"] }), remote);
    expect(body.workspace).toBe("shop");
  });
});

describe("names and origins", () => {
  test.each(["http://evil.test/v1/runs", "http://127.0.0.1.evil.test/v1/runs", "http://localhost.evil.test:4747/"])(
    "%s is not us",
    async (address) => {
      const answer = await world.server.app.request(address, {}, local);
      expect(answer.status).toBe(421);
    },
  );

  test.each(["http://localhost:4747/v1/runs", "http://127.0.0.1/v1/runs", "http://[::1]:9/v1/runs"])(
    "%s is us",
    async (address) => {
      expect((await world.server.app.request(address, {}, local)).status).toBe(200);
    },
  );

  test("a page of another origin may not write, whatever its token", async () => {
    const headers = { ...(await world.bearer({ scopes: ["admin"] })), Origin: "https://evil.test" };
    const { status, body } = await world.api.json("/v1/runs", submitting(headers));
    expect([status, body.error.code]).toEqual([403, "wrong-origin"]);
    const sandboxed = await world.api.json("/v1/runs", submitting({ ...headers, Origin: "null" }));
    expect(sandboxed.status).toBe(403);
  });

  test("our own page may", async () => {
    const headers = await world.bearer({ scopes: ["write"] });
    for (const host of ["127.0.0.1:4747", "localhost:4747", "[::1]:9"]) {
      const sent = submitting({ ...headers, Origin: `http://${host}`, Host: host });
      expect((await world.server.app.request(`http://${host}/v1/runs`, sent, local)).status).toBe(202);
    }
  });

  test.each(["http://127.0.0.1:3000", "http://localhost:4747", "http://127.0.0.1", "http://a@127.0.0.1:4747"])(
    "a page of another program on this machine, %s, may not",
    async (Origin) => {
      const headers = { ...(await world.bearer({ scopes: ["admin"] })), Origin, Host: "127.0.0.1:4747" };
      const answer = await world.server.app.request("http://127.0.0.1:4747/v1/runs", submitting(headers), local);
      expect([answer.status, await answer.json()]).toMatchObject([403, { error: { code: "wrong-origin" } }]);
    },
  );

  test("behind a proxy that replaces the host, pages of the server's other names may write", async () => {
    const access = { openReads: false, hosts: ["127.0.0.1", "axis.example.test"] };
    await using server = createApp({ ...world.server.deps, access });
    const from = async (Origin: string) =>
      submitting({ ...(await world.bearer({ scopes: ["write"] })), Origin, Host: "127.0.0.1:4747" });
    const send = async (origin: string) =>
      (await server.app.request("http://127.0.0.1:4747/v1/runs", await from(origin), local)).status;
    expect(await send("https://axis.example.test")).toBe(202);
    expect(await send("https://axis.example.test:8443")).toBe(403);
    expect(await send("http://127.0.0.1")).toBe(403);
  });

  test("no page of another origin may read, but for those on the list", async () => {
    const foreign = await world.api.call("/v1/runs", { headers: { Origin: "https://evil.test" } });
    expect(foreign.headers.get("access-control-allow-origin")).toBeNull();
    const access = { openReads: true, corsOrigins: ["https://ci.example.test"] };
    await using server = createApp({ ...world.server.deps, access });
    const listed = await server.app.request("/v1/runs", { headers: { Origin: "https://ci.example.test" } }, local);
    expect(listed.headers.get("access-control-allow-origin")).toBe("https://ci.example.test");
    expect(listed.headers.get("access-control-allow-credentials")).toBeNull();
    const asked = { method: "OPTIONS", headers: { Origin: "https://ci.example.test" } };
    expect((await server.app.request("/v1/runs", asked, local)).status).toBe(204);
  });
});

test("who asks too often has to wait, and others do not", async () => {
  const limits = { reads: { burst: 3, perMinute: 1 } };
  await using server = createApp({ ...world.server.deps, limits });
  const [one, other] = [await world.bearer(), await world.bearer()];
  const statuses = [];
  for (let at = 0; at < 4; at += 1)
    statuses.push((await server.app.request("/v1/runs", { headers: one }, remote)).status);
  expect(statuses).toEqual([200, 200, 200, 429]);
  expect((await server.app.request("/v1/runs", { headers: other }, remote)).status).toBe(200);
});

test("the access log knows patterns and token ids, and no token, path or query", async () => {
  const lines: string[] = [];
  const onAccess = (record: unknown) => lines.push(JSON.stringify(record));
  await using server = createApp({ ...world.server.deps, onAccess });
  const text = await world.token();
  const headers = { Authorization: `Bearer ${text}` };
  await server.app.request(`/v1/runs/${await world.queued()}/score?x=${text}`, { headers }, local);
  await server.app.request(`/nowhere/${text}`, { headers }, local);
  const log = lines.join("\n");
  expect(log).toContain('"route":"/v1/runs/{id}/score"');
  expect(log).toContain(text.slice(5, 17));
  expect(log).not.toContain(text.slice(18));
});
