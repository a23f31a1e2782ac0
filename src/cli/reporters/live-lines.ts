/** Renders the live display as text, without input or output, so that tests need no terminal. */
import { countStatuses, type RunStatus } from "../../core/report/run-status.ts";
import { estimateTimeLeft } from "../../core/run/time-left.ts";
import { formatElapsed, formatScore, formatShortCost, type Paint } from "../../report/text/format.ts";
import { paintStatus, statusMarks } from "../../report/text/status-marks.ts";
import { displayWidth, fitWidth, padWidth, terminalLine, wrapWidth } from "../../report/text/terminal-safe.ts";
import type { ActiveRun, FinishedRun, LiveRuns } from "./live-runs.ts";

/** What stays the same while a report runs. */
export interface LiveTitle {
  readonly name: string;
  readonly concurrency: number;
  /** Undefined without a budget in money. */
  readonly budgetUsd: number | undefined;
  /** What opens the browser, such as `axis view`. */
  readonly watch: string;
}

/** The available space and the current time. */
export interface LiveView {
  readonly nowMs: number;
  readonly width: number;
  readonly height: number;
  readonly paint: Paint;
}

/** The bar with its counts, what it costs, then a row per run that is under way. */
export function renderLive(runs: LiveRuns, title: LiveTitle, view: LiveView): string[] {
  const head = [...renderBar(runs, title, view), ...renderSpending(runs, title, view)];
  const room = Math.max(1, view.height - head.length - 1);
  const perRun = isNarrow(view) ? 2 : 1;
  const { active } = runs;
  const fitting = active.length * perRun <= room ? active.length : Math.max(0, Math.floor((room - 1) / perRun));
  const shown = active.slice(0, fitting);
  const hidden = active.length - shown.length;
  const rows = isNarrow(view) ? renderTwoLines(shown, runs, view) : renderRows(shown, runs, view);
  return [...head, ...rows, ...(hidden === 0 ? [] : [view.paint.dim(` and ${hidden} more running`)])];
}

/** The line of a run that did not pass; none for one that did, or that did not take place. */
export function renderFailure(
  run: FinishedRun,
  runs: LiveRuns,
  { width, paint }: Pick<LiveView, "width" | "paint">,
): string[] {
  const { status, cell, axisScore, why } = run;
  if (status !== "failed" && status !== "error") return [];
  const number = axisScore === null || status === "error" ? "" : `  ${formatScore(axisScore)}`;
  const text = `${terminalLine(cell.agent)}  ${nameScenario(cell, runs)}${number}  ${terminalLine(why ?? status)}`;
  const [first = "", ...rest] = wrapWidth(text, width - 2, width < narrow ? 5 : 3);
  return [`${paintStatus(status, statusMarks[status], paint)} ${first}`, ...rest.map((line) => `  ${line}`)];
}

const [leastBar, mostBar] = [8, 40];

function renderBar(runs: LiveRuns, { name, concurrency }: LiveTitle, { width, paint, nowMs }: LiveView): string[] {
  const done = runs.finished.filter(({ status }) => status !== "not run").length;
  const counts = listCounts(runs);
  const left = estimateTimeLeft({
    finished: runs.finished.flatMap(({ cell, durationMs, status }) =>
      durationMs === null || status === "not run" ? [] : [{ agent: cell.agent, durationMs }],
    ),
    running: runs.active.map(({ cell, startedMs }) => ({ agent: cell.agent, elapsedMs: nowMs - startedMs })),
    queued: runs.queued.map(({ agent }) => agent),
    concurrency,
  });
  const isOver = done >= runs.total;
  const time = left === null || isOver ? [] : [`${formatTimeLeft(left)} left`];
  const plainCounts = counts.map(({ text }) => text).join(" ");
  const paintedCounts = counts.map(({ text, status }) => paintStatus(status, text, paint)).join(" ");
  const tail = [`${done}/${runs.total}`, ...(plainCounts === "" ? [] : [plainCounts]), ...time].join("  ");
  const painted = tail.replace(plainCounts, () => paintedCounts);
  const label = fitWidth(terminalLine(name), Math.max(8, Math.floor(width / 3)));
  const room = Math.min(mostBar, width - displayWidth(label) - displayWidth(tail) - 4);
  if (room >= leastBar)
    return [`${paint.bold(label)}  ${drawBar(runs.total === 0 ? 1 : done / runs.total, room, paint)}  ${painted}`];
  return displayWidth(`${label}  ${tail}`) <= width
    ? [`${paint.bold(label)}  ${painted}`]
    : [paint.bold(label), fitOr(tail, painted, width)];
}

function fitOr(text: string, painted: string, width: number): string {
  return displayWidth(text) <= width ? painted : fitWidth(text, width);
}

function drawBar(share: number, size: number, { good, dim }: Paint): string {
  const halves = Math.round(share * size * 2);
  const full = Math.floor(halves / 2);
  const filled = "━".repeat(full) + (halves % 2 === 1 ? "╸" : "");
  return `${good(filled)}${dim("─".repeat(size - full - (halves % 2)))}`;
}

/** Minutes where seconds would only flicker. */
function formatTimeLeft(leftMs: number): string {
  const minutes = Math.round(leftMs / 60_000);
  if (leftMs < 60_000) return `${Math.max(1, Math.ceil(leftMs / 1000))}s`;
  return minutes < 60 ? `${minutes}m` : `${Math.floor(minutes / 60)}h ${String(minutes % 60).padStart(2, "0")}m`;
}

const counted: readonly RunStatus[] = ["passed", "failed", "error", "unscored", "not run"];

function listCounts({ finished }: LiveRuns): { text: string; status: RunStatus }[] {
  const counts = countStatuses(finished.map(({ status }) => status));
  return counted.flatMap((status) =>
    counts[status] === 0 ? [] : [{ text: `${counts[status]} ${statusMarks[status]}`, status }],
  );
}

/** What was spent, how many runs are under way and waiting, and where to watch; what does not fit is left out. */
function renderSpending(runs: LiveRuns, { budgetUsd, watch }: LiveTitle, { width, paint }: LiveView): string[] {
  const cost = describeCost(runs, budgetUsd);
  const queued = runs.queued.length;
  const parts = [
    ...(cost === undefined ? [] : [cost]),
    `${runs.active.length} running${queued === 0 ? "" : `, ${queued} queued`}`,
    `watch: ${watch}`,
  ];
  while (parts.length > 1 && displayWidth(parts.join(" · ")) > width) parts.pop();
  return [paint.dim(fitWidth(parts.join(" · "), width))];
}

/** The known costs. Those of finished runs that are unknown make it a lower bound; nothing known is nothing to say. */
function describeCost({ finished, active }: LiveRuns, budgetUsd: number | undefined): string | undefined {
  const ended = finished.filter(({ status }) => status !== "not run");
  const known = [...ended, ...active].flatMap(({ costUsd }) => costUsd ?? []);
  const isPartial = ended.some(({ costUsd }) => costUsd === null);
  const of = budgetUsd === undefined ? "" : ` of ${formatMoney(budgetUsd)}`;
  const sum = known.reduce((total, each) => total + each, 0);
  if (sum === 0)
    return budgetUsd === undefined
      ? undefined
      : `${isPartial ? "cost unknown, budget" : "$0 of"} ${formatMoney(budgetUsd)}`;
  return `${isPartial ? "at least " : ""}${formatMoney(sum)}${of}`;
}

function formatMoney(usd: number): string {
  return Number.isInteger(usd) ? `$${usd}` : formatShortCost(usd);
}

/** Below this width a run takes two lines. */
const narrow = 60;

function isNarrow({ width }: LiveView): boolean {
  return width < narrow;
}

const gap = "  ";

function renderRows(shown: readonly ActiveRun[], runs: LiveRuns, { width, nowMs, paint }: LiveView): string[] {
  const rows = shown.map((run) => ({
    agent: terminalLine(run.cell.agent),
    scenario: nameScenario(run.cell, runs),
    step: terminalLine(run.step),
    time: formatElapsed(nowMs - run.stepStartedMs),
    // The time of the whole run, where there is room for it.
    whole: width >= 120 ? `run ${formatElapsed(nowMs - run.startedMs)}` : "",
    cost: run.costUsd === null ? "" : formatShortCost(run.costUsd),
  }));
  const size = (key: keyof (typeof rows)[number]) => Math.max(0, ...rows.map((row) => displayWidth(row[key])));
  const numbers = (["time", "whole", "cost"] as const).filter((key) => size(key) > 0);
  const fixed = numbers.reduce((sum, key) => sum + gap.length + Math.max(size(key), 4), 0);
  const room = width - 1 - fixed - 2 * gap.length;
  const agent = Math.min(size("agent"), Math.floor(room * 0.3));
  const scenario = Math.min(size("scenario"), Math.max(Math.floor(room * 0.35), room - agent - size("step")));
  const step = room - agent - scenario;
  return rows.map((row) => {
    const cells = [cut(row.agent, agent), cut(row.scenario, scenario), cut(row.step, step)];
    const figures = numbers.map((key) => row[key].padStart(Math.max(size(key), 4)));
    return ` ${[...cells, paint.dim(figures.join(gap))].join(gap)}`;
  });
}

/** On a narrow terminal: the run, then what it does. */
function renderTwoLines(shown: readonly ActiveRun[], runs: LiveRuns, { width, nowMs, paint }: LiveView): string[] {
  return shown.flatMap((run) => {
    const time = formatElapsed(nowMs - run.stepStartedMs);
    const room = width - 2 - displayWidth(time);
    const name = `${terminalLine(run.cell.agent)} ${nameScenario(run.cell, runs)}`;
    return [`${cut(name, room)}${gap}${paint.dim(time)}`, paint.dim(fitWidth(`  ${terminalLine(run.step)}`, width))];
  });
}

function cut(text: string, size: number): string {
  return padWidth(fitWidth(text, size), size);
}

function nameScenario({ scenario, trial }: ActiveRun["cell"], { hasTrials }: LiveRuns): string {
  return hasTrials ? `${terminalLine(scenario)} ${trial}` : terminalLine(scenario);
}
