/** `axis worker`: runs queued jobs until it is told to stop, or with --once until none is left. */
import { randomBytes } from "node:crypto";
import { hostname } from "node:os";
import { resolve } from "node:path";
import { listConfigs, loadConfig } from "../../config/load-config.ts";
import type { Settings } from "../../core/config/config.ts";
import { AxisError, errorMessage } from "../../core/error.ts";
import { terminalLine } from "../../report/text/terminal-safe.ts";
import { setAgentLimits } from "../../store/sql/agent-limits.ts";
import { WorkerTelemetry } from "../../worker/worker-telemetry.ts";
import { runWorker } from "../../worker/worker.ts";
import { toWorkerFolders } from "../../worker/worker-deps.ts";
import type { CliDeps, CommandModule } from "../command.ts";
import { readDatabaseUrl } from "../open-database.ts";
import { readObjectStoreSettings } from "../object-store-settings.ts";
import { parseList, parseWholeNumber } from "../options.ts";
import { addSandboxFlags, type SandboxFlags, toSandboxRequest } from "../sandbox-flags.ts";
import { describeMachineSandbox } from "../sandbox-lines.ts";
import { openSharedQueue } from "../queue/queue-database.ts";
import { requireTemporaryFolder } from "../../runner/workspace/temporary-folder.ts";

interface Flags extends SandboxFlags {
  readonly config?: string;
  readonly slots?: number;
  readonly agents?: string[];
  readonly name?: string;
  readonly drain: number;
  readonly once?: true;
}

const defaultSlots = 2;
const resumeByWorkerHint = "Interrupted runs wait for a worker: axis worker";

const examples = `
Requires AXIS_DATABASE_URL (or settings.store.url), a Postgres shared by all workers and by the machines that queue runs.
Keys of agents come from this machine's environment, as do those of the object store (AXIS_S3_KEY_ID, AXIS_S3_SECRET)
and, without a config, its address (AXIS_S3_ENDPOINT, AXIS_S3_BUCKET, AXIS_S3_REGION, AXIS_S3_PREFIX). Keeps bundles in
.axis/bundles and results that are not stored yet in .axis/spool.

On SIGTERM or Ctrl-C the worker takes no new runs and lets running ones continue for up to --drain seconds; the rest
return to the queue. A second signal stops at once and requeues them if the database answers within two seconds.

Examples:
  axis worker                               serve every agent that can run on this machine
  axis worker --slots 4 --agents claude-code,codex
  axis worker --name builder-1 --drain 60
  axis worker --once                        until nothing is queued: for Kubernetes, Slurm, CI`;

export const define: CommandModule["define"] = (command, act) => {
  addSandboxFlags(command)
    .option(
      "-c, --config <path>",
      "config with settings.workers and settings.store (default: the one in this folder, if any)",
    )
    .option(
      "--slots <n>",
      `runs at once (default: settings.workers.slots, else ${defaultSlots})`,
      parseWholeNumber(1, 100),
    )
    .option("--agents <names>", "only run these agents, separated by commas", parseList)
    .option("--name <name>", "name of this worker (default: the host name)")
    .option("--once", "end when no run is queued that this worker serves; exit code 0, however the runs went")
    .option("--drain <seconds>", "how long runs in progress may continue after a stop signal", parseWholeNumber(0), 600)
    .addHelpText("after", examples)
    .action((flags: Flags) => act((deps) => runWorkerCommand(flags, deps)));
};

async function runWorkerCommand(flags: Flags, deps: CliDeps): Promise<number> {
  const settings = await readWorkerSettings(flags, deps);
  const limits = settings.workers ?? {};
  const place = {
    url: requireDatabaseUrl(deps.env, settings.store),
    objects: readObjectStoreSettings(deps.env, settings.store),
  };
  // A worker that cannot create a workspace would take runs away from others and fail every one of them.
  await requireTemporaryFolder();
  const sandbox = await describeMachineSandbox(flags);
  await using shared = await openSharedQueue(deps, place, "require");
  const { store, queue } = shared;
  const kept = { database: store.database, objects: store.objects };
  await setAgentLimits(store.database, limits.agent_limits ?? {});
  const { terminal, env, now } = deps;
  const workerId = flags.name ?? `${hostname()}-${randomBytes(3).toString("hex")}`;
  const log = (message: string) => terminal.err(`${now().toISOString()} ${terminalLine(message)}`);
  const onDefect = (error: unknown) => log(`Warning: ${errorMessage(error)}`);
  await using telemetry = new WorkerTelemetry({ database: store.database, env, now, onDefect });
  let giveBack = () => Promise.resolve();
  log(`Worker ${workerId}: ${sandbox}`);
  await runWorker(
    {
      host: hostname(),
      slots: flags.slots ?? limits.slots ?? defaultSlots,
      agents: flags.agents,
      untilDrained: flags.once,
      drainSeconds: flags.drain,
      leave: deps.abortOnInterrupt({ beforeKill: () => giveBack(), resumeHint: () => resumeByWorkerHint }),
      onReady: (give) => void (giveBack = give),
    },
    {
      ...kept,
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
  log(`Worker ${workerId} has stopped`);
  return 0;
}

function requireDatabaseUrl(env: NodeJS.ProcessEnv, store: Settings["store"]): string {
  const url = readDatabaseUrl(env, store);
  if (url !== undefined) return url;
  throw new AxisError("flag-invalid", "axis worker requires a shared Postgres: AXIS_DATABASE_URL is not set", {
    hint: "Set it to a URL such as postgres://user@host/axis; axis run on one machine needs none",
  });
}

/** A worker needs no project. If one is in this folder, its config may set the slots and the store. */
async function readWorkerSettings({ config }: Flags, { cwd }: CliDeps): Promise<Settings> {
  const file = config ?? (await listConfigs(cwd))[0];
  if (file === undefined) return {};
  const loaded = await loadConfig(resolve(cwd, file));
  return loaded.config.settings ?? {};
}
