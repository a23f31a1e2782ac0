/** Loads runs: page by page, or single runs that changed. */
import type { ListPage, RunSummary } from "../api/answers.ts";
import type { Api, Query } from "../api/api.ts";
import { ApiError } from "../api/api-error.ts";
import { toRow } from "./run-list.ts";

/** Fills a tall screen and is answered in milliseconds. */
const firstSize = 100;
/** The server's maximum. */
const nextSize = 200;

export interface RunReader {
  page(cursor: string | null, abort: AbortSignal): Promise<ListPage<RunSummary>>;
  /** The current state of these runs; deleted ones are left out. */
  runs(ids: readonly string[], abort: AbortSignal): Promise<readonly RunSummary[]>;
}

export function createRunReader(api: Api, query: Query): RunReader {
  return {
    page(cursor, abort) {
      const limit = cursor === null ? firstSize : nextSize;
      return api.get("/v1/runs", { query: { ...query, limit, cursor }, abort });
    },
    runs: async (ids, abort) => (await Promise.all(ids.map((id) => readRun(api, id, abort)))).flat(),
  };
}

async function readRun(api: Api, id: string, abort: AbortSignal): Promise<RunSummary[]> {
  try {
    return [toRow(await api.get("/v1/runs/{id}", { path: { id }, abort }))];
  } catch (error) {
    if (error instanceof ApiError && error.kind === "not-found") return [];
    throw error;
  }
}
