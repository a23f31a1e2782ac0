/** `axis reports trend`: shows the numbers over past reports and flags outliers among the newest. */
import { formatConfigFlag } from "../../config/load-config.ts";
import { AxisError } from "../../core/error.ts";
import { matchesName } from "../../core/paths/glob.ts";
import { findNearestName } from "../../core/names/nearest.ts";
import type { Report } from "../../core/report.ts";
import { renderTrends } from "../../report/text/render-trend.ts";
import { formatJson, terminalLine } from "../../report/text/terminal-safe.ts";
import { listTrends } from "../../report/trend.ts";
import type { CliDeps } from "../command.ts";
import { addConfigFlag } from "../hint-config.ts";
import type { Project } from "../project.ts";

export interface TrendFlags {
  readonly limit?: number;
  readonly agent?: string[];
  readonly json?: true;
}

/** How many reports are included by default. */
const defaultLimit = 20;

export async function showTrend(
  scenario: string | undefined,
  flags: TrendFlags,
  { project, deps: { terminal, cwd } }: { readonly project: Project; readonly deps: CliDeps },
): Promise<number> {
  const configFlag = formatConfigFlag(project.configFile, cwd);
  const { reports, unreadable } = await project.store.listReports();
  for (const { reportId, why } of unreadable)
    terminal.err(`Warning: ${reportId} cannot be read: ${addConfigFlag(terminalLine(why), configFlag)}`);
  // A shard is a part of a report: its numbers are those of the merged one.
  const scored = reports
    .map(({ report }) => report)
    .filter(({ results, scoring, shard }) => results.length > 0 && scoring !== undefined && shard === undefined);
  requireKnownAgents(scored, flags.agent);
  const newest = scored
    .map((report) => filterByAgent(report, flags.agent))
    .filter(({ results }) => results.length > 0)
    .slice(0, flags.limit ?? defaultLimit);
  const trends = listTrends(newest, scenario === undefined ? null : findScenarioKeys(newest, scenario));
  if (flags.json) terminal.out(formatJson(trends));
  else if (trends.length === 0) terminal.out(`There are no scored reports yet. Create one with: axis run${configFlag}`);
  else renderTrends(trends, terminal.paint).forEach(terminal.out);
  return 0;
}

/** An agent name that no report contains is a user error, not a lack of reports. */
function requireKnownAgents(reports: readonly Report[], agents: readonly string[] | undefined): void {
  const names = [...new Set(reports.flatMap(({ results }) => results.map(({ agentName }) => agentName)))];
  if (agents === undefined || names.length === 0) return;
  if (names.some((name) => agents.some((pattern) => matchesName(pattern, name, "|")))) return;
  throw new AxisError("report-missing", `No agent in the scored reports matches ${agents.join(", ")}`, {
    hint: `Available: ${names.slice(0, 20).join(", ")}`,
  });
}

function filterByAgent(report: Report, agents: readonly string[] | undefined): Report {
  if (agents === undefined) return report;
  const results = report.results.filter(({ agentName }) =>
    agents.some((pattern) => matchesName(pattern, agentName, "|")),
  );
  return { ...report, results };
}

/** A base key selects all its variants. */
function findScenarioKeys(reports: readonly Report[], pattern: string): string[] {
  const keys = [...new Set(reports.flatMap(({ results }) => results.map(({ scenarioKey }) => scenarioKey)))];
  const found = keys.filter((key) => matchesName(pattern, key, "@"));
  if (found.length > 0 || reports.length === 0) return found;
  const guess = findNearestName(pattern, keys);
  throw new AxisError("report-missing", `No report contains a scenario "${pattern}"`, {
    hint: guess === undefined ? `Available: ${keys.slice(0, 20).join(", ")}` : `Did you mean "${guess}"?`,
  });
}
