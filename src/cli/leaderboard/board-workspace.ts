/** Which workspace a leaderboard is of: the one named, else that of this project, else the only one there is. */
import { AxisError } from "../../core/error.ts";
import type { SqlStore } from "../../store/sql/sql-store.ts";
import {
  ensureWorkspace,
  findWorkspace,
  listWorkspaces,
  requireWorkspace,
  type Workspace,
} from "../../store/sql/workspaces.ts";
import type { CliWorld } from "../command.ts";
import { openStore } from "../project.ts";
import { takeInLocal } from "../serve/local-index.ts";
import type { ServeSettings } from "../serve/settings.ts";

export interface BoardPlace {
  readonly project: ServeSettings["project"];
  /** A Postgres that others write to; else the index over the reports of this project. */
  readonly shared: boolean;
  readonly named: string | undefined;
}

/** Reads the reports into the project's own database first: it is an index over them. */
export async function boardWorkspace(store: SqlStore, place: BoardPlace, world: CliWorld): Promise<Workspace> {
  const { project, shared, named } = place;
  if (!shared && project !== null) await takeInProject(store, project, world);
  if (named !== undefined) return await requireWorkspace(store.database, named);
  const own = project === null ? undefined : await findWorkspace(store.database, project.slug);
  return own ?? (await onlyWorkspace(store));
}

async function takeInProject(store: SqlStore, project: NonNullable<BoardPlace["project"]>, world: CliWorld) {
  const { id } = await ensureWorkspace(store.database, project);
  await takeInLocal(store, {
    configDir: project.configDir,
    store: openStore(world, project.configDir),
    workspaceId: id,
    onWarning: (message) => world.terminal.err(`Warning: ${message}`),
  });
}

async function onlyWorkspace({ database }: SqlStore): Promise<Workspace> {
  const [first, ...others] = await listWorkspaces(database);
  if (first !== undefined && others.length === 0) return first;
  const slugs = first === undefined ? [] : [first, ...others].map(({ slug }) => slug);
  throw new AxisError("workspace-missing", slugs.length === 0 ? "There is no workspace yet" : "Say which workspace", {
    hint:
      slugs.length === 0 ? "The first run makes one" : `With --workspace; there are: ${slugs.slice(0, 20).join(", ")}`,
  });
}
