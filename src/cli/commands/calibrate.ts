/** `axis calibrate`: measures how well a judge agrees with people, from a file of their labels. */
import { InvalidArgumentError } from "commander";
import { resolve } from "node:path";
import { measureAgreement } from "../../metrics/calibration/agreement.ts";
import { identifyJudge, hashRubric } from "../../metrics/calibration/judge-identity.ts";
import type { Label } from "../../metrics/calibration/label.ts";
import { readLabels } from "../../metrics/calibration/read-labels.ts";
import { renderAgreement } from "../../metrics/calibration/render-agreement.ts";
import type { JudgeIdentity } from "../../core/report/calibration.ts";
import { AxisError } from "../../core/error.ts";
import { hashGoalPrompt } from "../../judging/model-judges/prompts/prompt-hash.ts";
import { formatCount } from "../../report/text/format-verdict.ts";
import { formatJson, terminalSafe } from "../../report/text/terminal-safe.ts";
import { scoreWithJudge, defaultRubric } from "../calibrate/judge-scores.ts";
import { writeCalibration } from "../calibrate/calibration-file.ts";
import { scoreWithMetric } from "../calibrate/metric-scores.ts";
import { scoreFromReport } from "../calibrate/report-scores.ts";
import type { CliDeps, CommandModule } from "../command.ts";
import { judgeHelp } from "../options.ts";
import { openProject } from "../project.ts";
import { openScoringContext } from "../score/scoring-context.ts";

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
Labels are records of a .jsonl, .csv, .json or .yaml file. Each has the field human (1 or 0, pass or fail, yes or no). The
other fields depend on where the judge's score comes from:
  no flag          judge: its score from 0 to 1, in the file
  --report         id: the labelled run; the report says whether it passed
  --judge          query, actual_output and optionally expected_output: the judge is asked now
  --metric         the same fields: a metric measures them now
With --report or --judge the result is saved in .axis/calibration.json. Reports by the same judge, with the same prompt
and rubrics, then show the pass rate that people would have given.

Examples:
  axis calibrate labels.csv
  axis calibrate labels.jsonl --report latest
  axis calibrate labels.jsonl --judge anthropic/claude-sonnet-4-5 --rubric "The answer names its source"
  axis calibrate labels.jsonl --metric answer_relevancy --judge anthropic/claude-sonnet-4-5
  axis calibrate stars.csv --scale 1-5

Exit codes: 0 the agreement is printed; 2 invalid flags or labels; 3 a bug in AXIS.`;

export const define: CommandModule["define"] = (command, act) => {
  command
    .argument("<labels>", "file of labels: .jsonl, .csv, .json, .yaml")
    .option("--report [reportId]", "compare the labels with the passes in this report (default: latest)")
    .option("--judge <spec>", `ask this judge about every record; ${judgeHelp}`)
    .option(
      "--metric <key>",
      "measure every record with this metric (key or YAML file); --judge is the model it asks",
    )
    .option("--rubric <text>", "with --judge: grade by this rubric")
    .option("--threshold <score>", "count scores from here up as a pass (default 0.5)", Number)
    .option("--scale <low-high>", "read labels and scores as whole numbers in this range, such as 1-5", parseScale)
    .option("--no-cache", "with --judge: ask models again instead of using cached answers")
    .option("--no-save", "do not write .axis/calibration.json")
    .option("--json", "print the agreement as JSON on stdout")
    .option("-c, --config <path>", "config file")
    .addHelpText("after", examples)
    .action((labels: string, flags: Flags) => act((world) => calibrate(labels, flags, world)));
};

async function calibrate(path: string, flags: Flags, world: CliDeps): Promise<number> {
  const { terminal } = world;
  refuseConflictingCalibrateFlags(flags);
  const { labels, skipped } = await readLabels(resolve(world.cwd, path));
  for (const { place, why } of skipped) terminal.err(`Skipped ${place}: ${terminalSafe(why)}`);
  const { judged, identity } = await judgeLabels(labels, flags, world);
  warnAboutMissing(judged, world);
  const { threshold, scale } = flags;
  const agreement = measureAgreement(judged, { ...(threshold !== undefined && { threshold }), ...(scale && { scale }) });
  if (agreement.n === 0) throw new AxisError("dataset-invalid", `${path}: no record has both a label and a score`);
  if (flags.json) terminal.out(formatJson({ identity, agreement }));
  else renderAgreement(agreement).forEach(terminal.out);
  if (identity === null || !flags.save) return 0;
  const { configDir } = await openProject(world, flags.config);
  const timestamp = world.now().toISOString();
  const file = await writeCalibration(configDir, { version: "1", timestamp, identity, agreement });
  terminal.err(`Saved in ${file}`);
  return 0;
}

interface JudgedLabels {
  readonly judged: readonly Label[];
  /** Null if the judge cannot be identified. */
  readonly identity: JudgeIdentity | null;
}

async function judgeLabels(labels: readonly Label[], flags: Flags, world: CliDeps): Promise<JudgedLabels> {
  if (flags.report !== undefined) return judgeFromReport(labels, flags, world);
  const { metric, judge, cache } = flags;
  // No report contains judgements of this metric, so the result could not be applied to one.
  if (metric !== undefined)
    return { judged: await scoreWithMetric(labels, { metric, judge, cache }, world), identity: null };
  if (judge === undefined) return { judged: labels, identity: null };
  const { settings } = await openScoringContext({ judge, cache, ...(flags.config && { config: flags.config }) }, world);
  const { judging, abort, judges } = settings;
  const rubric = flags.rubric ?? defaultRubric;
  const judged = await scoreWithJudge(labels, { judge: judges.goal, rubric, judging, abort });
  return {
    judged,
    identity: { judge: judges.goal.id, promptHash: hashGoalPrompt(), rubricHashes: [hashRubric([rubric])] },
  };
}

async function judgeFromReport(labels: readonly Label[], flags: Flags, world: CliDeps): Promise<JudgedLabels> {
  const { store } = await openProject(world, flags.config);
  const report = await store.readReport(flags.report === true ? "latest" : (flags.report ?? "latest"));
  const identity = identifyJudge(report, hashGoalPrompt());
  if (identity === null)
    world.terminal.err(`${report.reportId} has no judge, or several: the calibration is not saved for later reports`);
  return { judged: scoreFromReport(labels, report), identity };
}

function warnAboutMissing(labels: readonly Label[], { terminal }: CliDeps): void {
  const unlabelled = labels.filter(({ human }) => human === null).length;
  const unscored = labels.filter(({ human, judge }) => human !== null && judge === null);
  if (unlabelled > 0) terminal.err(`${formatCount(unlabelled, "record")} without a human label: used only for the mean`);
  const [first] = unscored;
  if (first === undefined) return;
  const why = terminalSafe(first.reason ?? "the file has none");
  terminal.err(
    `${formatCount(unscored.length, "record")} without a score ${unscored.length === 1 ? "is" : "are"} skipped (${why})`,
  );
}

function refuseConflictingCalibrateFlags({ report, judge, metric, rubric, scale, threshold }: Flags): void {
  if (report !== undefined && judge !== undefined)
    throw new AxisError("flag-invalid", "--report and --judge cannot be combined");
  if (report !== undefined && metric !== undefined)
    throw new AxisError("flag-invalid", "--report and --metric cannot be combined");
  if (rubric !== undefined && (judge === undefined || metric !== undefined))
    throw new AxisError("flag-invalid", "--rubric requires --judge and cannot be combined with --metric");
  if (scale !== undefined && (report ?? judge ?? metric) !== undefined)
    throw new AxisError("flag-invalid", "--scale requires scores in the file; it cannot be combined with --report, --judge or --metric");
  if (threshold !== undefined && !Number.isFinite(threshold))
    throw new AxisError("flag-invalid", "--threshold must be a number");
}

function parseScale(value: string): readonly [number, number] {
  const [, low, high] = /^(-?\d+)-(-?\d+)$/.exec(value) ?? [];
  const scale = [Number(low), Number(high)] as const;
  if (low === undefined || high === undefined || scale[1] <= scale[0] || scale[1] - scale[0] > 100)
    throw new InvalidArgumentError("Expected a range such as 1-5.");
  return scale;
}
