/** An open database. What is kept in it is read and written by the functions beside, one file per noun. */
import type { Database } from "./schema/database.ts";

export interface SqlStore extends AsyncDisposable {
  readonly driver: "pglite" | "postgres";
  readonly database: Database;
  /** Calls back when run events may have come; also poll, because a notification can be lost. */
  listen(onNotice: () => void): Promise<AsyncDisposable>;
}
