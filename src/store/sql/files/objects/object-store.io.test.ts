import { createHash } from "node:crypto";
import { inspect } from "node:util";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Misbehavior, objectKey, openObjectServer, type ObjectServer } from "./object-server.fixture.ts";
import { BlobMismatch } from "../blob-store.ts";
import { openObjectStore } from "./object-store.ts";
import { ObjectsUnavailable } from "./objects-unavailable.ts";
import type { RequestPatience } from "./signed-requests.ts";

let server: ObjectServer;
beforeEach(async () => {
  server = await openObjectServer();
});
afterEach(() => server[Symbol.asyncDispose]());

const content = Buffer.alloc(300_000, "some bytes ");
const sha256 = createHash("sha256").update(content).digest();
const blob = { sha256, bytes: content.length };
const hex = sha256.toString("hex");

function opened({ secret = objectKey.secret, ...patience }: RequestPatience & { readonly secret?: string } = {}) {
  const settings = { endpoint: server.endpoint, bucket: "files", region: objectKey.region, prefix: "a/b" };
  const keys = { keyId: objectKey.keyId, secret };
  return openObjectStore({ settings, keys }, { pause: () => Promise.resolve(), ...patience });
}

async function* pieces(): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < content.length; at += 70_000) yield content.subarray(at, at + 70_000);
}

const sent = () => pieces();

async function read(store: ReturnType<typeof opened>): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const part of store.read(store.keyOf(sha256))) parts.push(part);
  return Buffer.concat(parts);
}

test("what is put comes back, under a name made of prefix and hash, and goes", async () => {
  const store = opened();
  const key = store.keyOf(sha256);
  expect(key).toBe(`a/b/${hex.slice(0, 2)}/${hex}`);
  expect(await store.has(key, content.length)).toBe(false);
  await store.put(key, blob, sent);
  expect([...server.objects.keys()]).toEqual([`/files/${key}`]);
  expect(await store.has(key, content.length)).toBe(true);
  expect(await store.has(key, content.length - 1)).toBe(false);
  expect((await read(store)).equals(content)).toBe(true);
  await store.remove(key);
  await store.remove(key);
  expect(server.objects.size).toBe(0);
});

test.each<[Misbehavior, Misbehavior]>([
  ["fail", "hang-up"],
  ["hang-up", "fail"],
])("a store that is away for a moment (%s, %s) is asked again", async (...mischief) => {
  const store = opened();
  server.mischief.push(...mischief);
  await store.put(store.keyOf(sha256), blob, sent);
  server.mischief.push(...mischief);
  expect((await read(store)).equals(content)).toBe(true);
  expect(server.requests).toHaveLength(6);
});

test.each<Misbehavior>(["fail", "hang-up"])(
  "one that stays away (%s) is given up after four tries",
  async (mischief) => {
    server.mischief.push(...Array.from({ length: 9 }, () => mischief));
    const put = opened().put("x", blob, sent);
    await expect(put).rejects.toThrow(ObjectsUnavailable);
    expect(server.requests).toHaveLength(4);
    expect(server.objects.size).toBe(0);
  },
);

test("a store that says nothing is not waited for without end", async () => {
  server.mischief.push("silence", "silence", "silence", "silence");
  let pauses = 0;
  const store = opened({ answerMs: 20, pause: async () => void (pauses += 1) });
  await expect(store.has("x", 1)).rejects.toThrow("it took too long");
  // Four tries; on a busy machine one may be over before the store has even heard of it.
  expect(pauses).toBe(3);
});

test("a redirect is not followed, and not tried again", async () => {
  server.mischief.push("redirect");
  await expect(read(opened())).rejects.toThrow("it answered 307");
  expect(server.requests).toHaveLength(1);
});

test("an answer that breaks off is an error, not a short file", async () => {
  const store = opened();
  await store.put(store.keyOf(sha256), blob, sent);
  server.mischief.push("cut");
  await expect(read(store)).rejects.toThrow(ObjectsUnavailable);
});

test("bytes that are not what was announced never arrive, and are not sent again", async () => {
  const wrong = [
    { sha256: Buffer.alloc(32, 9), bytes: content.length },
    { sha256, bytes: content.length - 1 },
    { sha256, bytes: content.length + 1 },
  ];
  for (const announced of wrong) await expect(opened().put("x", announced, sent)).rejects.toThrow(BlobMismatch);
  expect(server.objects.size).toBe(0);
  expect(server.requests.length).toBeLessThanOrEqual(wrong.length);
});

test("what fails while it is read is told as it is", async () => {
  const broken = async function* () {
    yield content.subarray(0, 9);
    throw new RangeError("the disk is gone");
  };
  await expect(opened().put("x", blob, () => broken())).rejects.toThrow("the disk is gone");
  expect(server.objects.size).toBe(0);
});

test("a wrong secret is refused at once, and neither that nor the right one is shown", async () => {
  const store = opened({ secret: "canary-wrong-secret" });
  const failures: unknown[] = [];
  await store.put("x", blob, sent).catch((error: unknown) => failures.push(error));
  await store.has("x", 1).catch((error: unknown) => failures.push(error));
  server.mischief.push("fail", "fail", "fail", "fail");
  await opened()
    .remove("x")
    .catch((error: unknown) => failures.push(error));
  expect(failures).toHaveLength(3);
  expect(failures[0]).toMatchObject({ code: "store-unavailable", hint: expect.stringContaining("AXIS_S3_SECRET") });
  expect(inspect(failures, { depth: 9, showHidden: true })).not.toMatch(/canary-(?:wrong-)?secret/);
  expect(server.requests).toHaveLength(6);
});

test("a refusal is understood in a process whose server replaced the global Response", async () => {
  const { Response: original } = globalThis;
  globalThis.Response = class extends original {};
  try {
    const put = opened({ secret: "canary-wrong" }).put("a/b/key", blob, sent);
    await expect(put).rejects.toThrow("The object store did not accept a file: it answered 403");
    expect(server.requests).toHaveLength(1);
  } finally {
    globalThis.Response = original;
  }
});

test("a reader who leaves early frees the connection", async () => {
  const store = opened();
  await store.put(store.keyOf(sha256), blob, sent);
  for await (const part of store.read(store.keyOf(sha256))) {
    expect(part.length).toBeGreaterThan(0);
    break;
  }
  expect((await read(store)).equals(content)).toBe(true);
});
