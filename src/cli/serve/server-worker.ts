/** Lets a server execute runs itself, with the parts of a worker. */
import { hostname } from "node:os";
import { errorMessage } from "../../core/error.ts";
import type { Queue } from "../../worker/queue/queue.ts";
import { terminalLine } from "../../report/text/terminal-safe.ts";
import type { SqlStore } from "../../store/sql/sql-store.ts";
import { WorkerTelemetry } from "../../worker/worker-telemetry.ts";
import { runWorker, type WorkerOptions } from "../../worker/worker.ts";
import { type LocalProject, toWorkerFolders } from "../../worker/worker-deps.ts";
import type { CliDeps } from "../command.ts";

export interface ServerWorkerDeps {
  readonly store: SqlStore;
  readonly queue: Queue;
  readonly cli: CliDeps;
  /** The project whose runs need no bundle. */
  readonly project?: LocalProject;
}

/** Works in this folder until it is told to stop. */
export async function runServerWorker(
  folder: string,
  options: Omit<WorkerOptions, "host">,
  { store, queue, cli, project }: ServerWorkerDeps,
): Promise<void> {
  const { env, now } = cli;
  const say = createLog(cli);
  const workerId = queue.isShared ? `serve-${hostname()}-${process.pid}` : `serve-${hostname()}`;
  say(`Executing runs here, ${options.slots} at once, without a sandbox: agents have the rights of your user`);
  const onDefect = (error: unknown) => say(`Warning: ${errorMessage(error)}`);
  await using telemetry = new WorkerTelemetry({ database: store.database, env, now, onDefect });
  await runWorker(
    { ...options, host: hostname() },
    {
      database: store.database,
      objects: store.objects,
      queue,
      workerId,
      places: toWorkerFolders(folder),
      env,
      now,
      say,
      telemetry,
      project,
    },
    store,
  );
}

/** Prefixes each line with the time. */
export function createLog({ terminal, now }: CliDeps): (message: string) => void {
  return (message) => terminal.err(`${now().toISOString()} ${terminalLine(message)}`);
}
