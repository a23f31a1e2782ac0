/** Removes everything whose time is over, or says what that would be. */
import { removeOldKeys } from "../access/idempotency.ts";
import { removeOldEvents } from "../runs/run-events.ts";
import type { Database } from "../schema/database.ts";
import { removeLostBlobs } from "./lost-blobs.ts";
import { removeOldFiles } from "./old-files.ts";
import { removeOldRuns } from "./old-runs.ts";
import { retentionRules } from "./rules.ts";

/** How much at once: locks are short, and a killed process loses little. */
const batch = 500;
const eventDays = 7;

/** How many of each were removed. */
export interface Pruned {
  readonly runs: number;
  readonly files: number;
  readonly gateTails: number;
  readonly events: number;
  readonly idempotencyKeys: number;
  readonly blobs: number;
  readonly blobBytes: number;
}

/** Safe to repeat, and to be stopped anywhere. */
export async function prune(database: Database): Promise<Pruned> {
  const count = { runs: 0, files: 0, gateTails: 0, blobs: 0, blobBytes: 0 };
  for (const { workspaceId, runsDays, filesDays } of await retentionRules(database)) {
    if (runsDays !== null)
      await inBatches(async () => {
        const runs = await removeOldRuns(database, { workspaceId, days: runsDays, limit: batch });
        count.runs += runs;
        return runs;
      });
    await inBatches(async () => {
      const { runs, files, gateTails } = await removeOldFiles(database, { workspaceId, days: filesDays, limit: batch });
      count.files += files;
      count.gateTails += gateTails;
      return runs;
    });
  }
  await inBatches(async () => {
    const { blobs, bytes } = await removeLostBlobs(database, batch);
    count.blobs += blobs;
    count.blobBytes += bytes;
    return blobs;
  });
  const events = await removeOldEvents(database, eventDays);
  return { ...count, events, idempotencyKeys: await removeOldKeys(database) };
}

/** What `prune` would remove after `prepare`: both are done, counted and undone. */
export async function wouldPrune(
  database: Database,
  prepare: (transaction: Database) => Promise<void> = async () => {},
): Promise<Pruned> {
  const transaction = await database.startTransaction().execute();
  try {
    await prepare(transaction);
    return await prune(transaction);
  } finally {
    await transaction.rollback().execute();
  }
}

/** Until there is less than a batch left. */
async function inBatches(remove: () => Promise<number>): Promise<void> {
  while ((await remove()) >= batch);
}
