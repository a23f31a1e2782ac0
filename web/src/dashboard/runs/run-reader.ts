/** Reads runs: page by page, and again those that something happened to. */
import type { ListPage, RunSummary } from "../api/answers.ts";
import type { Api, Query } from "../api/api.ts";
import { ApiError } from "../api/api-error.ts";
import { rowOf } from "./run-list.ts";

/** Enough for a tall screen, and answered in a few milliseconds. */
const firstSize = 100;
/** As many as the server gives at once, for whoever reads on. */
const nextSize = 200;

export interface RunReader {
  page(cursor: string | null, abort: AbortSignal): Promise<ListPage<RunSummary>>;
  /** Newer states of these runs; what is gone is left out. */
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
    return [rowOf(await api.get("/v1/runs/{id}", { path: { id }, abort }))];
  } catch (error) {
    if (error instanceof ApiError && error.kind === "not-found") return [];
    throw error;
  }
}
