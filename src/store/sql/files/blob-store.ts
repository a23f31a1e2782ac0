/** Where bytes are kept: the database and, for large ones, an object store where one is configured. */
import type { Database } from "../schema/database.ts";
import type { ObjectStore } from "./objects/object-store.ts";

export interface BlobStore {
  readonly database: Database;
  readonly objects?: ObjectStore | undefined;
}

/** Bytes as often as they are wanted: what failed on its way is sent once more. */
export type Content = () => AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/** The bytes are not those that were promised. */
export class BlobMismatch extends Error {
  override readonly name = "BlobMismatch";
  constructor() {
    super("The bytes do not have the hash and the length they were announced with");
  }
}
