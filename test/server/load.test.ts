import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createApp } from "../../src/server/app.ts";
import { listen } from "../../src/server/listen.ts";
import { local } from "./described.ts";
import { openServerWorld, roomy, type ServerWorld } from "./server-world.ts";

let world: ServerWorld;
beforeAll(async () => {
  world = await openServerWorld();
});
afterAll(async () => {
  expect(world.defects).toEqual([]);
  await world[Symbol.asyncDispose]();
});

test("a hundred clients at once on the score endpoint: no error, no wrong answer", async () => {
  const runs: string[] = [];
  for (let at = 0; at < 10; at += 1) runs.push(at % 2 === 0 ? await world.scored() : await world.queued());
  const tokens = await Promise.all(Array.from({ length: 100 }, () => world.token()));
  const expected = new Map<string, string>();
  for (const id of runs) expected.set(id, await (await world.api.call(`/v1/runs/${id}/score`)).text());
  await using listening = await listen(createApp(world.server.deps), { host: "127.0.0.1", port: 0 });
  const wrong: string[] = [];
  await Promise.all(
    tokens.map(async (token, client) => {
      for (let turn = 0; turn < 10; turn += 1) {
        const id = runs[(client + turn) % runs.length] ?? "";
        const headers = { Authorization: `Bearer ${token}` };
        const answer = await fetch(`http://127.0.0.1:${listening.port}/v1/runs/${id}/score`, { headers });
        const text = await answer.text();
        if (answer.status !== 200 || text !== expected.get(id)) wrong.push(`${answer.status} ${text}`);
      }
    }),
  );
  expect(wrong).toEqual([]);
});

test("whatever is sent to any address in the description, no answer is a defect", async () => {
  await using server = createApp({ ...world.server.deps, limits: roomy });
  const headers = { "Content-Type": "application/json", ...(await world.bearer({ scopes: ["admin"] })) };
  const operations = Object.entries(world.api.description.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => ({ path, method: method.toUpperCase() })),
  );
  const run = await world.scored();
  const part = fc.oneof(
    fc.constantFrom(run, "..", "%00", "%2e%2e%2f", "shop", "latest", "1", "a|b", "%", "null"),
    fc.string({ maxLength: 20 }).map((text) => encodeURIComponent(text.toWellFormed())),
  );
  const names = fc.constantFrom(
    "limit",
    "cursor",
    "workspace",
    "agent",
    "since",
    "sort",
    "after",
    "a",
    "b",
    "bucket",
    "x",
  );
  const query = fc.array(fc.tuple(names, part), { maxLength: 3 });
  const body = fc.oneof(
    fc.json(),
    fc
      .record({ workspace: fc.constant("shop"), scenario: fc.string(), agent: fc.string(), trials: fc.anything() })
      .map((each) => JSON.stringify(each, (_, value: unknown) => (typeof value === "bigint" ? 1 : value))),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...operations),
      part,
      query,
      body,
      async ({ path, method }, value, pairs, text) => {
        const search = pairs.map(([name, each]) => `${name}=${each}`).join("&");
        const address = `${path.replaceAll(/\{\w+\}/g, value)}?${search}`;
        const init = { method, headers, ...(method === "GET" ? {} : { body: text }) };
        const answer = await server.app.request(`http://localhost${address}`, init, local);
        await answer.body?.cancel();
        if (answer.status >= 500) expect.fail(`${method} ${address} -> ${answer.status}`);
        expect(answer.headers.get("x-request-id")).not.toBeNull();
      },
    ),
    { numRuns: 400 },
  );
});
