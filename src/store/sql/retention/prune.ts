/** Deletes data past its retention period, or counts what would be deleted. */
import { removeOldKeys } from "../access/idempotency.ts";
import { removeOldEvents } from "../runs/run-events.ts";
import type { BlobStore } from "../files/blob-store.ts";
import type { Database } from "../schema/database.ts";
import { removeLostBlobs, removeLostObjects, type RemovedBlobs } from "./lost-blobs.ts";
import { removeOldFiles } from "./old-files.ts";
import { removeOldRuns } from "./old-runs.ts";
import { retentionRules } from "./rules.ts";

/** Rows per batch, so that locks are short and a killed process loses little work. */
const batch = 500;
const eventDays = 7;

/** How many of each were deleted. */
export interface Pruned {
  readonly runs: number;
  readonly files: number;
  readonly gateTails: number;
  readonly events: number;
  readonly idempotencyKeys: number;
  readonly blobs: number;
  readonly blobBytes: number;
}

/** Safe to repeat and to interrupt at any point. */
export async function prune(store: BlobStore): Promise<Pruned> {
  const { database } = store;
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
  const add = ({ blobs, bytes }: RemovedBlobs) => {
    count.blobs += blobs;
    count.blobBytes += bytes;
    return blobs;
  };
  await inBatches(async () => add(await removeLostBlobs(database, batch)));
  const events = await removeOldEvents(database, eventDays);
  const idempotencyKeys = await removeOldKeys(database);
  // This comes last, because the object store may be unavailable while the database is not.
  await inBatches(async () => add(await removeLostObjects(store, batch)));
  return { ...count, events, idempotencyKeys };
}

/** What `prune` would delete after `prepare`: runs both, counts, and rolls back. Objects are only counted. */
export async function wouldPrune(
  { database, objects }: BlobStore,
  prepare: (transaction: Database) => Promise<void> = async () => {},
): Promise<Pruned> {
  const counted = objects && { ...objects, remove: async () => {} };
  const transaction = await database.startTransaction().execute();
  try {
    await prepare(transaction);
    return await prune({ database: transaction, objects: counted });
  } finally {
    await transaction.rollback().execute();
  }
}

/** Repeats until less than a full batch was deleted. */
async function inBatches(remove: () => Promise<number>): Promise<void> {
  while ((await remove()) >= batch);
}
