/** Part of the SQL suite: large files go to the object store and are read back, or nothing is recorded as stored. */
import { createHash } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { BlobMismatch, type BlobStore } from "../files/blob-store.ts";
import { findBlob, putBlob, putBytes, readBlob, readBytes } from "../files/blobs.ts";
import { putDocument } from "../files/documents.ts";
import { openObjectStore } from "../files/objects/object-store.ts";
import { ObjectsUnavailable } from "../files/objects/objects-unavailable.ts";
import { prune, previewPrune } from "../retention/prune.ts";
import { objectKey, openObjectServer, type ObjectServer } from "../files/objects/object-server.fixture.ts";
import { createTestWorkspace, type GetStore } from "./suite-helpers.fixture.ts";

const mebibyte = 1_048_576;
const mediaType = "application/octet-stream";

export function testObjects(theStore: GetStore): void {
  let running: ObjectServer | undefined;
  beforeAll(async () => {
    running = await openObjectServer();
  });
  afterAll(() => running?.[Symbol.asyncDispose]());

  function opened(): { server: ObjectServer; store: BlobStore } {
    if (running === undefined) throw new Error("The object server is missing");
    const { keyId, secret, region } = objectKey;
    const settings = { endpoint: running.endpoint, bucket: "files", region };
    const objects = openObjectStore({ settings, keys: { keyId, secret } }, { pause: () => Promise.resolve() });
    return { server: running, store: { database: theStore().database, objects } };
  }

  test("a mebibyte stays in the database; one byte more becomes an object, and is read back in pieces", async () => {
    const { server, store } = opened();
    const small = await putBytes(store, Buffer.alloc(mebibyte, "small"), { mediaType });
    expect(await findBlob(store.database, small)).toMatchObject({ location: "db", object_key: null });
    expect(server.objects.size).toBe(0);
    const bytes = Buffer.alloc(mebibyte + 1, "large");
    const large = await putBytes(store, bytes, { mediaType });
    const key = `axis/${hex(large).slice(0, 2)}/${hex(large)}`;
    expect(await findBlob(store.database, large)).toMatchObject({ location: "object", object_key: key });
    expect([...server.objects.keys()]).toEqual([`/files/${key}`]);
    expect(await countParts(store, large)).toBe(0);
    let pieces = 0;
    for await (const _piece of readBlob(store, large)) pieces += 1;
    expect(pieces).toBeGreaterThan(1);
    expect((await readBytes(store, large)).equals(bytes)).toBe(true);
    await putBytes(store, bytes, { mediaType });
    expect(server.requests.filter((line) => line.startsWith("PUT"))).toHaveLength(1);
  });

  test("storing the same bytes again restores an object that went missing", async () => {
    const { server, store } = opened();
    const bytes = Buffer.alloc(mebibyte + 2, "missing");
    const sha256 = await putBytes(store, bytes, { mediaType });
    server.objects.clear();
    await expect(readBytes(store, sha256)).rejects.toThrow(ObjectsUnavailable);
    await putBytes(store, bytes, { mediaType });
    expect((await readBytes(store, sha256)).equals(bytes)).toBe(true);
  });

  test("stored bytes are never mistaken for others: without the object store, truncated, extended or replaced", async () => {
    const { server, store } = opened();
    const sha256 = await putBytes(store, Buffer.alloc(mebibyte + 3, "checked"), { mediaType });
    await expect(readBytes({ database: store.database }, sha256)).rejects.toMatchObject({ code: "store-unavailable" });
    server.mischief.push("cut");
    await expect(readBytes(store, sha256)).rejects.toThrow(ObjectsUnavailable);
    for (const trick of ["lie", "swell"] as const) {
      server.mischief.push(trick);
      await expect(readBytes(store, sha256)).rejects.toThrow(BlobMismatch);
    }
    expect(await readBytes(store, sha256)).toHaveLength(mebibyte + 3);
  });

  test("a failed upload leaves no row, nor does one whose bytes differ from those announced", async () => {
    const { server, store } = opened();
    const bytes = Buffer.alloc(mebibyte + 4, "refused");
    const sha256 = createHash("sha256").update(bytes).digest();
    server.mischief.push("fail", "hang-up", "fail", "fail");
    await expect(putBytes(store, bytes, { mediaType })).rejects.toThrow(ObjectsUnavailable);
    expect(await findBlob(store.database, sha256)).toBeUndefined();
    const other = { sha256: Buffer.alloc(32, 7), bytes: bytes.length, mediaType };
    await expect(putBlob(store, other, () => [bytes])).rejects.toThrow(BlobMismatch);
    expect(await findBlob(store.database, other.sha256)).toBeUndefined();
  });

  test("unreferenced files are deleted after a day, row and object; a dry run or an unreachable store keeps both", async () => {
    const { server, store } = opened();
    const { database } = store;
    server.objects.clear();
    const put = (text: string) => putBytes(store, Buffer.alloc(mebibyte + 5, text), { mediaType });
    const [lost, named, fresh] = [await put("lost"), await put("named"), await put("fresh")];
    await putDocument(database, {
      kind: "bundle",
      workspaceId: await createTestWorkspace(theStore()),
      id: "b",
      sha256: named,
    });
    for (const sha256 of [lost, named]) await makeOld(store, sha256);
    await prune({ database });
    expect((await previewPrune(store)).blobs).toBe(1);
    expect([await isStored(lost), server.objects.size]).toEqual([true, 3]);
    server.mischief.push("fail", "fail", "fail", "fail");
    await expect(prune(store)).rejects.toThrow(ObjectsUnavailable);
    expect(await isStored(lost)).toBe(true);
    expect(await prune(store)).toMatchObject({ blobs: 1, blobBytes: mebibyte + 5 });
    expect([await isStored(lost), await isStored(named), await isStored(fresh)]).toEqual([false, true, true]);
    expect([...server.objects.keys()].some((path) => path.endsWith(hex(lost)))).toBe(false);
    expect(server.objects.size).toBe(2);

    async function isStored(sha256: Uint8Array): Promise<boolean> {
      return (await findBlob(database, sha256)) !== undefined;
    }
  });
}

function hex(sha256: Uint8Array): string {
  return Buffer.from(sha256).toString("hex");
}

async function countParts({ database }: BlobStore, sha256: Uint8Array): Promise<number> {
  return (await database.selectFrom("blob_parts").select("part").where("sha256", "=", sha256).execute()).length;
}

async function makeOld({ database }: BlobStore, sha256: Uint8Array): Promise<void> {
  const created_at = new Date(Date.now() - 1.1 * 86_400_000);
  await database.updateTable("blobs").set({ created_at }).where("sha256", "=", sha256).execute();
}
