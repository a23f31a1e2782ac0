/** An open database. The functions in the files beside this one read and write its content, one file per noun. */
import type { BlobStore } from "./files/blob-store.ts";

export interface SqlStore extends BlobStore, AsyncDisposable {
  readonly driver: "pglite" | "postgres";
  /** Calls back when there may be new run events. Poll too, because a notification can be lost. */
  listen(onNotice: () => void): Promise<AsyncDisposable>;
}
