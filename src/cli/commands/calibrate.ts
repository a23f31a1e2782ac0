/** `axis calibrate`: how far a judge agrees with people, from a file of their labels. */
import { InvalidArgumentError } from "commander";
import { resolve } from "node:path";
import { agreementOf } from "../../calibration/agreement.ts";
import { identityOf, rubricHash } from "../../calibration/identity.ts";
import type { Label } from "../../calibration/label.ts";
import { readLabels } from "../../calibration/read-labels.ts";
import { renderAgreement } from "../../calibration/render-agreement.ts";
import type { JudgeIdentity } from "../../core/report/calibration.ts";
import { AxisError } from "../../core/error.ts";
import { goalPromptHash } from "../../judges/prompts/prompt-hash.ts";
import { count } from "../../report/text/format-verdict.ts";
import { jsonText, terminalSafe } from "../../report/text/terminal-safe.ts";
import { askedScores, usualRubric } from "../calibrate/asked-scores.ts";
import { writeCalibration } from "../calibrate/calibration-file.ts";
import { metricScores } from "../calibrate/metric-scores.ts";
import { reportScores } from "../calibrate/report-scores.ts";
import type { CliWorld, CommandModule } from "../command.ts";
import { judgeHelp } from "../options.ts";
import { openProject } from "../project.ts";
import { scoringFrame } from "../score/scoring-frame.ts";

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
Labels are records of a .jsonl, .csv, .json or .yaml file with human (1 or 0, pass or fail, yes or no) and, by where the
judge's side comes from:
  nothing more     judge: its score from 0 to 1 is in the file
  --report         id: the run that was labelled; its pass is in the report
  --judge          query, actual_output and, if there is one, expected_output: the judge is asked now
  --metric         the same fields: a metric measures them now
With --report or --judge the result is kept in .axis/calibration.json, and reports by the same judge, asked in the same
words about the same rubrics, show the pass rate that people would have given.

Examples:
  axis calibrate labels.csv
  axis calibrate labels.jsonl --report latest
  axis calibrate labels.jsonl --judge anthropic/claude-sonnet-4-5 --rubric "The answer names its source"
  axis calibrate labels.jsonl --metric answer_relevancy --judge anthropic/claude-sonnet-4-5
  axis calibrate stars.csv --scale 1-5

Exit codes: 0 the agreement is printed; 2 a mistake in flags or labels; 3 a defect of AXIS.`;

export const define: CommandModule["define"] = (command, act) => {
  command
    .argument("<labels>", "file of labels: .jsonl, .csv, .json, .yaml")
    .option("--report [reportId]", "take the judge's passes from the runs of this report (default: latest)")
    .option("--judge <spec>", `ask this judge about every record; ${judgeHelp}`)
    .option(
      "--metric <key>",
      "measure every record with this metric, by key or YAML file; --judge is the model it asks",
    )
    .option("--rubric <text>", "with --judge: what it grades by")
    .option("--threshold <score>", "scores from here on count as a pass (default 0.5)", Number)
    .option("--scale <low-high>", "labels and scores are whole numbers in this range, such as 1-5", scaleOf)
    .option("--no-cache", "with --judge: ask models again instead of taking stored answers to the same question")
    .option("--no-save", "keep nothing in .axis/calibration.json")
    .option("--json", "print the agreement as JSON on stdout")
    .option("-c, --config <path>", "config file")
    .addHelpText("after", examples)
    .action((labels: string, flags: Flags) => act((world) => calibrate(labels, flags, world)));
};

async function calibrate(path: string, flags: Flags, world: CliWorld): Promise<number> {
  const { terminal } = world;
  refuseContradictions(flags);
  const { labels, skipped } = await readLabels(resolve(world.cwd, path));
  for (const { place, why } of skipped) terminal.err(`Skipped ${place}: ${terminalSafe(why)}`);
  const { judged, identity } = await judgedLabels(labels, flags, world);
  sayMissing(judged, world);
  const { threshold, scale } = flags;
  const agreement = agreementOf(judged, { ...(threshold !== undefined && { threshold }), ...(scale && { scale }) });
  if (agreement.n === 0) throw new AxisError("dataset-invalid", `${path}: no record has both a label and a score`);
  if (flags.json) terminal.out(jsonText({ identity, agreement }));
  else renderAgreement(agreement).forEach(terminal.out);
  if (identity === null || !flags.save) return 0;
  const { configDir } = await openProject(world, flags.config);
  const timestamp = world.now().toISOString();
  const file = await writeCalibration(configDir, { version: "1", timestamp, identity, agreement });
  terminal.err(`Kept in ${file}`);
  return 0;
}

interface JudgedLabels {
  readonly judged: readonly Label[];
  /** Null where nobody can say which judge it was. */
  readonly identity: JudgeIdentity | null;
}

async function judgedLabels(labels: readonly Label[], flags: Flags, world: CliWorld): Promise<JudgedLabels> {
  if (flags.report !== undefined) return ofReport(labels, flags, world);
  const { metric, judge, cache } = flags;
  // Reports have no judgements of this metric that the result could be about.
  if (metric !== undefined)
    return { judged: await metricScores(labels, { metric, judge, cache }, world), identity: null };
  if (judge === undefined) return { judged: labels, identity: null };
  const { settings } = await scoringFrame({ judge, cache, ...(flags.config && { config: flags.config }) }, world);
  const { judging, abort, judges } = settings;
  const rubric = flags.rubric ?? usualRubric;
  const judged = await askedScores(labels, { judge: judges.goal, rubric, judging, abort });
  return {
    judged,
    identity: { judge: judges.goal.id, promptHash: goalPromptHash(), rubricHashes: [rubricHash([rubric])] },
  };
}

async function ofReport(labels: readonly Label[], flags: Flags, world: CliWorld): Promise<JudgedLabels> {
  const { store } = await openProject(world, flags.config);
  const report = await store.readReport(flags.report === true ? "latest" : (flags.report ?? "latest"));
  const identity = identityOf(report, goalPromptHash());
  if (identity === null)
    world.terminal.err(`${report.reportId} was judged by nobody, or by several: nothing is kept for later reports`);
  return { judged: reportScores(labels, report), identity };
}

function sayMissing(labels: readonly Label[], { terminal }: CliWorld): void {
  const unlabelled = labels.filter(({ human }) => human === null).length;
  const unscored = labels.filter(({ human, judge }) => human !== null && judge === null);
  if (unlabelled > 0) terminal.err(`${count(unlabelled, "record")} without a label from people: only for the mean`);
  const [first] = unscored;
  if (first === undefined) return;
  const why = terminalSafe(first.reason ?? "none is in the file");
  terminal.err(
    `${count(unscored.length, "record")} without a score ${unscored.length === 1 ? "is" : "are"} left out (${why})`,
  );
}

function refuseContradictions({ report, judge, metric, rubric, scale, threshold }: Flags): void {
  if (report !== undefined && judge !== undefined)
    throw new AxisError("flag-invalid", "--report and --judge exclude each other");
  if (report !== undefined && metric !== undefined)
    throw new AxisError("flag-invalid", "--report and --metric exclude each other");
  if (rubric !== undefined && (judge === undefined || metric !== undefined))
    throw new AxisError("flag-invalid", "--rubric only goes with --judge, and without --metric");
  if (scale !== undefined && (report ?? judge ?? metric) !== undefined)
    throw new AxisError("flag-invalid", "--scale only goes with scores that are in the file");
  if (threshold !== undefined && !Number.isFinite(threshold))
    throw new AxisError("flag-invalid", "--threshold takes a number");
}

function scaleOf(value: string): readonly [number, number] {
  const [, low, high] = /^(-?\d+)-(-?\d+)$/.exec(value) ?? [];
  const scale = [Number(low), Number(high)] as const;
  if (low === undefined || high === undefined || scale[1] <= scale[0] || scale[1] - scale[0] > 100)
    throw new InvalidArgumentError("It takes a range such as 1-5.");
  return scale;
}
