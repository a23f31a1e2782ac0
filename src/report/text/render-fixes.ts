/** Renders what to fix: three lines under a run, or the whole list with the evidence of each line. */
import { formatCount } from "../../core/format-count.ts";
import { type Fix, FixArea, type FixPoints, type FixSummary } from "../../core/report/fix.ts";
import type { Report } from "../../core/report.ts";
import { quoteShellWord } from "../../core/shell-word.ts";
import { plainPaint, type Paint } from "./format.ts";
import { areaTitles, describeFailures, describeOrigin, formatFixPoints } from "./format-fix.ts";
import { fitWidth, padWidth, terminalLine, wrapWidth } from "./terminal-safe.ts";

/** How the list is grouped. */
export const fixGroupings = ["cause", "owner", "scenario"] as const;
export type FixGrouping = (typeof fixGroupings)[number];

/** The report that the fixes are about. */
export type FixedReport = Pick<Report, "reportId" | "fixes" | "fixSummary">;

export interface FixOptions {
  /** Columns of the terminal. */
  readonly width: number;
  readonly paint?: Paint;
  /** ` -c path`, where the commands that are printed need it. */
  readonly configFlag?: string;
  readonly by?: FixGrouping;
}

/** Wider lines are hard to read. */
const widest = 120;
const narrowest = 40;
/** Below this width the numbers of a line stand under its title. */
const narrow = 60;
const shownOnTop = 3;
const pointsWidth = 10;
const runsWidth = 7;

/** At most six lines for the end of a run; none if the report does not say what to fix. */
export function renderTopFixes(report: FixedReport, { width, paint = plainPaint }: FixOptions): string[] {
  const { fixes, fixSummary } = report;
  if (fixes === undefined || fixSummary === undefined) return [];
  if (fixes.length === 0) return [describeNothing(fixSummary)];
  const room = limitWidth(width) - pointsWidth - runsWidth - 2;
  const inUse = fixes.filter(({ area }) => area === "use");
  const shown = [...inUse, ...fixes.filter(({ area }) => area === "deliver")].slice(0, shownOnTop);
  const top = shown.length === 0 ? fixes.slice(0, shownOnTop) : shown;
  const rest = describeRest(fixes, top);
  if (width < narrow) return renderNarrow(top, rest, { width, paint });
  return [
    `${paint.bold(padWidth("What to fix", room))}  ${padWidth("points", pointsWidth)}${"runs".padStart(runsWidth)}`,
    ...top.map(
      (fix, index) =>
        `${padWidth(fitWidth(`${String(index + 1).padStart(2)}  ${nameFix(fix)}`, room), room)}  ` +
        `${padWidth(alignPoints(fix.points), pointsWidth)}${String(fix.runs.length).padStart(runsWidth)}`,
    ),
    ...(rest === "" ? [] : [paint.dim(fitWidth(`    ${rest}`, limitWidth(width)))]),
  ];
}

/** Everything is written out, since nothing stands beside it. */
function renderNarrow(
  top: readonly Fix[],
  rest: string,
  { width, paint }: { readonly width: number; readonly paint: Paint },
): string[] {
  const room = limitWidth(width) - indent.length;
  const lines = top.flatMap((fix, index) => [
    ...wrapWidth(nameFix(fix), room, 3).map(
      (line, at) => (at === 0 ? `${String(index + 1).padStart(2)}  ` : indent) + line,
    ),
    paint.dim(`${indent}${formatFixPoints(fix.points)} points, ${formatCount(fix.runs.length, "run")}`),
  ]);
  const others = rest === "" ? [] : wrapWidth(rest, room, 3).map((line) => paint.dim(indent + line));
  return [paint.bold("What to fix"), ...lines, ...others];
}

function limitWidth(width: number): number {
  return Math.max(narrowest, Math.min(widest, width));
}

/** Target and symptom side by side; checks and endings as they are. */
function nameFix({ target, symptom, targetType, title }: Fix): string {
  const isSentence = targetType === "check" || targetType === "ending";
  return isSentence ? terminalLine(title) : `${terminalLine(target)}  ${terminalLine(symptom)}`;
}

/** Both numbers of a range start in the same columns on every line. */
function alignPoints(points: FixPoints): string {
  const [least = "", most] = formatFixPoints(points).split(" to ");
  return most === undefined ? least : `${least.padEnd(3)} to ${most}`;
}

function describeRest(fixes: readonly Fix[], shown: readonly Fix[]): string {
  const hidden = fixes.filter((fix) => !shown.includes(fix));
  const others = hidden.filter(({ area }) => area === "use").length;
  const habits = hidden.filter(({ area }) => area === "work").length;
  const parts = [
    others === 0 ? "" : `${others} more`,
    describeDelivered(hidden.filter(({ area }) => area === "deliver")),
    habits === 0 ? "" : formatCount(habits, "habit"),
  ];
  return parts.filter((part) => part !== "").join("; ");
}

/** What checks and endings cost adds up, because each has its own share of the goal. */
function describeDelivered(fixes: readonly Fix[]): string {
  if (fixes.length === 0) return "";
  const least = fixes.reduce((sum, { points }) => sum + points.least, 0);
  const endings = fixes.filter(({ kind }) => kind === "ending").length;
  const checks = fixes.length - endings;
  const both = `${fixes.length} checks and endings`;
  const subject = endings === 0 ? formatCount(checks, "check") : checks === 0 ? formatCount(endings, "ending") : both;
  const points = formatFixPoints({ least, most: least });
  return fixes.length === 1 ? `${subject} costs ${points} points` : `${subject} cost ${points} points together`;
}

function describeNothing({ runs }: FixSummary): string {
  return runs === 0
    ? "Nothing to fix: no run of this report was scored."
    : `Nothing to fix: ${formatCount(runs, "run")} lost no points that a fix could bring back.`;
}

/** The whole list. `report` must say what to fix. */
export function renderFixes(report: FixedReport, options: FixOptions): string[] {
  const { fixes = [], fixSummary } = report;
  if (fixSummary === undefined) return ["This report has no scores, so there is nothing to compute."];
  const { paint = plainPaint, by = "cause" } = options;
  if (fixes.length === 0) return [describeNothing(fixSummary), ...noteLines(fixSummary, options)];
  const groups = { cause: groupByArea, owner: groupByOwner, scenario: groupByScenario }[by](fixes, fixSummary);
  return [
    `${paint.bold("What to fix")}  ${formatCount(fixes.length, "cause")} in ${formatCount(fixSummary.runs, "run")}, the most expensive first`,
    ...groups.flatMap(({ title, note, fixes: own }) => [
      "",
      `${paint.bold(terminalLine(title))}${note === "" ? "" : `  ${note}`}`,
      ...own.flatMap((fix, index) => fixLines(fix, index + 1, { report, options })),
    ]),
    ...noteLines(fixSummary, options),
  ];
}

interface Group {
  readonly title: string;
  readonly note: string;
  readonly fixes: readonly Fix[];
}

function groupByArea(fixes: readonly Fix[]): Group[] {
  return FixArea.options
    .map((area) => ({ title: areaTitles[area], note: "", fixes: fixes.filter((fix) => fix.area === area) }))
    .filter((group) => group.fixes.length > 0);
}

/** Hosts, programs, servers and tools; then what belongs to none. */
function groupByOwner(fixes: readonly Fix[], { owners }: FixSummary): Group[] {
  const byId = new Map(fixes.map((fix) => [fix.id, fix]));
  const owned = owners.map(({ owner, points, runs, failed, fixes: ids }) => ({
    title: owner,
    note: `${formatFixPoints(points)} points together · ${countRuns(runs, failed)}`,
    fixes: ids.flatMap((id) => byId.get(id) ?? []),
  }));
  const others = fixes.filter(({ owner }) => owner === null);
  return [...owned, ...(others.length === 0 ? [] : [{ title: areaTitles.deliver, note: "", fixes: others }])];
}

/** Every scenario with the fixes that its runs met, those first where the runs would gain most. */
function groupByScenario(fixes: readonly Fix[]): Group[] {
  const keys = [...new Set(fixes.flatMap(({ runs }) => runs.map(({ scenarioKey }) => scenarioKey)))];
  const groups = keys.map((key) => {
    const own = fixes
      .map((fix) => ({ fix, gain: sumGains(fix, key) }))
      .filter(({ gain }) => gain !== null)
      .toSorted((a, b) => (b.gain ?? 0) - (a.gain ?? 0));
    return { key, own, gain: own.reduce((sum, { gain }) => sum + (gain ?? 0), 0) };
  });
  return groups
    .toSorted((a, b) => b.gain - a.gain)
    .map(({ key, own }) => ({ title: key, note: "", fixes: own.map(({ fix }) => fix) }));
}

/** What the runs of a scenario would gain; null if none of them met the cause. */
function sumGains({ runs }: Fix, scenarioKey: string): number | null {
  const own = runs.filter((run) => run.scenarioKey === scenarioKey);
  return own.length === 0 ? null : own.reduce((sum, { most }) => sum + most, 0);
}

function countRuns(runs: number, failed: number): string {
  return `${formatCount(runs, "run")}${failed === 0 ? "" : `, ${failed} failed`}`;
}

interface FixContext {
  readonly report: FixedReport;
  readonly options: FixOptions;
}

function fixLines(fix: Fix, place: number, { report, options }: FixContext): string[] {
  const { paint = plainPaint } = options;
  const width = limitWidth(options.width) - indent.length;
  const failed = fix.runs.filter(({ status }) => status === "failed").length;
  const facts = [
    `${formatFixPoints(fix.points)} points`,
    `${formatCount(fix.runs.length, "run")} in ${formatCount(fix.scenarios, "scenario")}${failed === 0 ? "" : `, ${failed} failed`}`,
    ...(fix.workedLater === 0 ? [] : [`worked later in ${fix.workedLater}`]),
  ];
  const title = wrapWidth(terminalLine(fix.title), width, 3);
  return [
    ...title.map((line, index) => `${index === 0 ? `${String(place).padStart(2)}  ` : indent}${paint.bold(line)}`),
    ...wrapWidth(facts.join(" · "), width, 3).map((line) => indent + line),
    ...wrapWidth(listAgents(fix), width, 4).map((line) => indent + paint.dim(line)),
    ...labelled("Came back", [fix.evidence.call, ...fix.evidence.output.split("\n").slice(0, shownOutput)], width),
    ...(fix.origin === null ? [] : labelled("Where from", [describeOrigin(fix.origin)], width)),
    ...labelled("What helps", [fix.advice], width),
    ...(fix.failures === null ? [] : labelled("Failures", [describeFailures(fix.failures)], width)),
    ...fix.insights.flatMap(({ judge, message }) => labelled("Judge says", [`${message} (${judge})`], width)),
    // A command is never wrapped, so that it can be pasted.
    `${indent}${padWidth("Open", labelWidth)}${nameFirstRun(fix, report, options)}`,
  ];
}

const indent = "    ";
const labelWidth = 12;
const mostWrapped = 6;
/** Lines of output that are shown; the report has more. */
const shownOutput = 4;

function labelled(label: string, texts: readonly string[], width: number): string[] {
  const lines = texts
    .map(terminalLine)
    .filter((text) => text !== "")
    .flatMap((text) => wrapWidth(text, width - labelWidth, mostWrapped));
  return lines.map((line, index) => `${indent}${padWidth(index === 0 ? label : "", labelWidth)}${line}`);
}

function listAgents({ runs }: Fix): string {
  const counts = new Map<string, number>();
  for (const { agentName } of runs) counts.set(agentName, (counts.get(agentName) ?? 0) + 1);
  return Array.from(counts, ([agent, count]) => `${terminalLine(agent)} ${count}`).join(" · ");
}

function nameFirstRun({ runs, evidence }: Fix, { reportId }: FixedReport, { configFlag = "" }: FixOptions): string {
  const run = runs.find(({ runId }) => runId === evidence.runId) ?? runs[0];
  if (run === undefined) return "";
  const words = [reportId, run.scenarioKey, "-a", run.agentName].map((word) => quoteShellWord(terminalLine(word)));
  const step = evidence.step === null ? "" : `, step ${evidence.step}`;
  return `axis reports ${words.join(" ")}${configFlag}  (trial ${run.trial}${step})`;
}

function noteLines({ inProgressRuns, unlisted }: FixSummary, { width }: FixOptions): string[] {
  const rare = Object.keys(unlisted).length;
  const notes = [
    "Each line is computed as if only it were fixed. A failed run can have several causes, so ranges overlap.",
    ...(inProgressRuns === 0
      ? []
      : [
          `Tests and compilers that failed first and worked later (${formatCount(inProgressRuns, "run")}) are work in progress and not listed.`,
        ]),
    ...(rare === 0
      ? []
      : [`${formatCount(rare, "cause")} of one run each cost less than 0.1 points and are not listed.`]),
  ];
  return ["", ...notes.flatMap((note) => wrapWidth(note, limitWidth(width), 3))];
}
