/** The blocks of an evaluation's page, which is in the store, or in the project of a local server. */
import { listPageBlocks, type PageBlock, unpackPageBlock } from "../../report/html/page-blocks.ts";
import { readBytes } from "../../store/sql/files/blobs.ts";
import type { StoredDocument } from "../../store/sql/files/documents.ts";
import { ApiProblem } from "../problem.ts";
import type { RouteDeps } from "../route-deps.ts";
import { createRecentCache } from "./recent-cache.ts";

/** A page is asked for block after block. */
const cachedPages = 3;

export type ReadBlock = (found: StoredDocument, name: string) => Promise<unknown>;

export function createBlockReader(deps: RouteDeps): ReadBlock {
  const cached = createRecentCache<readonly PageBlock[]>(cachedPages);
  return async (found, name) => {
    const key = JSON.stringify([found.workspace_id, found.id, found.summary]);
    const blocks = await cached(key, async () => listPageBlocks(await readPage(deps, found)));
    const block = blocks.find(({ id }) => id === name);
    if (block === undefined) throw new ApiProblem("not-found", "The evaluation has no such block");
    return await unpackPageBlock(block);
  };
}

async function readPage({ store, localEvaluation }: RouteDeps, found: StoredDocument): Promise<string> {
  if (found.blob_sha256 !== null) return (await readBytes(store, found.blob_sha256)).toString("utf8");
  const page = await localEvaluation?.(found.id);
  if (page === undefined) throw new ApiProblem("gone", "The evaluation has been deleted");
  return page;
}
