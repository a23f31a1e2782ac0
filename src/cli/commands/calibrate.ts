/** `axis calibrate`: measures how well a judge agrees with people, from a file of their labels. */
import { basename, resolve } from "node:path";
import { InvalidArgumentError } from "commander";
import pLimit from "p-limit";
import { gatherEvidence } from "../../agents/transcript/gather.ts";
import { AxisError } from "../../core/error.ts";
import { formatCount } from "../../core/format-count.ts";
import type { Judge } from "../../core/judge.ts";
import type { Report } from "../../core/report.ts";
import type { Agreement, JudgeIdentity } from "../../core/report/calibration.ts";
import { toPassed } from "../../core/report/run-status.ts";
import { hashGoalPrompt } from "../../judging/model-judges/prompts/prompt-hash.ts";
import { waitOnClock } from "../../judging/scoring/ask.ts";
import { askGoal } from "../../judging/scoring/panel/ask-panel.ts";
import { measureAgreement } from "../../metrics/calibration/agreement.ts";
import { hashRubric, identifyJudge } from "../../metrics/calibration/judge-identity.ts";
import type { Label } from "../../metrics/calibration/label.ts";
import { readLabels } from "../../metrics/calibration/read-labels.ts";
import { renderAgreement } from "../../metrics/calibration/render-agreement.ts";
import { evaluateDataset } from "../../metrics/evaluate-dataset.ts";
import { measurePicks, type PickAgreement } from "../../report/review/measure-picks.ts";
import { formatJson, terminalSafe } from "../../report/text/terminal-safe.ts";
import { writeCalibration } from "../calibrate/calibration-file.ts";
import {
  type MeasuredLevel,
  measureLevels,
  noReviewedLabels,
  readReviewedLabels,
  renderLevel,
  renderPicks,
  type ReviewedLabels,
} from "../calibrate/reviewed-labels.ts";
import type { CliDeps, CommandModule } from "../command.ts";
import { openJudge } from "../eval/open-judge.ts";
import { judgeHelp } from "../options.ts";
import { openProject } from "../project.ts";
import { openScoringContext } from "../score/scoring-context.ts";

/** Lets a judge score labelled records with the goal question, worded exactly as it is for runs. */
interface JudgeScoringOptions {
  readonly judge: Judge;
  /** What the judge grades by. */
  readonly rubric: string;
  readonly judging: { readonly retries: number; readonly timeoutMs: number };
  readonly abort: AbortSignal;
}

/** The rubric used when none is given. */
const defaultRubric = "The final answer is a right and complete answer to the task.";

const maxQuestionsAtOnce = 8;

/** Returns the labels with the judge's scores from 0 to 1. A record without output or without an answer gets no score. */
async function scoreWithJudge(labels: readonly Label[], asking: JudgeScoringOptions): Promise<Label[]> {
  const turns = pLimit(maxQuestionsAtOnce);
  return Promise.all(labels.map((label) => turns(() => scoreLabel(label, asking))));
}

async function scoreLabel(label: Label, { judge, rubric, judging, abort }: JudgeScoringOptions): Promise<Label> {
  const { output, query, expected } = label;
  if (output === null) return { ...label, judge: null, reason: "the record has no output to judge" };
  const reference = expected === null ? "" : ` For reference, a right answer is: ${expected}`;
  const check = `${rubric}${reference}`;
  const task = query ?? "";
  const evidence = gatherEvidence({
    scenarioKey: label.id,
    task,
    checks: [{ check, weight: 1 }],
    verified: [],
    outcome: { status: "completed", result: output },
    durationMs: null,
    tokenUsage: null,
    transcript: [
      { type: "user", text: task, timestamp: null },
      { type: "assistant", text: output, timestamp: null },
    ],
  });
  const { grades, asked: told } = await askGoal(evidence, [{ index: 0, check }], {
    judge,
    ...judging,
    abort,
    wait: waitOnClock,
  });
  const grade = grades.get(0);
  if (grade === undefined) return { ...label, judge: null, reason: told.failure ?? "the judge gave no grade" };
  return { ...label, judge: grade.score / 10, reason: grade.rationale };
}

interface Flags {
  readonly report?: string | true;
  readonly judge?: string;
  readonly metric?: string;
  readonly rubric?: string;
  readonly threshold?: number;
  readonly scale?: readonly [number, number];
  readonly cache: boolean;
  readonly save: boolean;
  readonly json?: true;
  readonly config?: string;
}

const examples = `
Without a file, the labels are those that people gave with axis view, in .axis/labels.jsonl: labels of checks, steps and
whole runs, each compared with what AXIS said. The numbers are printed for each kind.

Labels in a file are records of a .jsonl, .csv, .json or .yaml file. Each has the field human (1 or 0, pass or fail, yes or no). The
other fields depend on where the judge's score comes from:
  no flag          judge: its score from 0 to 1, in the file
  --report         id: the labelled run; the report says whether it passed
  --judge          query, actual_output and optionally expected_output: the judge is asked now
  --metric         the same fields: a metric measures them now
With --report or --judge the result is saved in .axis/calibration.json. Reports by the same judge, with the same prompt
and rubrics, then show the pass rate that people would have given.

Examples:
  axis calibrate                          the labels given with axis view
  axis calibrate labels.csv
  axis calibrate labels.jsonl --report latest
  axis calibrate labels.jsonl --judge anthropic/claude-sonnet-4-5 --rubric "The answer names its source"
  axis calibrate labels.jsonl --metric answer_relevancy --judge anthropic/claude-sonnet-4-5
  axis calibrate stars.csv --scale 1-5

Exit codes: 0 the agreement is printed; 2 invalid flags or labels; 3 a bug in AXIS.`;

export const define: CommandModule["define"] = (command, act) => {
  command
    .argument("[labels]", "file of labels: .jsonl, .csv, .json, .yaml (default: .axis/labels.jsonl)")
    .option("--report [reportId]", "compare the labels with the passes in this report (default: latest)")
    .option("--judge <spec>", `ask this judge about every record; ${judgeHelp}`)
    .option("--metric <key>", "measure every record with this metric (key or YAML file); --judge is the model it asks")
    .option("--rubric <text>", "with --judge: grade by this rubric")
    .option("--threshold <score>", "count scores from here up as a pass (default 0.5)", Number)
    .option("--scale <low-high>", "read labels and scores as whole numbers in this range, such as 1-5", parseScale)
    .option("--no-cache", "with --judge: ask models again instead of using cached answers")
    .option("--no-save", "do not write .axis/calibration.json")
    .option("--json", "print the agreement as JSON on stdout")
    .option("-c, --config <path>", "config file")
    .addHelpText("after", examples)
    .action((labels: string | undefined, flags: Flags) => act((deps) => calibrate(labels, flags, deps)));
};

async function calibrate(file: string | undefined, flags: Flags, deps: CliDeps): Promise<number> {
  const { terminal } = deps;
  refuseConflictingCalibrateFlags(flags);
  const reviewed = await readReviewedLabels(file, flags.config, deps);
  if (reviewed !== undefined) return await calibrateReviewed(reviewed, flags, deps);
  const path = file ?? "";
  const { labels, skipped } = await readLabels(resolve(deps.cwd, path));
  for (const { place, why } of skipped) terminal.err(`Skipped ${place}: ${terminalSafe(why)}`);
  const { judged, identity } = await judgeLabels(labels, flags, deps);
  warnAboutMissing(judged, deps);
  const { threshold, scale } = flags;
  const agreement = measureAgreement(judged, {
    threshold,
    scale,
  });
  if (agreement.n === 0) throw new AxisError("dataset-invalid", `${path}: no record has both a label and a score`);
  if (flags.json) terminal.out(formatJson({ identity, agreement }));
  else renderAgreement(agreement).forEach(terminal.out);
  return await save({ identity, agreement }, flags, deps);
}

interface MeasuredJudge {
  /** Null if the judge cannot be identified; then nothing is saved. */
  readonly identity: JudgeIdentity | null;
  readonly agreement: Agreement;
}

async function save({ identity, agreement }: MeasuredJudge, flags: Flags, deps: CliDeps): Promise<number> {
  if (identity === null || !flags.save) return 0;
  const { configDir } = await openProject(deps, flags.config);
  const timestamp = deps.now().toISOString();
  const file = await writeCalibration(configDir, { version: "1", timestamp, identity, agreement });
  deps.terminal.err(`Saved in ${file}`);
  return 0;
}

/** Labels that people gave on the pages: each says what it is about, so every kind is measured on its own. */
async function calibrateReviewed(reviewed: ReviewedLabels, flags: Flags, deps: CliDeps): Promise<number> {
  const { terminal } = deps;
  if ([flags.judge, flags.metric, flags.scale].some((flag) => flag !== undefined))
    throw new AxisError("flag-invalid", "--judge, --metric and --scale require a file with questions and answers");
  for (const { place, why } of reviewed.broken) terminal.err(`Skipped ${place}: ${terminalSafe(why)}`);
  const judged = flags.report === undefined ? undefined : await openJudgedReport(flags, deps);
  const measured = measureReviewed(reviewed, judged?.report, flags.threshold);
  const { levels } = measured;
  const identity = judged?.identity ?? null;
  if (flags.json) terminal.out(formatJson({ identity, ...measured }));
  else renderReviewed(measured).forEach(terminal.out);
  const runs = levels.find(({ level }) => level === "run");
  if (runs !== undefined) return await save({ identity, agreement: runs.agreement }, flags, deps);
  if (judged !== undefined)
    terminal.err("Nothing is saved: only labels of whole runs correct the pass rates of reports");
  return 0;
}

interface MeasuredLabels {
  readonly levels: readonly MeasuredLevel[];
  readonly picks?: PickAgreement;
}

/** All labels, or those of one report. */
function measureReviewed(
  reviewed: ReviewedLabels,
  report: Report | undefined,
  threshold: number | undefined,
): MeasuredLabels {
  const levels = measureLevels(reviewed, { ...(report && { passes: collectPasses(report) }), threshold });
  const picks = measurePicks(reviewed.labels.filter((label) => [undefined, label.report].includes(report?.reportId)));
  if (levels.length === 0 && picks === null) throw noReviewedLabels(reviewed, report?.reportId);
  return { levels, ...(picks && { picks }) };
}

function renderReviewed({ levels, picks }: MeasuredLabels): string[] {
  const blocks = [...levels.map(renderLevel), ...(picks === undefined ? [] : [renderPicks(picks)])];
  return blocks.flatMap((lines, index) => (index === 0 ? lines : ["", ...lines]));
}

interface JudgedLabels {
  readonly judged: readonly Label[];
  /** Null if the judge cannot be identified. */
  readonly identity: JudgeIdentity | null;
}

async function judgeLabels(labels: readonly Label[], flags: Flags, deps: CliDeps): Promise<JudgedLabels> {
  if (flags.report !== undefined) return judgeFromReport(labels, flags, deps);
  const { metric, judge, cache } = flags;
  // No report contains judgements of this metric, so the result could not be applied to one.
  if (metric !== undefined)
    return { judged: await scoreWithMetric(labels, { metric, judge, cache }, deps), identity: null };
  if (judge === undefined) return { judged: labels, identity: null };
  const { settings } = await openScoringContext({ judge, cache, ...(flags.config && { config: flags.config }) }, deps);
  const { judging, abort, judges } = settings;
  const rubric = flags.rubric ?? defaultRubric;
  const judged = await scoreWithJudge(labels, { judge: judges.goal, rubric, judging, abort });
  return {
    judged,
    identity: { judge: judges.goal.id, promptHash: hashGoalPrompt(), rubricHashes: [hashRubric([rubric])] },
  };
}

async function judgeFromReport(labels: readonly Label[], flags: Flags, deps: CliDeps): Promise<JudgedLabels> {
  const { report, identity } = await openJudgedReport(flags, deps);
  return { judged: scoreFromReport(labels, report), identity };
}

async function openJudgedReport(flags: Flags, deps: CliDeps) {
  const { store } = await openProject(deps, flags.config);
  const report = await store.readReport(flags.report === true ? "latest" : (flags.report ?? "latest"));
  const identity = identifyJudge(report, hashGoalPrompt());
  if (identity === null)
    deps.terminal.err(`${report.reportId} has no judge, or several: the calibration is not saved for later reports`);
  return { report, identity };
}

function warnAboutMissing(labels: readonly Label[], { terminal }: CliDeps): void {
  const unlabelled = labels.filter(({ human }) => human === null).length;
  const unscored = labels.filter(({ human, judge }) => human !== null && judge === null);
  if (unlabelled > 0)
    terminal.err(`${formatCount(unlabelled, "record")} without a human label: used only for the mean`);
  const [first] = unscored;
  if (first === undefined) return;
  const why = terminalSafe(first.reason ?? "the file has none");
  terminal.err(
    `${formatCount(unscored.length, "record")} without a score ${unscored.length === 1 ? "is" : "are"} skipped (${why})`,
  );
}

function refuseConflictingCalibrateFlags({ report, judge, metric, rubric, scale, threshold }: Flags): void {
  const refuse = (message: string) => new AxisError("flag-invalid", message);
  const isGiven = (flag: unknown) => flag !== undefined;
  if (isGiven(report) && isGiven(judge)) throw refuse("--report and --judge cannot be combined");
  if (isGiven(report) && isGiven(metric)) throw refuse("--report and --metric cannot be combined");
  if (isGiven(rubric) && (!isGiven(judge) || isGiven(metric)))
    throw refuse("--rubric requires --judge and cannot be combined with --metric");
  if (isGiven(scale) && [report, judge, metric].some(isGiven))
    throw refuse("--scale requires scores in the file; it cannot be combined with --report, --judge or --metric");
  if (threshold !== undefined && !Number.isFinite(threshold)) throw refuse("--threshold must be a number");
}

function parseScale(value: string): readonly [number, number] {
  const [, low, high] = /^(-?\d+)-(-?\d+)$/.exec(value) ?? [];
  const scale = [Number(low), Number(high)] as const;
  if (low === undefined || high === undefined || scale[1] <= scale[0] || scale[1] - scale[0] > 100)
    throw new InvalidArgumentError("Expected a range such as 1-5.");
  return scale;
}

/** Returns the labels with 1 if the run passed and 0 if it did not. A label belongs to the run whose id it carries. */
function scoreFromReport(labels: readonly Label[], report: Report): Label[] {
  const passed = collectPasses(report);
  const known = labels.filter(({ id }) => passed.has(id));
  if (known.length === 0)
    throw new AxisError("dataset-invalid", `No label refers to a run of ${report.reportId}`, {
      hint: `Give each record the id of its run, such as ${[...passed.keys()][0] ?? "run_..."}`,
    });
  return known.map((label) => ({ ...label, judge: passed.get(label.id) ?? null }));
}

function collectPasses({ results }: Report): Map<string, number | null> {
  const share = (passed: boolean | null | undefined) =>
    passed === null || passed === undefined ? null : passed ? 1 : 0;
  return new Map(
    results.flatMap((result) =>
      result.trials === undefined
        ? [[result.runId, share(toPassed(result.status))] as const]
        : result.trials.map((trial) => [trial.runId, share(trial.passed)] as const),
    ),
  );
}

/** Lets a metric score labelled records: each becomes an item with a question, an answer and an optional expected answer. */
interface MetricScoringOptions {
  /** The key of a metric, or a YAML file that defines one. */
  readonly metric: string;
  /** The model that a judged metric asks. */
  readonly judge?: string | undefined;
  readonly cache: boolean;
}

/** Returns the labels with the metric's scores. A record that cannot be measured gets no score, and a reason. */
async function scoreWithMetric(
  labels: readonly Label[],
  { metric, judge: spec, cache }: MetricScoringOptions,
  deps: CliDeps,
): Promise<Label[]> {
  const judge = await openJudge({ judge: spec, cache, samples: undefined }, deps);
  const named = /\.ya?ml$/i.test(metric) ? resolve(deps.cwd, metric) : metric;
  const { results } = await evaluateDataset(labels.map(labelToItem), named, {
    evaluationName: `calibration of ${basename(metric)}`,
    abort: deps.abortOnInterrupt(),
    now: deps.now,
    judge,
  });
  const found = new Map(results.map(({ testCase, scoreResults }) => [testCase.id, scoreResults.at(0)]));
  return labels.map((label) => {
    const { score = null, explanation = "the metric did not measure it" } = found.get(label.id) ?? {};
    return { ...label, judge: score, reason: explanation };
  });
}

function labelToItem({ id, query, output, expected }: Label) {
  return {
    id,
    ...(query === null ? {} : { query }),
    ...(output === null ? {} : { actualOutput: output }),
    ...(expected === null ? {} : { expectedOutput: expected }),
  };
}
