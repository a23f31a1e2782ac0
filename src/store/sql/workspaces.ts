/** Workspaces: the projects that runs belong to. */
import type { Selectable } from "kysely";
import { AxisError } from "../../core/error.ts";
import { newId } from "./ids.ts";
import type { Database } from "./schema/database.ts";
import type { WorkspaceTable } from "./schema/tables/access.ts";
import { toJsonColumn, toTextColumn } from "./text.ts";

export type WorkspaceRow = Selectable<WorkspaceTable>;

export interface WorkspaceInput {
  readonly slug: string;
  readonly name: string;
  readonly settings?: Readonly<Record<string, unknown>>;
}

/** Creates the workspace if it does not exist; otherwise updates its name and settings. */
export async function ensureWorkspace(database: Database, input: WorkspaceInput): Promise<WorkspaceRow> {
  const values = {
    name: toTextColumn(input.name).slice(0, 200),
    ...(input.settings === undefined ? {} : { settings: toJsonColumn(input.settings) }),
  };
  return await database
    .insertInto("workspaces")
    .values({ id: newId("ws", new Date()), slug: input.slug, ...values })
    .onConflict((conflict) => conflict.column("slug").doUpdateSet(values))
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** The workspace with that slug, if it exists. */
export async function findWorkspace(database: Database, slug: string): Promise<WorkspaceRow | undefined> {
  return await database.selectFrom("workspaces").selectAll().where("slug", "=", toTextColumn(slug)).executeTakeFirst();
}

/** The workspace with that slug; throws an error that lists the existing ones if it does not exist. */
export async function requireWorkspace(database: Database, slug: string): Promise<WorkspaceRow> {
  const found = await findWorkspace(database, slug);
  if (found !== undefined) return found;
  const slugs = (await listWorkspaces(database)).map((workspace) => workspace.slug);
  throw new AxisError("workspace-missing", `Workspace "${slug}" does not exist`, {
    hint: slugs.length === 0 ? "No workspaces exist yet" : `Existing workspaces: ${slugs.slice(0, 20).join(", ")}`,
  });
}

/** All workspaces, sorted by slug. */
export async function listWorkspaces(database: Database): Promise<WorkspaceRow[]> {
  const found = await database.selectFrom("workspaces").selectAll().orderBy("slug").execute();
  return found.toSorted((one, other) => (one.slug < other.slug ? -1 : 1));
}
