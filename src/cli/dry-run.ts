/** `axis run --dry-run`: shows what would run, its estimated cost, and the variables of each process. Starts nothing. */
import { type Forecast, forecast, type Forecasted } from "../budget/forecast.ts";
import { unknownCosts } from "../budget/unknown-costs.ts";
import type { Plan } from "../core/plan.ts";
import type { Report } from "../core/report.ts";
import type { Store } from "../core/store.ts";
import { formatCost, formatTokens } from "../report/text/format.ts";
import { count } from "../report/text/format-verdict.ts";
import { jsonText, terminalLine } from "../report/text/terminal-safe.ts";
import { childNames } from "../runner/secrets/children.ts";
import type { CliWorld } from "./command.ts";

/** Only the newest reports are used, because they show what runs cost now. */
const mostReports = 50;

export async function dryRun(
  plan: Plan,
  store: Store,
  { world, json }: { readonly world: CliWorld; readonly json: boolean },
): Promise<number> {
  const { terminal, env } = world;
  const found = forecast(plan, await pastReports(store));
  const children = childNames(plan, env);
  const cells = plan.jobs.map(({ cell }) => cell);
  const unknown = unknownCosts(plan);
  if (json) terminal.out(jsonText({ forecast: found, cells, children, unknownCosts: unknown }));
  else
    [
      ...planLines(plan),
      ...forecastLines(found),
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

export async function pastReports(store: Store): Promise<Report[]> {
  const { reports } = await store.listReports();
  return reports.slice(0, mostReports).map(({ report }) => report);
}

function planLines({ jobs, trials, concurrency, runLimits }: Plan): string[] {
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
export function forecastLines(found: Forecast): string[] {
  const { jobs, scenarios, agents, trials, judgeQuestions, earlierRuns } = found;
  const shape = `${count(scenarios, "scenario")}, ${count(agents, "agent")}, ${count(trials, "trial")}`;
  const judges =
    judgeQuestions === 0
      ? "no questions to judges that cost money"
      : `at least ${count(judgeQuestions, "question")} to judges`;
  const rows = [
    ["agents", range(found.costUsd, formatCost)],
    ["judges", range(found.judgeCostUsd, formatCost)],
    ["tokens of agents", range(found.tokens, (value) => formatTokens(Math.round(value)))],
    ["minutes of agents", range(found.agentMinutes, (value) => value.toFixed(1))],
  ] as const;
  const head = `${count(jobs, "job")} (${shape}), ${judges}`;
  if (earlierRuns === 0 && rows.every(([, text]) => text === null))
    return [head, "There are no earlier runs to estimate from."];
  const known = rows.flatMap(([name, text]) => (text === null ? [] : [`  ${name}: ${text}`]));
  return [head, `By ${count(earlierRuns, "earlier run")} of the same scenarios and agents:`, ...known];
}

function range(found: Forecasted | null, show: (value: number) => string): string | null {
  if (found === null) return null;
  const { estimate, lower, upper, unknownJobs } = found;
  const rest = unknownJobs === 0 ? "" : `, and ${count(unknownJobs, "job")} without an estimate`;
  return `about ${show(estimate)} (${show(lower)} to ${show(upper)})${rest}`;
}
