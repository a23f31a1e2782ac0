/** `axis push`: sends the project to where workers find it. */
import { storeBundle } from "../../bundle/bundle-shelf.ts";
import type { Bundle } from "../../bundle/make-bundle.ts";
import { AxisError } from "../../core/error.ts";
import { loadPlan } from "../../config/plan.ts";
import { terminalSafe } from "../../report/terminal-safe.ts";
import { openSqlStore } from "../../store/sql/open.ts";
import type { CliWorld, CommandModule } from "../command.ts";
import { databaseUrl } from "../open-database.ts";
import { openProject } from "../project.ts";
import { bundleOf } from "../queue/project-bundle.ts";

interface Flags {
  readonly config?: string;
}

const examples = `
The bundle holds every file below the folder of the config, but for .git, node_modules, .axis (its axis.lock travels)
and files that look like secrets (.env*, *.pem, id_*). It goes to the database of AXIS_DATABASE_URL, or to the server of
AXIS_URL with AXIS_TOKEN (an admin token). Keys of agents never travel: workers have their own.

Examples:
  AXIS_DATABASE_URL=postgres://axis@db/axis axis push
  AXIS_URL=https://axis.example.com AXIS_TOKEN=axis_... axis push`;

export const define: CommandModule["define"] = (command, act) => {
  command
    .option("-c, --config <path>", "config file (default: axis.config.ts, .js, .mjs or .json in this folder)")
    .addHelpText("after", examples)
    .action((flags: Flags) => act((world) => push(flags, world)));
};

async function push(flags: Flags, world: CliWorld): Promise<number> {
  const send = wayOf(world);
  const project = await openProject(world, flags.config);
  const { terminal } = world;
  const plan = await loadPlan(
    { folder: world.cwd, configFile: project.configFile },
    {
      env: world.env,
      onNotice: (message) => terminal.err(terminalSafe(message)),
      onWarning: (message) => terminal.err(`Warning: ${terminalSafe(message)}`),
    },
  );
  const bundle = await bundleOf(project, { plan, request: {} }, world);
  await send(bundle);
  const mebibytes = (bundle.bytes / 1_048_576).toFixed(1);
  terminal.out(`Pushed ${bundle.files} files (${mebibytes} MiB) to the workspace ${bundle.manifest.workspace}`);
  terminal.out(`sha256 ${Buffer.from(bundle.sha256).toString("hex")}`);
  return 0;
}

/** Decided before the project is read: a missing address is said at once. */
function wayOf(world: CliWorld): (bundle: Bundle) => Promise<void> {
  const url = databaseUrl(world.env);
  if (url !== undefined) return (bundle) => intoDatabase(bundle, url, world);
  const { AXIS_URL: server, AXIS_TOKEN: token } = world.env;
  if (server && token) return (bundle) => toServer(bundle, { server, token });
  throw new AxisError("flag-invalid", "There is nowhere to push to: neither AXIS_DATABASE_URL nor AXIS_URL is set", {
    hint: "AXIS_URL goes with AXIS_TOKEN, an admin token of that server",
  });
}

async function intoDatabase(bundle: Bundle, url: string, { cwd, terminal }: CliWorld): Promise<void> {
  const onWarning = (message: string) => terminal.err(`Warning: ${message}`);
  await using store = await openSqlStore({ configDir: cwd, url, migrations: "run", onWarning });
  await storeBundle(store.database, bundle, "pushed");
}

async function toServer(bundle: Bundle, { server, token }: { server: string; token: string }): Promise<void> {
  const address = new URL(`/v1/workspaces/${encodeURIComponent(bundle.manifest.workspace)}/bundle`, server);
  const answer = await fetch(address, {
    method: "PUT",
    headers: {
      authorization: `Bearer ${token}`,
      "content-type": "application/x-tar",
      "content-length": String(bundle.bytes),
    },
    body: ReadableStream.from(bundle.content()),
    duplex: "half",
    redirect: "error",
  }).catch((cause: unknown) => {
    throw new AxisError("store-unavailable", `${address.origin} does not answer`, { hint: "Check AXIS_URL", cause });
  });
  if (answer.ok) return;
  throw new AxisError("bundle-refused", `${address.origin} refused the bundle: ${await reasonOf(answer)}`, {
    hint: "It takes a token with the scope admin",
  });
}

async function reasonOf(answer: Response): Promise<string> {
  const body = (await answer.json().catch(() => ({}))) as { error?: { code?: unknown; message?: unknown } };
  const { code, message } = body.error ?? {};
  return typeof message === "string" ? terminalSafe(`${String(code)}: ${message}`) : `status ${answer.status}`;
}
