/** `axis serve`: serves the HTTP API and the dashboard until it is stopped. */
import { existsSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { AxisError, errorMessage } from "../../core/error.ts";
import { snakeCase } from "../../core/keys/key-case.ts";
import { packageFolder } from "../../core/paths/package-root.ts";
import { requireTemporaryFolder, temporaryFolderHint } from "../../runner/workspace/temporary-folder.ts";
import type { AccessRecord, ServerDeps } from "../../server/deps.ts";
import { labelFile } from "../../store/label-file.ts";
import type { SqlStore } from "../../store/sql/sql-store.ts";
import type { CliDeps, CommandModule } from "../command.ts";
import { readObjectStoreSettings } from "../object-store-settings.ts";
import { readDatabaseUrl } from "../open-database.ts";
import { addSandboxFlags } from "../sandbox-flags.ts";
import { parseWholeNumber } from "../options.ts";
import { readPerson } from "../person.ts";
import { openStore } from "../project.ts";
import type { FollowedReports } from "../serve/local-index.ts";
import { readServeSettings, type ServeFlags, type ServeSettings } from "../serve/settings.ts";
import type { ServedRuns } from "../serve/shared-runs.ts";

/** How many runs a server executes itself, and a check that it has a folder for them before it accepts requests. */
const defaultServeSlots = 2;

/** With a shared database workers execute the runs; the server does so only with --slots. */
function resolveSlots({ slots }: ServeFlags, { workers }: ServeSettings, isShared: boolean): number {
  return slots ?? (isShared ? 0 : (workers.slots ?? defaultServeSlots));
}

/** Without this check every submitted run would fail on its own. Bundles for workers are received there too. */
async function requireFolderForRuns(slots: number, isShared: boolean): Promise<void> {
  if (isShared) return requireTemporaryFolder();
  if (slots > 0) await requireTemporaryFolder(`${temporaryFolderHint}; or serve existing data only with: --slots 0`);
}

const examples = `
Prints the address of the dashboard. The address contains a token that may write and is valid until the server stops.
Every request needs that token or another one: axis token create. With --open-reads, programs on this machine read
without one. Runs and scores are stored in the project's own database, or in Postgres with AXIS_DATABASE_URL or
settings.store.url.

With the project's own database the server itself executes submitted runs (POST /v1/runs); with Postgres workers do, and
the server only with --slots. On SIGTERM or Ctrl-C the server starts no new runs and lets running ones continue for up to
--drain seconds; the rest wait for the next start. A second signal stops at once.

Examples:
  axis serve                                  serve this project at http://127.0.0.1:4747
  axis serve --port 0                         use any free port
  axis serve --host 0.0.0.0 --trust-proxy     behind a proxy that does TLS`;

const openReadsNote =
  "Reads are open: every program on this machine can read all runs without a token. HTTP/1.0 and forwarded requests need one. Put no proxy in front.";
const readyMs = 5_000;
const resumeOnStartHint = "Interrupted runs wait for the next start: axis serve";
const slotsHelp = `execute this many runs at once here, 0 for none (default: settings.workers.slots, else ${defaultServeSlots}; with Postgres 0)`;

export const define: CommandModule["define"] = (command, act) => {
  addSandboxFlags(command)
    .option(
      "--host <host>",
      "address to listen on; anything but loopback requires an existing token (default 127.0.0.1)",
    )
    .option("--port <n>", "port to listen on; 0 picks a free one (default 4747)", parseWholeNumber(0, 65_535))
    .option("--open-reads", "let programs on this machine read without a token; not behind a proxy")
    .option("--require-token", "require a token for every read (the default)")
    .option("--trust-proxy", "trust X-Forwarded-For from the proxy in front")
    .option("--slots <n>", slotsHelp, parseWholeNumber(0, 100))
    .option("--drain <seconds>", "how long runs in progress may continue after a stop signal", parseWholeNumber(0), 600)
    .option("-v, --verbose", "print a line per request")
    .option("-c, --config <path>", "config file")
    .addHelpText("after", examples)
    .action((flags: ServeFlags) => act((deps) => serve(flags, deps)));
};

async function serve(flags: ServeFlags, deps: CliDeps): Promise<number> {
  const settings = await readServeSettings(flags, deps, readDatabaseUrl(deps.env) !== undefined);
  await requireClosedSurroundings(flags, settings);
  const url = readDatabaseUrl(deps.env, settings.store);
  const slots = resolveSlots(flags, settings, url !== undefined);
  await requireFolderForRuns(slots, url !== undefined);
  const { openSqlStore } = await import("../../store/sql/open.ts");
  const { createApp, createSessionToken, isLoopback, listen, startRelay } = await import("../../server/index.ts");
  const onWarning = (message: string) => deps.terminal.err(`Warning: ${message}`);
  const configDir = settings.project?.configDir ?? deps.cwd;
  await using store = await openSqlStore({
    configDir,
    migrations: "run",
    onWarning,
    ...(url !== undefined && { url, objects: readObjectStoreSettings(deps.env, settings.store) }),
  });
  if (!isLoopback(settings.host)) await requireToken(store, settings.host);
  await using index = url === undefined ? await openLocalIndex(store, settings, deps) : undefined;
  await using runs = await openServedRuns({ store, index, url, slots, flags, settings }, deps);
  const { openServerReconciler } = await import("../serve/reconciler.ts");
  await using _reconciler = await openServerReconciler(store, {
    queue: runs?.queue,
    settings,
    log: deps.terminal.err,
  });
  const session = createSessionToken(["write"]);
  const server = createApp({
    ...(await buildServerDeps(settings, deps, url === undefined)),
    ...runs?.deps,
    store,
    access: {
      ...describeAccess(flags, settings),
      sessionToken: session.token,
    },
    ...(flags.verbose && { onAccess: (record: AccessRecord) => deps.terminal.err(formatAccess(record)) }),
  });
  const onDefect = (error: unknown) => onWarning(errorMessage(error));
  await using _relay = await startRelay(server, {
    settings: settings.events,
    env: deps.env,
    workspace: url === undefined ? settings.project?.slug : undefined,
    onDefect,
  });
  await using listening = await listen(server, settings);
  let giveBack = () => Promise.resolve();
  const leave = deps.abortOnInterrupt({
    beforeKill: () => giveBack(),
    resumeHint: () => (slots > 0 ? resumeOnStartHint : undefined),
  });
  const working = await startWork(runs, leave, (give) => void (giveBack = give));
  deps.terminal.out(`http://${formatHost(settings.host)}:${listening.port}/#token=${session.text}`);
  if (flags.openReads === true) deps.terminal.err(openReadsNote);
  deps.terminal.err("AXIS is serving. Stop it with Ctrl-C.");
  await Promise.race([waitForStop(leave), working.failed]);
  await working.ended;
  return 0;
}

/** Open reads are for programs on this machine, so nothing else may be able to reach the server. */
async function requireClosedSurroundings(flags: ServeFlags, { host }: ServeSettings): Promise<void> {
  if (flags.openReads !== true) return;
  const { isLoopback } = await import("../../server/index.ts");
  const obstacle = isLoopback(host)
    ? [flags.trustProxy && "--trust-proxy", flags.requireToken && "--require-token"].find(Boolean)
    : `--host ${host}`;
  if (obstacle === undefined) return;
  throw new AxisError("flag-invalid", `--open-reads cannot be combined with ${obstacle}`, {
    hint: "Leave out --open-reads and give readers a token: axis token create --name <name> --scope read",
  });
}

function describeAccess(flags: ServeFlags, settings: ServeSettings) {
  return {
    openReads: flags.openReads === true,
    trustProxy: flags.trustProxy === true,
    hosts: [settings.host, ...(settings.server.hosts ?? [])],
    corsOrigins: settings.server.cors_origins ?? [],
  };
}

interface ServeContext {
  readonly store: SqlStore;
  readonly index: FollowedReports | undefined;
  readonly url: string | undefined;
  /** How many runs this server executes at once. */
  readonly slots: number;
  readonly flags: ServeFlags;
  readonly settings: ServeSettings;
}

/** Loaded only if runs can be submitted: a shared database needs pg-boss, the project's own needs the whole runner. */
async function openServedRuns(
  { store, index, url, slots, flags, settings }: ServeContext,
  deps: CliDeps,
): Promise<ServedRuns | undefined> {
  if (url !== undefined) {
    const { openSharedRuns } = await import("../serve/shared-runs.ts");
    return await openSharedRuns(store, { url, slots, drainSeconds: flags.drain, settings, flags }, deps);
  }
  const { project, workers } = settings;
  if (project === null || index === undefined) return undefined;
  if (slots === 0) {
    const { requeueInterruptedRuns } = await import("../../worker/local/interrupted-runs.ts");
    await requeueInterruptedRuns({ database: store.database, log: deps.terminal.err });
    return undefined;
  }
  const { openLocalRuns } = await import("../serve/local-runs.ts");
  const { workspaceId, refresh } = index;
  const own = { project, workspaceId, slots, drainSeconds: flags.drain, workers, flags, onWritten: refresh };
  return await openLocalRuns(store, own, deps);
}

interface RunningWork {
  readonly ended: Promise<void>;
  /** Never resolves; rejects with the error that ends the work early. */
  readonly failed: Promise<never>;
}

/** Starts the work before the address is printed, so that runs can be submitted; waits only briefly for slow planning. */
async function startWork(
  runs: ServedRuns | undefined,
  leave: AbortSignal,
  onReady: Parameters<ServedRuns["work"]>[1],
): Promise<RunningWork> {
  let isReady = () => {};
  const ready = new Promise<void>((resolve) => (isReady = resolve));
  const hear: typeof onReady = (giveBack) => {
    onReady(giveBack);
    isReady();
  };
  const ended = runs?.work(leave, hear) ?? Promise.resolve();
  const failed = new Promise<never>((_, reject) => void ended.catch(reject));
  failed.catch(() => {}); // The rejection is handled where the promise is awaited.
  if (runs !== undefined) await Promise.race([ready, ended, sleep(readyMs, undefined, { ref: false })]);
  return { ended, failed };
}

async function requireToken({ database }: SqlStore, host: string): Promise<void> {
  const { hasValidToken } = await import("../../store/sql/access/tokens.ts");
  if (await hasValidToken(database)) return;
  throw new AxisError("token-missing", `Listening on ${host} requires a valid token`, {
    hint: "Create one with: axis token create --name <name> --scope read",
  });
}

async function openLocalIndex(
  store: SqlStore,
  { project }: ServeSettings,
  deps: CliDeps,
): Promise<FollowedReports | undefined> {
  if (project === null) return undefined;
  const { ensureWorkspace } = await import("../../store/sql/workspaces.ts");
  const { followReports } = await import("../serve/local-index.ts");
  const { id } = await ensureWorkspace(store.database, project);
  const onWarning = (message: string) => deps.terminal.err(`Warning: ${message}`);
  return await followReports(store, {
    configDir: project.configDir,
    store: openStore(deps, project.configDir),
    workspaceId: id,
    onWarning,
  });
}

/** Lists the built-in metrics; they are loaded on the first request. */
async function loadMetricCatalogue() {
  const { metricRegistry } = await import("../../metrics/registry.ts");
  return metricRegistry.listMetrics().map(({ config }) => ({
    key: config.key,
    name: config.name,
    description: config.description,
    tags: config.tags,
    required_fields: config.requiredFields.map(snakeCase),
    threshold: config.defaultThreshold,
  }));
}

/** The dependencies that the project and the package provide to the server. */
async function buildServerDeps(
  { project, passMark }: ServeSettings,
  deps: CliDeps,
  isLocal: boolean,
): Promise<Partial<ServerDeps>> {
  const dashboard = packageFolder("dist/web/dashboard");
  const onDefect = (error: unknown, requestId: string) =>
    deps.terminal.err(
      `Bug in request ${requestId}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
    );
  const shared = { onDefect, metricCatalogue: loadMetricCatalogue, ...(existsSync(dashboard) && { dashboard }) };
  if (!isLocal || project === null) return shared;
  const { localEvaluations, localFiles, localReportPages, localReports } = await import("../../server/index.ts");
  const local = { configDir: project.configDir, store: openStore(deps, project.configDir) };
  const review = { labels: labelFile(project.configDir), passMark, person: readPerson() };
  return {
    ...shared,
    review,
    localFiles: localFiles(local),
    localReport: localReports(local),
    localReportPage: localReportPages(local),
    localBaseline: local.store.findBaseline,
    localEvaluation: localEvaluations(project.configDir),
  };
}

function formatAccess({ method, route, status, durationMs, requestId, tokenId }: AccessRecord): string {
  return `${method} ${route} ${status} ${durationMs.toFixed(1)} ms ${requestId} ${tokenId ?? "-"}`;
}

function formatHost(host: string): string {
  return host.includes(":") ? `[${host}]` : host;
}

function waitForStop(abort: AbortSignal): Promise<void> {
  if (abort.aborted) return Promise.resolve();
  return new Promise((resolve) => abort.addEventListener("abort", () => resolve(), { once: true }));
}
