/** Runs that are submitted to a server with the embedded store: of the local project, carried out by the server itself. */
import { openLocalQueue } from "../../queue/local-queue.ts";
import type { SqlStore } from "../../store/sql/sql-store.ts";
import { replaceAgentLimits } from "../../store/sql/workers.ts";
import { LocalRuns } from "../../worker/local/local-runs.ts";
import type { CliWorld } from "../command.ts";
import { openStore } from "../project.ts";
import type { ServedRuns } from "./runs.ts";
import type { ServedProject, ServeSettings } from "./settings.ts";
import { sayTo, workIn } from "./work.ts";

export interface OwnRuns {
  readonly project: ServedProject;
  readonly workspaceId: string;
  readonly slots: number;
  readonly drainSeconds: number;
  readonly workers: ServeSettings["workers"];
  /** A report was written. */
  readonly onWritten: () => void;
}

export async function carryOutHere(
  store: SqlStore,
  { project, workspaceId, slots, drainSeconds, workers, onWritten }: OwnRuns,
  cli: CliWorld,
): Promise<ServedRuns> {
  const { env, now } = cli;
  const queue = await openLocalQueue(store.database);
  await replaceAgentLimits(store.database, workers.agent_limits ?? {});
  const runs = await LocalRuns.open({
    sql: store,
    queue,
    project,
    workspaceId,
    store: openStore(cli, project.configDir),
    env,
    now,
    say: sayTo(cli),
    onWritten,
  });
  return {
    deps: { submit: runs.submit },
    work: (leave, onReady) =>
      workIn(project.configDir, { slots, drainSeconds, leave, onReady }, { store, queue, cli, project }),
    [Symbol.asyncDispose]: () => runs[Symbol.asyncDispose](),
  };
}
