/** What a caller may do, and what running agents do now. */
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addChunk } from "../../src/store/sql/runs/run-progress.ts";
import { openServerWorld, type ServerWorld } from "./server-world.ts";

let world: ServerWorld;
beforeAll(async () => {
  world = await openServerWorld();
});
afterAll(async () => {
  expect(world.defects).toEqual([]);
  await world[Symbol.asyncDispose]();
});

async function ask(path: string, headers: Record<string, string> = {}): Promise<unknown> {
  const answer = await world.server.app.request(`http://127.0.0.1${path}`, {
    headers: { Host: "127.0.0.1", ...headers },
  });
  return await answer.json();
}

test("a caller is told the scopes it has, those that are included among them", async () => {
  expect(await ask("/v1/session", await world.bearer({ scopes: ["write"] }))).toEqual({
    scopes: ["read", "write"],
    workspace: null,
    takes_runs: true,
    takes_competitions: false,
  });
  const bound = await world.bearer({ scopes: ["read"], workspaceId: world.shop });
  expect(await ask("/v1/session", bound)).toMatchObject({ scopes: ["read"], workspace: "shop" });
});

test("a running run has the last entries of its transcript, and other workspaces do not see it", async () => {
  const runId = await world.running();
  const lines = Array.from({ length: 6 }, (_, at) => JSON.stringify({ type: "assistant", text: `step ${at}` })).join(
    "\n",
  );
  const content = gzipSync(`${lines}\n`);
  await addChunk(world.store.database, { runId, attempt: 1 }, { path: "0.ndjson.gz", first: 0, last: 5, content });
  const { data } = (await ask("/v1/activity?workspace=shop", await world.bearer())) as {
    data: { id: string; events: { index: number }[] }[];
  };
  expect(data.map(({ id, events }) => [id, events.map(({ index }) => index)])).toEqual([[runId, [2, 3, 4, 5]]]);
  const other = await world.bearer({ workspaceId: world.other });
  expect(await ask("/v1/activity", other)).toEqual({ data: [], next_cursor: null });
});
