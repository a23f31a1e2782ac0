/** Finds the workspace of a leaderboard: the one given, else the project's, else the only one there is. */
import { AxisError } from "../../core/error.ts";
import type { SqlStore } from "../../store/sql/sql-store.ts";
import {
  ensureWorkspace,
  findWorkspace,
  listWorkspaces,
  requireWorkspace,
  type WorkspaceRow,
} from "../../store/sql/workspaces.ts";
import type { CliDeps } from "../command.ts";
import { openStore } from "../project.ts";
import { indexLocalReports } from "../serve/local-index.ts";
import type { ServeSettings } from "../serve/settings.ts";

export interface BoardSource {
  readonly project: ServeSettings["project"];
  /** True for a shared Postgres; false for the index of this project's own reports. */
  readonly shared: boolean;
  readonly named: string | undefined;
}

/** Indexes the reports first, because the project's own database is only an index of them. */
export async function findBoardWorkspace(store: SqlStore, place: BoardSource, deps: CliDeps): Promise<WorkspaceRow> {
  const { project, shared, named } = place;
  if (!shared && project !== null) await indexProject(store, project, deps);
  if (named !== undefined) return await requireWorkspace(store.database, named);
  const own = project === null ? undefined : await findWorkspace(store.database, project.slug);
  return own ?? (await requireOnlyWorkspace(store));
}

async function indexProject(store: SqlStore, project: NonNullable<BoardSource["project"]>, deps: CliDeps) {
  const { id } = await ensureWorkspace(store.database, project);
  await indexLocalReports(store, {
    configDir: project.configDir,
    store: openStore(deps, project.configDir),
    workspaceId: id,
    onWarning: (message) => deps.terminal.err(`Warning: ${message}`),
  });
}

async function requireOnlyWorkspace({ database }: SqlStore): Promise<WorkspaceRow> {
  const [first, ...others] = await listWorkspaces(database);
  if (first !== undefined && others.length === 0) return first;
  const slugs = first === undefined ? [] : [first, ...others].map(({ slug }) => slug);
  throw new AxisError(
    "workspace-missing",
    slugs.length === 0 ? "There are no workspaces yet" : "There are several workspaces",
    {
      hint:
        slugs.length === 0
          ? "The first run creates one"
          : `Choose one with --workspace: ${slugs.slice(0, 20).join(", ")}`,
    },
  );
}
