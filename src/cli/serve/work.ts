/** Lets a server execute runs itself, with the parts of a worker. */
import { hostname } from "node:os";
import { messageOf } from "../../core/error.ts";
import type { Queue } from "../../queue/queue.ts";
import { terminalLine } from "../../report/text/terminal-safe.ts";
import type { SqlStore } from "../../store/sql/sql-store.ts";
import { RunTelemetry } from "../../worker/run-telemetry.ts";
import { runWorker, type WorkerOptions } from "../../worker/worker.ts";
import { type LocalProject, workplaceIn } from "../../worker/worker-world.ts";
import type { CliWorld } from "../command.ts";

export interface WorkParts {
  readonly store: SqlStore;
  readonly queue: Queue;
  readonly cli: CliWorld;
  /** The project whose runs need no bundle. */
  readonly project?: LocalProject;
}

/** Works in this folder until it is told to stop. */
export async function workIn(
  folder: string,
  options: Omit<WorkerOptions, "host">,
  { store, queue, cli, project }: WorkParts,
): Promise<void> {
  const { env, now } = cli;
  const say = sayTo(cli);
  const workerId = queue.isShared ? `serve-${hostname()}-${process.pid}` : `serve-${hostname()}`;
  say(`Executing runs here, ${options.slots} at once, without a sandbox: agents have the rights of your user`);
  const onDefect = (error: unknown) => say(`Warning: ${messageOf(error)}`);
  await using telemetry = new RunTelemetry({ database: store.database, env, now, onDefect });
  await runWorker(
    { ...options, host: hostname() },
    {
      database: store.database,
      objects: store.objects,
      queue,
      workerId,
      places: workplaceIn(folder),
      env,
      now,
      say,
      telemetry,
      ...(project !== undefined && { project }),
    },
    store,
  );
}

/** Prefixes each line with the time. */
export function sayTo({ terminal, now }: CliWorld): (message: string) => void {
  return (message) => terminal.err(`${now().toISOString()} ${terminalLine(message)}`);
}
