/** `axis serve`: the HTTP API and the dashboard over it, until somebody stops it. */
import { snakeCase } from "../../core/key-case.ts";
import { existsSync } from "node:fs";
import { AxisError, messageOf } from "../../core/error.ts";
import type { AccessRecord, ServerDeps } from "../../server/deps.ts";
import type { SqlStore } from "../../store/sql/sql-store.ts";
import type { CliWorld, CommandModule } from "../command.ts";
import { databaseUrl } from "../open-database.ts";
import { wholeNumber } from "../options.ts";
import { packageFolder } from "../../core/package-root.ts";
import { openStore } from "../project.ts";
import { type ServeFlags, type ServeSettings, serveSettings } from "../serve/settings.ts";

const examples = `
The address that is printed is the dashboard in a browser, and holds a token that may write and lives as long as the
server. Reads need no token on this machine; everything else needs one: axis token create. Runs and scores are in the
project's own database, or in Postgres with AXIS_DATABASE_URL.

Examples:
  axis serve                                  this project, at http://127.0.0.1:4747
  axis serve --port 0                         on any free port
  axis serve --host 0.0.0.0 --trust-proxy     behind a proxy that does TLS`;

export const define: CommandModule["define"] = (command, act) => {
  command
    .option("--host <host>", "where to listen; other than loopback only with a token made before (default 127.0.0.1)")
    .option("--port <n>", "0 for any that is free (default 4747)", wholeNumber(0, 65_535))
    .option("--require-token", "reads need a token on this machine too")
    .option("--trust-proxy", "believe X-Forwarded-For of the proxy in front")
    .option("-v, --verbose", "a line per request")
    .option("-c, --config <path>", "config file")
    .addHelpText("after", examples)
    .action((flags: ServeFlags) => act((world) => serve(flags, world)));
};

async function serve(flags: ServeFlags, world: CliWorld): Promise<number> {
  const url = databaseUrl(world.env);
  const settings = await serveSettings(flags, world, url !== undefined);
  const { openSqlStore } = await import("../../store/sql/open.ts");
  const { createApp, createSessionToken, isLoopback, listen, startRelay } = await import("../../server/index.ts");
  const onWarning = (message: string) => world.terminal.err(`Warning: ${message}`);
  const configDir = settings.project?.configDir ?? world.cwd;
  await using store = await openSqlStore({
    configDir,
    migrations: "run",
    onWarning,
    ...(url !== undefined && { url }),
  });
  if (!isLoopback(settings.host)) await requireToken(store, settings.host);
  await using _index = url === undefined ? await localIndex(store, settings, world) : undefined;
  await using runs = url === undefined ? undefined : await submittedRuns(store, url, world);
  const session = createSessionToken(["write"]);
  const server = createApp({
    ...(await sharedDeps(settings, world, url === undefined)),
    ...runs?.deps,
    store,
    access: {
      openReads: isLoopback(settings.host) && flags.requireToken !== true && flags.trustProxy !== true,
      trustProxy: flags.trustProxy === true,
      hosts: [settings.host, ...(settings.server.hosts ?? [])],
      corsOrigins: settings.server.cors_origins ?? [],
      sessionToken: session.token,
    },
    ...(flags.verbose && { onAccess: (record: AccessRecord) => world.terminal.err(accessLine(record)) }),
  });
  const onDefect = (error: unknown) => onWarning(messageOf(error));
  await using _relay = await startRelay(server.world, { settings: settings.events, env: world.env, onDefect });
  await using listening = await listen(server, settings);
  world.terminal.out(`http://${shownHost(settings.host)}:${listening.port}/#token=${session.text}`);
  world.terminal.err("AXIS serves. Stop it with Ctrl-C.");
  await stopped(world.interruptible());
  return 0;
}

/** Loaded only with a shared database: pg-boss comes with it. */
async function submittedRuns(store: SqlStore, url: string, world: CliWorld) {
  const { queueForWorkers } = await import("../serve/runs.ts");
  return await queueForWorkers(store, url, world);
}

async function requireToken({ database }: SqlStore, host: string): Promise<void> {
  const { hasValidToken } = await import("../../store/sql/access/tokens.ts");
  if (await hasValidToken(database)) return;
  throw new AxisError("token-missing", `Listening on ${host} needs a token that counts, and there is none`, {
    hint: "Make one with: axis token create --name <name> --scope read",
  });
}

async function localIndex(store: SqlStore, { project }: ServeSettings, world: CliWorld) {
  if (project === null) return undefined;
  const { ensureWorkspace } = await import("../../store/sql/workspaces.ts");
  const { followReports } = await import("../serve/local-index.ts");
  const { id } = await ensureWorkspace(store.database, project);
  const onWarning = (message: string) => world.terminal.err(`Warning: ${message}`);
  return await followReports(store, {
    configDir: project.configDir,
    store: openStore(world, project.configDir),
    workspaceId: id,
    onWarning,
  });
}

type LentDeps = Pick<ServerDeps, "dashboard" | "localFiles" | "localReport" | "metricCatalogue" | "onDefect">;

/** The metrics that come with AXIS; loaded when somebody asks. */
async function metricCatalogue() {
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

/** What the project and the package lend the server. */
async function sharedDeps({ project }: ServeSettings, world: CliWorld, isLocal: boolean): Promise<LentDeps> {
  const dashboard = packageFolder("dist/web/dashboard");
  const onDefect = (error: unknown, requestId: string) =>
    world.terminal.err(
      `Defect in ${requestId}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
    );
  const shared = { onDefect, metricCatalogue, ...(existsSync(dashboard) && { dashboard }) };
  if (!isLocal || project === null) return shared;
  const { localFiles, localReports } = await import("../../server/index.ts");
  const local = { configDir: project.configDir, store: openStore(world, project.configDir) };
  return { ...shared, localFiles: localFiles(local), localReport: localReports(local) };
}

function accessLine({ method, route, status, durationMs, requestId, tokenId }: AccessRecord): string {
  return `${method} ${route} ${status} ${durationMs.toFixed(1)} ms ${requestId} ${tokenId ?? "-"}`;
}

function shownHost(host: string): string {
  return host.includes(":") ? `[${host}]` : host;
}

function stopped(abort: AbortSignal): Promise<void> {
  if (abort.aborted) return Promise.resolve();
  return new Promise((resolve) => abort.addEventListener("abort", () => resolve(), { once: true }));
}
