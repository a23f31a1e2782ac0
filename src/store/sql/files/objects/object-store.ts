/** An S3-compatible store of blobs by hash. */
import type { ObjectSettings } from "../../../../core/config/object-settings.ts";
import type { Content } from "../blob-store.ts";
import { type ObjectKeys, type RequestPatience, SignedRequests } from "./signed-requests.ts";
import { type AnnouncedBytes, Upload } from "./upload.ts";

/** The settings and keys of the object store. */
export interface ObjectStoreAccess {
  readonly settings: ObjectSettings;
  readonly keys: ObjectKeys;
}

export interface ObjectStore {
  /** The object key for bytes with that hash. */
  keyOf(sha256: Uint8Array): string;
  /** Stores nothing if the bytes differ from those announced. */
  put(key: string, blob: AnnouncedBytes, content: Content): Promise<void>;
  /** Whether an object with that length exists. */
  has(key: string, bytes: number): Promise<boolean>;
  /** The bytes as they arrive; the caller must verify them. */
  read(key: string): AsyncGenerator<Uint8Array>;
  /** Succeeds even if the object does not exist. */
  remove(key: string): Promise<void>;
}

const defaultPrefix = "axis";

export function openObjectStore({ settings, keys }: ObjectStoreAccess, patience: RequestPatience = {}): ObjectStore {
  const requests = new SignedRequests({ ...settings, keys, patience });
  const prefix = settings.prefix ?? defaultPrefix;
  return {
    keyOf(sha256) {
      const name = Buffer.from(sha256).toString("hex");
      return `${prefix}/${name.slice(0, 2)}/${name}`;
    },
    /** The store itself refuses bytes with a different hash; wrong bytes never complete a request. */
    async put(key, blob, content) {
      await requests.send({ method: "PUT", key, expected: [200], upload: new Upload(blob, content) });
    },
    async has(key, bytes) {
      const { status, headers } = await requests.send({ method: "HEAD", key, expected: [200, 404] });
      return status === 200 && Number(headers.get("content-length")) === bytes;
    },
    read: (key) => requests.readObject(key),
    async remove(key) {
      await requests.send({ method: "DELETE", key, expected: [200, 204, 404] });
    },
  };
}
