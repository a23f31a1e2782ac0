/** An open database. What is kept in it is read and written by the functions beside, one file per noun. */
import type { BlobStore } from "./files/blob-store.ts";

export interface SqlStore extends BlobStore, AsyncDisposable {
  readonly driver: "pglite" | "postgres";
  /** Calls back when run events may have come; also poll, because a notification can be lost. */
  listen(onNotice: () => void): Promise<AsyncDisposable>;
}
