/** Documents: an index of reports, baselines, datasets and bundles, whose bytes are blobs. */
import { type Selectable, type SelectQueryBuilder, sql } from "kysely";
import { type Page, type PageRequest, toPage, readCursor } from "../page.ts";
import type { Database, Tables } from "../schema/database.ts";
import type { DocumentTable } from "../schema/tables/files.ts";
import { toJsonColumn, toOptionalTextColumn, toTextColumn } from "../text.ts";

export type StoredDocument = Selectable<DocumentTable>;
type DocumentKind = StoredDocument["kind"];

export interface NewDocument {
  readonly kind: DocumentKind;
  readonly workspaceId: string;
  readonly id: string;
  readonly title?: string | null;
  readonly summary?: Readonly<Record<string, unknown>>;
  readonly sha256?: Uint8Array | null;
  readonly createdAt?: Date;
}

/** Adds a document, or replaces the one with the same id. */
export async function putDocument(database: Database, document: NewDocument): Promise<void> {
  const content = {
    title: toOptionalTextColumn(document.title),
    summary: toJsonColumn(document.summary ?? {}),
    blob_sha256: document.sha256 ?? null,
  };
  await database
    .insertInto("documents")
    .values({
      kind: document.kind,
      workspace_id: document.workspaceId,
      id: toTextColumn(document.id),
      ...content,
      ...(document.createdAt === undefined ? {} : { created_at: document.createdAt }),
    })
    .onConflict((conflict) => conflict.columns(["kind", "workspace_id", "id"]).doUpdateSet(content))
    .execute();
}

export interface DocumentName {
  readonly kind: DocumentKind;
  readonly id: string;
  readonly workspaceId?: string;
}

/** The document with that id; without a workspace, the newest in all workspaces. */
export async function findDocument(
  database: Database,
  { kind, id, workspaceId }: DocumentName,
): Promise<StoredDocument | undefined> {
  let query = database.selectFrom("documents").selectAll().where("kind", "=", kind).where("id", "=", toTextColumn(id));
  if (workspaceId !== undefined) query = query.where("workspace_id", "=", workspaceId);
  return await query.orderBy("created_at", "desc").limit(1).executeTakeFirst();
}

/** Removes a document from the index. */
export async function removeDocument(database: Database, { kind, id, workspaceId }: DocumentName): Promise<void> {
  let query = database.deleteFrom("documents").where("kind", "=", kind).where("id", "=", toTextColumn(id));
  if (workspaceId !== undefined) query = query.where("workspace_id", "=", workspaceId);
  await query.execute();
}

export interface DocumentFilter {
  readonly kind: DocumentKind;
  readonly workspaceId?: string;
  readonly since?: Date;
  /** Exclusive. */
  readonly until?: Date;
  /** Only reports with that verdict; `running` for those that have none yet. */
  readonly verdict?: string;
  /** Only reports with results of that agent. */
  readonly agent?: string;
}

/** One page of documents, newest first. */
export async function listDocuments(
  database: Database,
  filter: DocumentFilter,
  request: PageRequest,
): Promise<Page<StoredDocument & { created_at_text: string }>> {
  const filters = { list: "documents", ...filter };
  const cursor = readCursor(request.cursor, { filters, kind: "moment" });
  let query = addDocumentFilter(database.selectFrom("documents").selectAll(), filter);
  if (cursor !== null) query = query.where(sql<boolean>`(created_at, id) < (${cursor.key}::timestamptz, ${cursor.id})`);
  const rows = await query
    .select(sql<string>`to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`.as("created_at_text"))
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(request.limit + 1)
    .execute();
  return toPage(rows, {
    limit: request.limit,
    filters,
    keyOf: (row) => ({ key: row.created_at_text, id: row.id }),
  });
}

/** How many documents match. */
export async function countDocuments(database: Database, filter: DocumentFilter): Promise<number> {
  const rows = addDocumentFilter(database.selectFrom("documents").selectAll(), filter);
  const { rows: counted } = await sql<{
    count: number;
  }>`select count(*)::int as count from ${rows} as document`.execute(database);
  return counted[0]?.count ?? 0;
}

type DocumentQuery = SelectQueryBuilder<Tables, "documents", StoredDocument>;

function addDocumentFilter(query: DocumentQuery, filter: DocumentFilter): DocumentQuery {
  const { kind, workspaceId, since, until, verdict, agent } = filter;
  let kept = query.where("kind", "=", kind);
  if (workspaceId !== undefined) kept = kept.where("workspace_id", "=", workspaceId);
  if (since !== undefined) kept = kept.where("created_at", ">=", since);
  if (until !== undefined) kept = kept.where("created_at", "<", until);
  if (verdict === "running") kept = kept.where(sql<boolean>`summary ->> 'state' = 'running'`);
  else if (verdict !== undefined) kept = kept.where(sql<boolean>`summary #>> '{head,verdict,verdict}' = ${verdict}`);
  if (agent !== undefined) {
    const named = toJsonColumn([{ name: agent }]);
    kept = kept.where(sql<boolean>`summary #> '{head,agents}' @> ${named}::jsonb`);
  }
  return kept;
}
