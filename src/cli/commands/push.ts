/** `axis push`: uploads the project so that workers can find it. */
import { storeBundle } from "../../worker/bundle/bundle-store.ts";
import type { Bundle } from "../../worker/bundle/make-bundle.ts";
import { pushBundle } from "../../worker/client/push-bundle.ts";
import type { ServerAddress } from "../../worker/client/server-address.ts";
import { ServerClient } from "../../worker/client/server-client.ts";
import { loadConfig } from "../../config/load-config.ts";
import { loadPlan } from "../../config/load-plan.ts";
import { formatCount } from "../../core/format-count.ts";
import { terminalSafe } from "../../report/text/terminal-safe.ts";
import { openSqlStore } from "../../store/sql/open.ts";
import type { CliDeps, CommandModule } from "../command.ts";
import { openProject } from "../project.ts";
import { makeProjectBundle } from "../queue/project-bundle.ts";
import { resolveQueueTarget, type SharedDatabase } from "../queue/queue-target.ts";

interface Flags {
  readonly config?: string;
}

const examples = `
The bundle contains every file in the config's folder except .git, node_modules, .axis (axis.lock is included) and files
that look like secrets (.env*, *.pem, id_*). It goes to the database at AXIS_DATABASE_URL, else to the server at AXIS_URL
with AXIS_TOKEN (an admin token), else to the database at settings.store.url. The server must use https, unless it is on
this machine or AXIS_ALLOW_HTTP=1 is set. Keys of agents are never uploaded: workers have their own.

Examples:
  AXIS_DATABASE_URL=postgres://axis@db/axis axis push
  AXIS_URL=https://axis.example.com AXIS_TOKEN=axis_... axis push`;

export const define: CommandModule["define"] = (command, act) => {
  command
    .option("-c, --config <path>", "config file (default: axis.config.ts, .js, .mjs or .json in this folder)")
    .addHelpText("after", examples)
    .action((flags: Flags) => act((deps) => push(flags, deps)));
};

async function push(flags: Flags, deps: CliDeps): Promise<number> {
  const project = await openProject(deps, flags.config);
  const { config } = await loadConfig(project.configFile);
  const place = resolveQueueTarget(deps.env, config.settings?.store, "axis push");
  const { terminal } = deps;
  const plan = await loadPlan(
    { folder: deps.cwd, configFile: project.configFile },
    {
      env: deps.env,
      onNotice: (message) => terminal.err(terminalSafe(message)),
      onWarning: (message) => terminal.err(`Warning: ${terminalSafe(message)}`),
    },
  );
  const bundle = await makeProjectBundle(project, { plan, request: {} }, deps);
  await (place.kind === "server" ? pushToServer(bundle, place.address) : pushToDatabase(bundle, place, deps));
  const mebibytes = (bundle.bytes / 1_048_576).toFixed(1);
  terminal.out(
    `Pushed ${formatCount(bundle.files, "file")} (${mebibytes} MiB) to the workspace ${bundle.manifest.workspace}`,
  );
  terminal.out(`sha256 ${Buffer.from(bundle.sha256).toString("hex")}`);
  return 0;
}

async function pushToDatabase(bundle: Bundle, place: SharedDatabase, { cwd, terminal }: CliDeps): Promise<void> {
  const onWarning = (message: string) => terminal.err(`Warning: ${message}`);
  await using store = await openSqlStore({ configDir: cwd, ...place, migrations: "run", onWarning });
  await storeBundle(store, bundle, "pushed");
}

async function pushToServer(bundle: Bundle, address: ServerAddress): Promise<void> {
  const { manifest, bytes } = bundle;
  const sent = { workspace: manifest.workspace, bytes, content: () => bundle.content(), purpose: "pushed" } as const;
  await pushBundle(new ServerClient(address), sent);
}
