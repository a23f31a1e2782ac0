/** Keeps the embedded database in sync with the project's reports: the reports are the source, the database an index. */
import { stat } from "node:fs/promises";
import type { FileStore } from "../../store/files.ts";
import { indexReports } from "../../store/sql/intake/reports.ts";
import { readScoringMoments } from "../../store/sql/intake/scoring-moments.ts";
import { axisFolder, reportsFolder } from "../../store/paths.ts";
import type { SqlStore } from "../../store/sql/sql-store.ts";
import { joinInside } from "../../core/paths/inside.ts";

const indexPollMs = 2_000;

export interface LocalIndex {
  readonly configDir: string;
  readonly store: FileStore;
  readonly workspaceId: string;
  readonly onWarning: (message: string) => void;
}

export interface FollowedReports extends AsyncDisposable {
  readonly workspaceId: string;
  /** Checks at once, even if nothing seems to have changed. */
  readonly refresh: () => void;
}

/** Indexes the existing reports; warns once about each one that cannot be read. */
export async function indexLocalReports(
  { database }: SqlStore,
  index: LocalIndex,
  told = new Set<string>(),
): Promise<void> {
  const moments = await readScoringMoments(index.configDir);
  const { unreadable } = await indexReports(database, { ...index, moments });
  for (const problem of unreadable.filter((each) => !told.has(each))) {
    told.add(problem);
    index.onWarning(`Not indexed: ${problem}`);
  }
}

/** Indexes existing reports, then new ones, until disposed. */
export async function followReports(store: SqlStore, index: LocalIndex): Promise<FollowedReports> {
  const told = new Set<string>();
  const takeIn = () => indexLocalReports(store, index, told);
  let seen = await readIndexState(index.configDir);
  await takeIn();
  let busy: Promise<void> | undefined;
  const look = async () => {
    const state = await readIndexState(index.configDir);
    if (state === seen) return;
    seen = state;
    await takeIn();
  };
  const lookSoon = () => {
    busy ??= look()
      .catch((error: unknown) => index.onWarning(`Reports could not be read: ${String(error)}`))
      .finally(() => (busy = undefined));
  };
  const timer = setInterval(lookSoon, indexPollMs);
  return {
    workspaceId: index.workspaceId,
    refresh() {
      seen = "";
      lookSoon();
    },
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
      await busy;
    },
  };
}

/** Returns a value that changes when a report is started or a run is scored. */
async function readIndexState(configDir: string): Promise<string> {
  const paths = [reportsFolder(configDir), joinInside(axisFolder(configDir), "runs.ndjson")];
  const times = await Promise.all(
    paths.map((path) =>
      stat(path).then(
        ({ mtimeMs, size }) => `${mtimeMs} ${size}`,
        () => "none",
      ),
    ),
  );
  return times.join();
}
