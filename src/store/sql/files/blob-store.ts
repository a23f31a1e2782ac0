/** Where blobs are stored: the database or, for large blobs, an object store if one is configured. */
import type { Database } from "../schema/database.ts";
import type { ObjectStore } from "./objects/object-store.ts";

export interface BlobStore {
  /** @internal Left out of the published types, which would need the query builder. */
  readonly database: Database;
  readonly objects?: ObjectStore | undefined;
}

/** Returns the same bytes on every call, because a failed upload is sent again. */
export type Content = () => AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/** The bytes are not the announced ones. */
export class BlobMismatch extends Error {
  override readonly name = "BlobMismatch";
  constructor() {
    super("The bytes do not match the announced hash and length");
  }
}
