import { afterAll, beforeAll, expect, test } from "vitest";
import { putBytes } from "../../src/store/sql/files/blobs.ts";
import { openObjectStore } from "../../src/store/sql/files/objects/object-store.ts";
import { addRunFile } from "../../src/store/sql/files/run-files.ts";
import { createApp, type ServerApp } from "../../src/server/index.ts";
import {
  objectKey,
  openObjectServer,
  type ObjectServer,
} from "../../src/store/sql/files/objects/object-server.fixture.ts";
import { local } from "./described.ts";
import { openServerWorld, roomy, type ServerWorld } from "./server-world.ts";

let world: ServerWorld;
let objectServer: ObjectServer;
let served: ServerApp;
let path: string;
const content = Buffer.alloc(3_000_000, "a large file\n");

beforeAll(async () => {
  world = await openServerWorld({ limits: roomy });
  objectServer = await openObjectServer();
  const runId = await world.running();
  const sha256 = await putBytes(storeWithObjects(), content, { mediaType: "text/plain" });
  await addRunFile(world.store.database, { runId, attempt: 1 }, { kind: "artifact", path: "big.txt", sha256 });
  served = createApp({ store: storeWithObjects(), access: { openReads: true }, limits: roomy });
  path = `/v1/runs/${runId}/artifacts/big.txt`;
});
afterAll(async () => {
  await served[Symbol.asyncDispose]();
  await objectServer[Symbol.asyncDispose]();
  await world[Symbol.asyncDispose]();
});

function storeWithObjects() {
  const { keyId, secret, region } = objectKey;
  const settings = { endpoint: objectServer.endpoint, bucket: "files", region };
  const objects = openObjectStore({ settings, keys: { keyId, secret } }, { pause: () => Promise.resolve() });
  return { ...world.store, objects };
}

async function ask(): Promise<Response> {
  return await served.app.request(`http://127.0.0.1${path}`, {}, local);
}

test("a large artifact comes through the server, never by redirect", async () => {
  const answer = await ask();
  expect(answer.status).toBe(200);
  expect(answer.headers.get("location")).toBeNull();
  expect(Buffer.from(await answer.arrayBuffer()).equals(content)).toBe(true);
});

test("a server that knows no object store, or whose store is away, says 503 and shows no key", async () => {
  const blind = await world.api.call(path);
  expect(blind.status).toBe(503);
  objectServer.mischief.push("fail", "fail", "hang-up", "fail");
  const away = await ask();
  expect(away.status).toBe(503);
  const texts = [await blind.text(), await away.text()];
  for (const text of texts) expect(JSON.parse(text)).toMatchObject({ error: { code: "store-unavailable" } });
  expect(texts.join("")).not.toMatch(/canary|127\.0\.0\.1/);
});

test("bytes that are not those that were stored break off: nobody gets them as a whole file", async () => {
  for (const trick of ["lie", "cut", "swell"] as const) {
    objectServer.mischief.push(trick);
    const answer = await ask();
    await expect(answer.arrayBuffer()).rejects.toThrow();
  }
});

test("health and figures say whether the object store can be used, and no more than that", async () => {
  const health = async (app: ServerApp) => {
    const answer = await app.app.request("http://127.0.0.1/healthz", {}, local);
    expect(answer.status).toBe(200);
    return (await answer.json()) as object;
  };
  const figure = async (app: ServerApp) => {
    const text = await (await app.app.request("http://127.0.0.1/metrics", {}, local)).text();
    return /^axis_object_store_up.*$/m.exec(text)?.[0];
  };
  const version = expect.any(String);
  await using well = createApp({ store: storeWithObjects(), access: { openReads: true }, limits: roomy });
  expect(await figure(well)).toBeUndefined();
  await expect.poll(() => health(well)).toEqual({ status: "ok", version, objects: "ok" });
  expect(await figure(well)).toBe("axis_object_store_up 1");

  const keys = { keyId: objectKey.keyId, secret: "canary-wrong" };
  const refusing = openObjectStore({ settings: { endpoint: objectServer.endpoint, bucket: "files" }, keys });
  const store = { ...world.store, objects: refusing };
  await using wrong = createApp({ store, access: { openReads: true }, limits: roomy });
  await expect.poll(() => health(wrong)).toEqual({ status: "ok", version, objects: "refuses" });
  expect(await figure(wrong)).toBe("axis_object_store_up 0");

  await using none = createApp({ store: world.store, access: { openReads: true }, limits: roomy });
  expect(await health(none)).toEqual({ status: "ok", version });
  expect(await figure(none)).toBeUndefined();
});
