/** Lets a server on a shared database execute runs itself, as a worker does. */
import { errorMessage } from "../../core/error.ts";
import type { Queue } from "../../worker/queue/queue.ts";
import { terminalLine } from "../../report/text/terminal-safe.ts";
import type { SqlStore } from "../../store/sql/sql-store.ts";
import { WorkerTelemetry } from "../../worker/worker-telemetry.ts";
import { runWorker, type WorkerOptions } from "../../worker/worker.ts";
import { toWorkerFolders } from "../../worker/worker-deps.ts";
import type { CliDeps } from "../command.ts";
import { type SandboxFlags, toSandboxRequest } from "../sandbox-flags.ts";
import { describeMachineSandbox } from "../sandbox-lines.ts";

/** Works in the current folder until it is told to stop. */
export async function runServerWorker(
  { store, queue, flags }: { readonly store: SqlStore; readonly queue: Queue; readonly flags: SandboxFlags },
  options: WorkerOptions,
  deps: CliDeps,
): Promise<void> {
  const { env, now } = deps;
  const log = createLog(deps);
  const workerId = `serve-${options.host}-${process.pid}`;
  log(describeExecution(options.slots, await describeMachineSandbox(flags)));
  const onDefect = (error: unknown) => log(`Warning: ${errorMessage(error)}`);
  await using telemetry = new WorkerTelemetry({ database: store.database, env, now, onDefect });
  await runWorker(
    options,
    {
      database: store.database,
      objects: store.objects,
      queue,
      workerId,
      folders: toWorkerFolders(deps.cwd),
      env,
      now,
      log,
      telemetry,
      sandbox: toSandboxRequest(flags),
    },
    store,
  );
}

/** What a server logs when it begins to run agents itself. */
export function describeExecution(slots: number, sandbox: string): string {
  return `Executing runs here, ${slots} at once. Unless a config says otherwise: ${sandbox}`;
}

/** Prefixes each line with the time. */
export function createLog({ terminal, now }: CliDeps): (message: string) => void {
  return (message) => terminal.err(`${now().toISOString()} ${terminalLine(message)}`);
}
