/** `axis leaderboard`: ranks the agents of a workspace by the mean scorecard of their runs. */
import { shellWord } from "../../core/shell-word.ts";
import { jsonText, terminalLine } from "../../report/text/terminal-safe.ts";
import type { LeaderboardRow } from "../../store/sql/views/leaderboard.ts";
import type { CliWorld, CommandModule } from "../command.ts";
import { type Since, since } from "../leaderboard/since.ts";
import { type DatabaseFlags, databaseUrl, openDatabase } from "../open-database.ts";
import { wholeNumber } from "../options.ts";

interface Flags extends DatabaseFlags {
  readonly workspace?: string;
  readonly scenario?: string;
  readonly since?: Since;
  readonly minRuns?: number;
  readonly json?: true;
}

const examples = `
Ranks by scorecard and includes only counted runs. The interval is Student's t interval of the mean. Reads the runs from
the reports of this project, or from Postgres with AXIS_DATABASE_URL.

Examples:
  axis leaderboard
  axis leaderboard --scenario cms/create-post --since 30d
  axis leaderboard --workspace shop --min-runs 20 --json`;

export const define: CommandModule["define"] = (command, act) => {
  command
    .option("--workspace <slug>", "show this workspace (default: the project's, else the only one)")
    .option("--scenario <key>", "include only runs of this scenario")
    .option("--since <time>", "include only runs scored since: 12h, 30d, 4w, or a day such as 2026-03-01", since)
    .option("--min-runs <n>", "rank agents with at least this many runs (default 5)", wholeNumber(1, 1_000_000))
    .option("--json", "print JSON on stdout")
    .option("-c, --config <path>", "config file")
    .addHelpText("after", examples)
    .action((flags: Flags) => act((world) => showBoard(flags, world)));
};

async function showBoard(flags: Flags, world: CliWorld): Promise<number> {
  const { serveSettings } = await import("../serve/settings.ts");
  const { boardWorkspace } = await import("../leaderboard/board-workspace.ts");
  const { leaderboard, usualMinRuns } = await import("../../store/sql/views/leaderboard.ts");
  const settings = await serveSettings(configFlag(flags), world, databaseUrl(world.env) !== undefined);
  const { project } = settings;
  const shared = databaseUrl(world.env, settings.store) !== undefined;
  await using store = await openDatabase(world, flags, "run");
  const workspace = await boardWorkspace(store, { project, shared, named: flags.workspace }, world);
  const { scenario, minRuns = usualMinRuns } = flags;
  const start = flags.since?.(world.now());
  const rows = await leaderboard(store.database, {
    workspaceId: workspace.id,
    minRuns,
    ...(scenario !== undefined && { scenario }),
    ...(start !== undefined && { since: start }),
  });
  const asked = { workspace: workspace.slug, scenario: scenario ?? null, since: start ?? null, min_runs: minRuns };
  if (flags.json) world.terminal.out(jsonText({ ...asked, data: rows }));
  else if (rows.length > 0) await print(rows, asked, world);
  else [`No counted run has been scored: ${placeOf(asked)}.`, wayOn(flags, shared)].forEach(world.terminal.err);
  return 0;
}

function configFlag({ config }: DatabaseFlags): DatabaseFlags {
  return config === undefined ? {} : { config };
}

interface Asked {
  readonly workspace: string;
  readonly scenario: string | null;
  readonly since: Date | null;
  readonly min_runs: number;
}

/** Describes which runs the board covers, after the filters. */
function placeOf({ workspace, scenario, since: start }: Asked): string {
  const narrow = scenario === null ? "" : `, scenario ${terminalLine(scenario)}`;
  const from = start === null ? "" : `, since ${start.toISOString().slice(0, 16).replace("T", " ")} UTC`;
  return `workspace ${workspace}${narrow}${from}`;
}

/** What to type if the board is empty. */
function wayOn({ scenario, since: start, workspace, config }: Flags, shared: boolean): string {
  const place = config === undefined ? "" : ` -c ${shellWord(config)}`;
  if (scenario === undefined && start === undefined)
    return `Create some with: axis run${shared ? " --queue" : ""}${place}`;
  return `See all with: axis leaderboard${workspace === undefined ? "" : ` --workspace ${shellWord(workspace)}`}${place}`;
}

async function print(rows: readonly LeaderboardRow[], asked: Asked, { terminal }: CliWorld): Promise<void> {
  const { boardLines } = await import("../leaderboard/board-table.ts");
  const { width, paint } = terminal;
  terminal.out(paint.bold(`Leaderboard: ${placeOf(asked)}`));
  for (const line of boardLines(rows, { minRuns: asked.min_runs, width, paint })) terminal.out(line);
}
