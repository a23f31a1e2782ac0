/** `axis leaderboard`: ranks the agents of a workspace by AXIS Result or by another metric. */
import { InvalidArgumentError, Option } from "commander";
import type { RankingMetric } from "../../core/report/agent-ranking.ts";
import { quoteShellWord } from "../../core/shell-word.ts";
import { formatJson, terminalLine } from "../../report/text/terminal-safe.ts";
import type { LeaderboardRow } from "../../store/sql/views/leaderboard.ts";
import type { CliDeps, CommandModule } from "../command.ts";
import { type DatabaseFlags, openDatabase, readDatabaseUrl } from "../open-database.ts";
import { parseWholeNumber } from "../options.ts";

/** Parses --since: a date, or an age such as 30d. */
const unitsMs: Readonly<Record<string, number>> = { h: 3_600_000, d: 86_400_000, w: 604_800_000 };

/** Returns the start date for a given current time. */
type Since = (now: Date) => Date;

function parseSince(value: string): Since {
  const [, count = "", unit = ""] = /^(\d{1,6})([hdw])$/.exec(value) ?? [];
  const agoMs = Number(count) * (unitsMs[unit] ?? 0);
  if (agoMs > 0) return (now) => new Date(now.getTime() - agoMs);
  const moment = /^\d{4}-\d\d-\d\d(T.+)?$/.test(value) ? new Date(value) : new Date(Number.NaN);
  if (Number.isNaN(moment.getTime()))
    throw new InvalidArgumentError("Expected an age such as 12h, 30d or 4w, or a day such as 2026-03-01 (UTC).");
  return () => moment;
}

interface Flags extends DatabaseFlags {
  readonly workspace?: string;
  readonly scenario?: string;
  readonly since?: Since;
  readonly report?: string;
  readonly minRuns?: number;
  readonly by: RankingMetric;
  readonly json?: true;
}

const examples = `
Includes only counted runs. The AXIS Result of an agent is the mean of its results, each the mean of its trials; the
interval is Student's t interval of that mean. Agents share places if a paired test, corrected by Holm's method, cannot
tell them apart: 1–2. Reads the runs from the reports of this project, or from Postgres with AXIS_DATABASE_URL.

Examples:
  axis leaderboard
  axis leaderboard --scenario cms/create-post --since 30d
  axis leaderboard --report latest --by cost-per-pass
  axis leaderboard --workspace shop --min-runs 20 --json`;

/** The same words as in the API; the schema is not loaded for them. */
const metrics: readonly RankingMetric[] = [
  "axis",
  "pass-rate",
  "cost-per-pass",
  "time",
  "goal",
  "environment",
  "service",
  "agent",
  "scorecard",
];

export const define: CommandModule["define"] = (command, act) => {
  command
    .option("--workspace <slug>", "show this workspace (default: the project's, else the only one)")
    .option("--scenario <key>", "include only runs of this scenario")
    .option("--since <time>", "include only runs scored since: 12h, 30d, 4w, or a day such as 2026-03-01", parseSince)
    .option("--report <id>", "include only runs of this report; latest for the newest one whose runs have all ended")
    .option("--min-runs <n>", "rank agents with at least this many runs (default 5)", parseWholeNumber(1, 1_000_000))
    .addOption(new Option("--by <metric>", "rank by AXIS Result or by another metric").choices(metrics).default("axis"))
    .option("--json", "print JSON on stdout")
    .option("-c, --config <path>", "config file")
    .addHelpText("after", examples)
    .action((flags: Flags) => act((deps) => showLeaderboard(flags, deps)));
};

async function showLeaderboard(flags: Flags, deps: CliDeps): Promise<number> {
  const { readServeSettings } = await import("../serve/settings.ts");
  const { findBoardWorkspace } = await import("../leaderboard/board-workspace.ts");
  const { readLeaderboard, defaultMinRuns } = await import("../../store/sql/views/leaderboard.ts");
  const { findNewestReport } = await import("../../store/sql/views/counted-scores.ts");
  const settings = await readServeSettings(pickConfigFlag(flags), deps, readDatabaseUrl(deps.env) !== undefined);
  const { project } = settings;
  const shared = readDatabaseUrl(deps.env, settings.store) !== undefined;
  await using store = await openDatabase(deps, flags, "run");
  const workspace = await findBoardWorkspace(store, { project, shared, named: flags.workspace }, deps);
  const { scenario, by, minRuns = defaultMinRuns } = flags;
  const start = flags.since?.(deps.now());
  const report = flags.report === "latest" ? await findNewestReport(store.database, workspace.id) : flags.report;
  const { rows, differences } = await readLeaderboard(store.database, {
    workspaceId: workspace.id,
    minRuns,
    by,
    scenario,
    since: start,
    report,
  });
  const asked = {
    workspace: workspace.slug,
    scenario: scenario ?? null,
    since: start ?? null,
    report: report ?? null,
    min_runs: minRuns,
    by,
  };
  if (flags.json) deps.terminal.out(formatJson({ ...asked, data: rows, differences }));
  else if (rows.length > 0) await printBoard(rows, asked, deps);
  else [`No scored runs to rank in ${describeBoard(asked)}.`, emptyBoardHint(flags, shared)].forEach(deps.terminal.err);
  return 0;
}

function pickConfigFlag({ config }: DatabaseFlags): DatabaseFlags {
  return config === undefined ? {} : { config };
}

interface BoardQuery {
  readonly workspace: string;
  readonly scenario: string | null;
  readonly since: Date | null;
  readonly report: string | null;
  readonly min_runs: number;
  readonly by: RankingMetric;
}

/** Describes which runs the board covers, after the filters. */
function describeBoard({ workspace, scenario, since: start, report }: BoardQuery): string {
  const named = report === null ? "" : `, report ${terminalLine(report)}`;
  const narrow = `${named}${scenario === null ? "" : `, scenario ${terminalLine(scenario)}`}`;
  const from = start === null ? "" : `, since ${start.toISOString().slice(0, 16).replace("T", " ")} UTC`;
  return `workspace ${workspace}${narrow}${from}`;
}

/** What to type if the board is empty. */
function emptyBoardHint({ scenario, since: start, report, workspace, config }: Flags, shared: boolean): string {
  const place = config === undefined ? "" : ` -c ${quoteShellWord(config)}`;
  if (scenario === undefined && start === undefined && (report ?? "latest") === "latest")
    return `Start one with: axis run${shared ? " --queue" : ""}${place}`;
  return `See all with: axis leaderboard${workspace === undefined ? "" : ` --workspace ${quoteShellWord(workspace)}`}${place}`;
}

const metricNames: Readonly<Record<RankingMetric, string>> = {
  axis: "AXIS Result",
  "pass-rate": "pass rate",
  "cost-per-pass": "cost per pass",
  time: "time",
  goal: "Goal",
  environment: "Environment",
  service: "Service",
  agent: "Agent",
  scorecard: "scorecard",
};

async function printBoard(rows: readonly LeaderboardRow[], asked: BoardQuery, { terminal }: CliDeps): Promise<void> {
  const { renderBoard } = await import("../leaderboard/board-table.ts");
  const { width, paint } = terminal;
  const { by, min_runs: minRuns } = asked;
  terminal.out(paint.bold(`Leaderboard by ${metricNames[by]}: ${describeBoard(asked)}`));
  for (const line of renderBoard(rows, { by, minRuns, width, paint })) terminal.out(line);
}
