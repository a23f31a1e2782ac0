/** `axis push`: uploads the project so that workers can find it, or sends a report or evaluation to the dashboard's database. */
import { join } from "node:path";
import { storeBundle } from "../../worker/bundle/bundle-store.ts";
import type { Bundle } from "../../worker/bundle/make-bundle.ts";
import { pushBundle } from "../../worker/client/push-bundle.ts";
import type { ServerAddress } from "../../worker/client/server-address.ts";
import { ServerClient } from "../../worker/client/server-client.ts";
import { loadConfig } from "../../config/load-config.ts";
import { loadPlan } from "../../config/load-plan.ts";
import { AxisError } from "../../core/error.ts";
import { formatCount } from "../../core/format-count.ts";
import { terminalSafe } from "../../report/text/terminal-safe.ts";
import { evaluationsFolder, requireName } from "../../store/paths.ts";
import { openSqlStore } from "../../store/sql/open.ts";
import type { CliDeps, CommandModule } from "../command.ts";
import { openProject, type Project } from "../project.ts";
import { sendEvaluation, sendReport, type SentReport } from "../push/send-report.ts";
import { makeProjectBundle } from "../queue/project-bundle.ts";
import { resolveQueueTarget, type SharedDatabase } from "../queue/queue-target.ts";

interface Flags {
  readonly config?: string;
  readonly evaluation?: string;
}

const examples = `
With a report (an id, the beginning of one, or "latest") its runs, transcripts and files and the project's baselines go to
the database at AXIS_DATABASE_URL, else to that of settings.store.url, where axis serve shows them. axis run does this at
its end, and axis eval --keep with evaluations, unless --no-push is given. A report of axis run --queue or axis compete
--queue can also go to the server at AXIS_URL, which has its runs.

Without one the project is uploaded. The bundle contains every file in the config's folder except .git, node_modules, .axis (axis.lock is included) and files
that look like secrets (.env*, *.pem, id_*). It goes to the database at AXIS_DATABASE_URL, else to the server at AXIS_URL
with AXIS_TOKEN (an admin token), else to the database at settings.store.url. The server must use https, unless it is on
this machine or AXIS_ALLOW_HTTP=1 is set. Keys of agents are never uploaded: workers have their own.

Examples:
  AXIS_DATABASE_URL=postgres://axis@db/axis axis push
  AXIS_URL=https://axis.example.com AXIS_TOKEN=axis_... axis push
  AXIS_DATABASE_URL=postgres://axis@db/axis axis push latest`;

export const define: CommandModule["define"] = (command, act) => {
  command
    .argument("[report]", "send this report instead of the project")
    .option("--evaluation <name>", "send this kept evaluation instead of the project")
    .option("-c, --config <path>", "config file (default: axis.config.ts, .js, .mjs or .json in this folder)")
    .addHelpText("after", examples)
    .action((report: string | undefined, flags: Flags) => act((deps) => push(report, flags, deps)));
};

async function push(report: string | undefined, flags: Flags, deps: CliDeps): Promise<number> {
  const project = await openProject(deps, flags.config);
  if (flags.evaluation !== undefined && report !== undefined)
    throw new AxisError("flag-invalid", "A report cannot be combined with --evaluation", {
      hint: "Send them one after the other",
    });
  if (flags.evaluation !== undefined) return await pushKeptEvaluation(project, flags.evaluation, deps);
  return report === undefined ? await pushProject(project, deps) : await pushOneReport(project, report, deps);
}

async function pushOneReport(project: Project, wanted: string, deps: CliDeps): Promise<number> {
  const report = await project.store.readReport(wanted);
  const { reportId } = report;
  if (report.state === "running")
    throw new AxisError("flag-invalid", `Report ${reportId} is not finished`, {
      hint: `Wait for it, or resume it with: axis run --resume ${reportId}`,
    });
  const sent = await sendReport(project, report, deps);
  if (sent === undefined) throw noDatabaseError();
  deps.terminal.out(`Sent report ${reportId} to the workspace ${sent.workspace}: ${describeRuns(sent)}`);
  return 0;
}

function describeRuns(sent: SentReport): string {
  if ("missing" in sent)
    return sent.missing === 0
      ? "the server has all of its runs"
      : `${formatCount(sent.missing, "run")} of the report took place elsewhere and cannot be opened there`;
  const { added, known, withoutCard } = sent;
  const rest = [
    ...(known === 0 ? [] : [`${known} already there`]),
    ...(withoutCard === 0 ? [] : [`${withoutCard} without a scorecard, in the report only`]),
  ];
  return [`${formatCount(added, "run")} added`, ...rest].join(", ");
}

async function pushKeptEvaluation(project: Project, name: string, deps: CliDeps): Promise<number> {
  const id = requireName("name after --evaluation", name);
  const workspace = await sendEvaluation(project, { id, file: join(evaluationsFolder(deps.cwd), `${id}.html`) }, deps);
  if (workspace === undefined) throw noDatabaseError();
  deps.terminal.out(`Sent evaluation ${id} to the workspace ${workspace}`);
  return 0;
}

function noDatabaseError(): AxisError {
  return new AxisError("flag-invalid", "axis push has no database to send it to", {
    hint: "Set AXIS_DATABASE_URL, or settings.store.url in the config",
  });
}

async function pushProject(project: Project, deps: CliDeps): Promise<number> {
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
