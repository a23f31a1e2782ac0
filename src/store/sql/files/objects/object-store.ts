/** An S3-compatible store of bytes by their hash. */
import type { ObjectSettings } from "../../../../core/config/object-settings.ts";
import type { Content } from "../blob-store.ts";
import { type ObjectKeys, type RequestPatience, SignedRequests } from "./signed-requests.ts";
import { type Announced, Upload } from "./upload.ts";

/** What a command knows of the store. */
export interface ObjectPlace {
  readonly settings: ObjectSettings;
  readonly keys: ObjectKeys;
}

export interface ObjectStore {
  /** Under which name bytes of that hash are put. */
  keyOf(sha256: Uint8Array): string;
  /** Other bytes than announced, and nothing is kept. */
  put(key: string, blob: Announced, content: Content): Promise<void>;
  /** Whether there is one of that length. */
  has(key: string, bytes: number): Promise<boolean>;
  /** The bytes as they come; whoever reads them checks them. */
  read(key: string): AsyncGenerator<Uint8Array>;
  /** Also where there is none. */
  remove(key: string): Promise<void>;
}

const usualPrefix = "axis";

export function openObjectStore({ settings, keys }: ObjectPlace, patience: RequestPatience = {}): ObjectStore {
  const requests = new SignedRequests({ ...settings, keys, patience });
  const prefix = settings.prefix ?? usualPrefix;
  return {
    keyOf(sha256) {
      const name = Buffer.from(sha256).toString("hex");
      return `${prefix}/${name.slice(0, 2)}/${name}`;
    },
    /** The store itself refuses bytes of another hash; those that are wrong never make a whole request. */
    async put(key, blob, content) {
      await requests.send({ method: "PUT", key, expected: [200], upload: new Upload(blob, content) });
    },
    async has(key, bytes) {
      const { status, headers } = await requests.send({ method: "HEAD", key, expected: [200, 404] });
      return status === 200 && Number(headers.get("content-length")) === bytes;
    },
    read: (key) => requests.bytes(key),
    async remove(key) {
      await requests.send({ method: "DELETE", key, expected: [200, 204, 404] });
    },
  };
}
