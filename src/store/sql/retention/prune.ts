/** Deletes data past its retention period, or counts what would be deleted. */
import { removeOldKeys } from "../access/idempotency.ts";
import { removeOldEvents } from "../runs/run-events.ts";
import type { BlobStore } from "../files/blob-store.ts";
import type { Database } from "../schema/database.ts";
import { removeUnreferencedBlobs, removeUnreferencedObjects, type RemovedBlobs } from "./unreferenced-blobs.ts";
import { removeOldFiles } from "./old-files.ts";
import { removeOldRuns } from "./old-runs.ts";
import { listRetentionRules } from "./rules.ts";

/** Rows per batch, so that locks are short and a killed process loses little work. */
const batchSize = 500;
const eventDays = 7;

/** How many of each were deleted. */
export interface PruneCounts {
  readonly runs: number;
  readonly files: number;
  readonly gateTails: number;
  readonly events: number;
  readonly idempotencyKeys: number;
  readonly blobs: number;
  readonly blobBytes: number;
}

/** Safe to repeat and to interrupt at any point. */
export async function prune(store: BlobStore): Promise<PruneCounts> {
  const { database } = store;
  const count = { runs: 0, files: 0, gateTails: 0, blobs: 0, blobBytes: 0 };
  for (const { workspaceId, runsDays, filesDays } of await listRetentionRules(database)) {
    if (runsDays !== null)
      await repeatInBatches(async () => {
        const runs = await removeOldRuns(database, { workspaceId, days: runsDays, limit: batchSize });
        count.runs += runs;
        return runs;
      });
    await repeatInBatches(async () => {
      const { runs, files, gateTails } = await removeOldFiles(database, { workspaceId, days: filesDays, limit: batchSize });
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
  await repeatInBatches(async () => add(await removeUnreferencedBlobs(database, batchSize)));
  const events = await removeOldEvents(database, eventDays);
  const idempotencyKeys = await removeOldKeys(database);
  // This comes last, because the object store may be unavailable while the database is not.
  await repeatInBatches(async () => add(await removeUnreferencedObjects(store, batchSize)));
  return { ...count, events, idempotencyKeys };
}

/** What `prune` would delete after `prepare`: runs both, counts, and rolls back. Objects are only counted. */
export async function previewPrune(
  { database, objects }: BlobStore,
  prepare: (transaction: Database) => Promise<void> = async () => {},
): Promise<PruneCounts> {
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
async function repeatInBatches(remove: () => Promise<number>): Promise<void> {
  while ((await remove()) >= batchSize);
}
