/** For tests that read events: waits until no transaction on the test server can add an earlier event. */
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import type { SqlStore } from "./sql-store.ts";

const waitMs = 60_000;
const lookEveryMs = 20;

/**
 * Waits for all open transactions on the server. Other tests may share it, and events are read only when
 * no transaction can add an earlier one.
 */
export async function waitForTransactions({ database }: Pick<SqlStore, "database">): Promise<void> {
  const [mine] = (await sql<{ xid: string }>`select pg_current_xact_id()::text as xid`.execute(database)).rows;
  const hasEnded = sql<{ over: boolean }>`select pg_snapshot_xmin(pg_current_snapshot()) > ${mine?.xid}::xid8 as over`;
  for (const until = Date.now() + waitMs; Date.now() < until;) {
    const [now] = (await hasEnded.execute(database)).rows;
    if (now?.over === true) return;
    await sleep(lookEveryMs);
  }
  throw new Error(`A transaction on the test server has been open for ${waitMs / 1000} s`);
}
