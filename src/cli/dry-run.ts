/** `axis run --dry-run`: shows what would run, its estimated cost, and the variables of each process. Starts nothing. */
import { type Forecast, forecast, type Forecasted } from "../evaluate/budget/forecast.ts";
import { listUnknownCosts } from "../evaluate/budget/unknown-costs.ts";
import { formatCount } from "../core/format-count.ts";
import type { Plan } from "../core/plan.ts";
import type { Report } from "../core/report.ts";
import type { Store } from "../core/store.ts";
import { formatCost, formatTokens } from "../report/text/format.ts";
import { formatJson, terminalLine } from "../report/text/terminal-safe.ts";
import { listChildVariables } from "../runner/secrets/children.ts";
import type { CliDeps } from "./command.ts";

/** Only the newest reports are used, because they show what runs cost now. */
const maxReports = 50;

export async function dryRun(
  plan: Plan,
  store: Store,
  { deps, json }: { readonly deps: CliDeps; readonly json: boolean },
): Promise<number> {
  const { terminal, env } = deps;
  const found = forecast(plan, await readPastReports(store));
  const children = listChildVariables(plan, env);
  const cells = plan.jobs.map(({ cell }) => cell);
  const unknown = listUnknownCosts(plan);
  if (json) terminal.out(formatJson({ forecast: found, cells, children, unknownCosts: unknown }));
  else
    [
      ...formatPlan(plan),
      ...formatForecast(found),
      ...unknown.map((line) => `Unknown cost: ${terminalLine(line)}`),
      "",
      "Environment variables of each process, by name:",
      ...children.map(
        ({ child, names }) => `${terminalLine(child)}: ${names.length === 0 ? "no others" : names.join(", ")}`,
      ),
      "AXIS itself sets HOME, TMPDIR and variables that start with AXIS_; beforeAll and afterAll keep your HOME.",
      "",
      "Nothing was run.",
    ].forEach(terminal.out);
  return 0;
}

export async function readPastReports(store: Store): Promise<Report[]> {
  const { reports } = await store.listReports();
  return reports.slice(0, maxReports).map(({ report }) => report);
}

function formatPlan({ jobs, trials, concurrency, runLimits }: Plan): string[] {
  const pairs = new Set(jobs.map(({ cell }) => `${cell.scenario} × ${cell.agent}`));
  const { cost_usd: usd, tokens, time_minutes: minutes } = runLimits;
  const limits = [
    ...(usd === undefined ? [] : [formatCost(usd)]),
    ...(tokens === undefined ? [] : [`${formatTokens(tokens)} tokens`]),
    ...(minutes === undefined ? [] : [`${minutes} min`]),
  ];
  return [
    ...[...pairs].map((pair) => terminalLine(`${pair}${trials > 1 ? ` × ${trials}` : ""}`)),
    "",
    `At most ${concurrency} at once; budget: ${limits.length === 0 ? "none" : limits.join(", ")}`,
  ];
}

/** Also printed before a run that has a budget. */
export function formatForecast(found: Forecast): string[] {
  const { jobs, scenarios, agents, trials, judgeQuestions, earlierRuns } = found;
  const shape = `${formatCount(scenarios, "scenario")}, ${formatCount(agents, "agent")}, ${formatCount(trials, "trial")}`;
  const judges =
    judgeQuestions === 0
      ? "no questions to paid judges"
      : `at least ${formatCount(judgeQuestions, "question")} to judges`;
  const rows = [
    ["agents", formatRange(found.costUsd, formatCost)],
    ["judges", formatRange(found.judgeCostUsd, formatCost)],
    ["tokens of agents", formatRange(found.tokens, (value) => formatTokens(Math.round(value)))],
    ["minutes of agents", formatRange(found.agentMinutes, (value) => value.toFixed(1))],
  ] as const;
  const head = `${formatCount(jobs, "run")} (${shape}), ${judges}`;
  if (earlierRuns === 0 && rows.every(([, text]) => text === null))
    return [head, "There are no earlier runs to estimate from."];
  const known = rows.flatMap(([name, text]) => (text === null ? [] : [`  ${name}: ${text}`]));
  return [head, `Based on ${formatCount(earlierRuns, "earlier run")} of the same scenarios and agents:`, ...known];
}

function formatRange(found: Forecasted | null, show: (value: number) => string): string | null {
  if (found === null) return null;
  const { estimate, lower, upper, unknownJobs } = found;
  const rest = unknownJobs === 0 ? "" : `, and ${formatCount(unknownJobs, "run")} without an estimate`;
  return `about ${show(estimate)} (${show(lower)} to ${show(upper)})${rest}`;
}
