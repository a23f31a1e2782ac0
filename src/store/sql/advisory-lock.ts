/** Work that only one process does at a time. */
import { sql } from "kysely";
import type { Database } from "./schema/database.ts";

/** Does the work under an advisory lock with that name. Returns false if another process holds the lock. */
export async function withAdvisoryLock(database: Database, name: string, work: () => Promise<void>): Promise<boolean> {
  return await database.transaction().execute(async (transaction) => {
    const { rows } = await sql<{
      mine: boolean;
    }>`select pg_try_advisory_xact_lock(hashtextextended(${`axis ${name}`}, 0)) as mine`.execute(transaction);
    if (rows[0]?.mine !== true) return false;
    // This transaction only holds the lock; the work uses other transactions.
    await sql`set local idle_in_transaction_session_timeout to '10min'`.execute(transaction);
    await work();
    return true;
  });
}
