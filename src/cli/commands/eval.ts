/** `axis eval`: measures every item of a dataset with metrics and checks the results against the gates. */
import { existsSync, statSync } from "node:fs";
import { rm } from "node:fs/promises";
import { basename, join, relative, resolve } from "node:path";
import { Option } from "commander";
import { AxisError } from "../../core/error.ts";
import { countLines } from "../../metrics/datasets/lines.ts";
import { evaluateDataset } from "../../metrics/evaluate-dataset.ts";
import type { EarlierRows } from "../../metrics/evaluation/exports/html/page.ts";
import { renderChange } from "../../metrics/evaluation/exports/render-change.ts";
import { toResultDocument, toSnakeKeys } from "../../metrics/evaluation/exports/json.ts";
import { renderSlices } from "../../metrics/evaluation/exports/slice-table.ts";
import { renderEvaluation } from "../../metrics/evaluation/exports/table.ts";
import { detectResultFormat, writeResults } from "../../metrics/evaluation/exports/write-results.ts";
import type { EvaluationResult } from "../../metrics/evaluation/results/result.ts";
import type { EvaluationChange } from "../../metrics/evaluation/summary/compare.ts";
import { verdictOf } from "../../metrics/evaluation/summary/verdict.ts";
import { formatJson } from "../../report/text/terminal-safe.ts";
import { makeEvaluationsFolder } from "../../store/files.ts";
import { requireName } from "../../store/paths.ts";
import { toReportId } from "../../store/report-ids.ts";
import type { CliDeps, CommandModule } from "../command.ts";
import {
  addAssignment,
  type EvalFlags,
  toEvalBudget,
  toMetricGates,
  toMetricSpecs,
  toReadOptions,
  toThresholds,
} from "../eval/eval-flags.ts";
import { findEarlier, resolveCompared } from "../eval/earlier-evaluation.ts";
import { openJudge } from "../eval/open-judge.ts";
import { openProgress } from "../eval/progress-line.ts";
import { openProject } from "../project.ts";
import { parseList, parseNumberBetween, parseWholeNumber } from "../options.ts";

const examples = `
A dataset is a .jsonl, .csv, .json or .yaml file of items. -o takes .jsonl, .json, .csv, .xml (JUnit), .md and .html, and may
be repeated. Rows are written as they are measured: resume an interrupted evaluation with --resume.

Examples:
  axis eval answers.jsonl -m exact_string_match,latency
  axis eval answers.csv -m sentence_bleu --column reply=actual_output -o results.csv
  axis eval answers.jsonl -m length_constraint --set length_constraint.max_chars=200
  axis eval answers.jsonl -m recall_at_k --fail-under recall_at_k=0.8 -o results.jsonl -o junit.xml
  axis eval answers.jsonl -m exact_string_match -o results.jsonl --resume
  axis eval answers.jsonl -m exact_string_match --keep answers      then view it with: axis view
  axis eval answers.jsonl -m exact_string_match --compare results.jsonl

Without a gate (--fail-under, --min-coverage) the verdict is MEASURED, not PASS.

Exit codes: 0 success; 1 a gate failed, something could not be measured, or the evaluation was stopped early;
2 invalid flags, dataset or metrics; 3 a bug in AXIS; 130 and 143 stopped at once.`;

export const define: CommandModule["define"] = (command, act) => {
  const collected = (value: string, before: readonly string[] = []) => [...before, value];
  command
    .argument("<dataset>", "file of items: .jsonl, .csv, .json, .yaml")
    .option(
      "-m, --metrics <keys>",
      "metrics by key, or YAML files of a metric or a tree, separated by commas",
      parseList,
    )
    .option("--set <metric.option=value>", "set an option of a metric; may be repeated", addAssignment)
    .option(
      "-o, --output <path>",
      "write results to this file; its extension sets the format; may be repeated",
      collected,
    )
    .option("--keep [name]", "save rows and page under .axis, where axis view finds them (default name: the time)")
    .option(
      "--compare <results>",
      "compare with the rows of an earlier evaluation: a .jsonl file, or the name of a kept one",
    )
    .option("--no-push", "do not send a kept evaluation to the database of AXIS_DATABASE_URL or settings.store.url")
    .option("--json", "print the whole result as JSON on stdout")
    .option("--fail-under <metric=mean>", "exit 1 when a metric's mean is below this; may be repeated", addAssignment)
    .option("--min-coverage <metric=share>", "exit 1 when a smaller share of the items has a score", addAssignment)
    .option("--threshold <metric=score>", "pass items with at least this score; may be repeated", addAssignment)
    .option("--resume", "resume from the existing results file")
    .option("--retry-failed", "with --resume: retry failed measurements")
    .option("--judge <spec>", "model for judged metrics: anthropic/claude-sonnet-4-5, or a module such as ./model.mjs")
    .option("--no-cache", "ask models again instead of using cached answers")
    .option(
      "--concurrency <n>",
      "item and metric combinations measured at once (default 5)",
      parseWholeNumber(1, 10_000),
    )
    .option(
      "--samples <n>",
      "measure judged metrics this many times and take the mean (default 1)",
      parseWholeNumber(1, 100),
    )
    .option("--budget-usd <n>", "stop before the judge costs more than this", parseNumberBetween(0.000_001, 1e9))
    .option(
      "--allow-unknown-cost",
      "with --budget-usd: continue if the judge's price is unknown, and count only known costs",
    )
    .option("--budget-tokens <n>", "stop before the judge uses more tokens than this", parseWholeNumber(1))
    .option("--budget-calls <n>", "stop after this many questions to the judge", parseWholeNumber(1))
    .option("--budget-minutes <n>", "stop after this many minutes", parseNumberBetween(0.001, 1e6))
    .option("--limit <n>", "measure at most this many items", parseWholeNumber(1))
    .option("--offset <n>", "skip this many items at the start", parseWholeNumber(0))
    .option("--sample <n>", "measure a random sample of this many items", parseWholeNumber(1))
    .option("--seed <seed>", "seed of the sample (default 1)")
    .addOption(new Option("--invalid <how>", "what to do with items that cannot be read").choices(["throw", "skip"]))
    .addOption(new Option("--unknown <how>", "what to do with unknown fields").choices(["collect", "error", "ignore"]))
    .option("--column <name=field>", "CSV: map a column to a field; may be repeated", addAssignment)
    .option("--slice <fields>", "also summarize by these fields, such as metadata.team", parseList)
    .addHelpText("after", examples)
    .action((dataset: string, flags: EvalFlags) => act((deps) => runEval(dataset, flags, deps)));
};

async function runEval(dataset: string, flags: EvalFlags, deps: CliDeps): Promise<number> {
  const paths = [...(flags.output ?? []), ...(await resolveKeptPaths(flags, deps))];
  const outputs = planOutputs(paths, { cwd: deps.cwd, resume: flags.resume === true });
  const gates = toMetricGates(flags);
  const compared = resolveCompared(flags, deps);
  const result = await measureDataset(dataset, flags, { deps, outputs, gates });
  const earlier = await findEarlier(result, { compared, flags, ownRows: outputs?.rows }, deps);
  const written = outputs === undefined ? [] : await writeOutputs(outputs, result, earlier ?? undefined);
  const code = printEvaluation(result, { flags, written, change: earlier?.change ?? null }, deps);
  if (flags.keep !== undefined && flags.push !== false) await sendKept(paths.at(-1) ?? "", deps);
  return code;
}

/** A folder without a config belongs to no project, so its evaluations stay here. */
async function sendKept(page: string, deps: CliDeps): Promise<void> {
  const project = await openProject(deps, undefined).catch((error: unknown) => {
    if (error instanceof AxisError && error.code === "config-missing") return undefined;
    throw error;
  });
  if (project === undefined) return;
  const { sendFinishedEvaluation } = await import("../push/send-report.ts");
  await sendFinishedEvaluation(project, { id: basename(page, ".html"), file: page }, deps);
}

interface EvalContext {
  readonly deps: CliDeps;
  readonly outputs: Outputs | undefined;
  readonly gates: ReturnType<typeof toMetricGates>;
}

async function measureDataset(
  dataset: string,
  flags: EvalFlags,
  { deps, outputs, gates }: EvalContext,
): Promise<EvaluationResult> {
  const path = resolve(deps.cwd, dataset);
  const specs = toMetricSpecs(flags);
  const judge = await openJudge(flags, deps);
  const read = toReadOptions(flags);
  using progress = openProgress(deps.terminal, deps.terminal.live ? await countItems(path, flags) : null);
  return await evaluateDataset(path, specs, {
    evaluationName: dataset,
    gates,
    thresholds: toThresholds(flags),
    budget: toEvalBudget(flags),
    read,
    abort: deps.abortOnInterrupt({ resumeHint: () => resumeInstruction(outputs !== undefined) }),
    onEvent: progress.onEvent,
    now: deps.now,
    judge,
    ...(outputs === undefined ? {} : { out: outputs.rows, resume: flags.resume === true }),
    ...(flags.retryFailed === undefined ? {} : { retryFailed: true }),
    ...(flags.concurrency === undefined ? {} : { concurrency: flags.concurrency }),
    ...(flags.samples === undefined ? {} : { samples: flags.samples }),
    ...(flags.slice === undefined ? {} : { slices: flags.slice }),
  });
}

/** Only for the progress bar: in a JSONL file each line is an item; for other formats the total is unknown until read. */
async function countItems(path: string, { limit, offset = 0, sample }: EvalFlags): Promise<number | null> {
  if (!/\.(?:jsonl|ndjson)$/i.test(path)) return null;
  const rest = Math.max(0, (await countLines(path)) - offset);
  return Math.min(rest, limit ?? rest, sample ?? rest);
}

function printEvaluation(
  result: EvaluationResult,
  { flags, written, change }: { flags: EvalFlags; written: readonly string[]; change: EvaluationChange | null },
  { terminal, cwd }: CliDeps,
): number {
  const verdict = verdictOf(result);
  const say = flags.json ? terminal.err : terminal.out;
  if (flags.json) terminal.out(formatJson({ ...toResultDocument(result), change: toSnakeKeys(change) }));
  else renderEvaluation({ result, verdict }, terminal.paint, terminal.width).forEach(terminal.out);
  if (!flags.json && change !== null) renderChange(change, terminal.paint, terminal.width).forEach(terminal.out);
  if (!flags.json && flags.slice !== undefined)
    renderSlices(result.summary.slices, terminal.paint, terminal.width).forEach(terminal.out);
  if (result.cost.usd === null && flags.allowUnknownCost)
    say("Cost: partly unknown; the budget covered only the known part");
  for (const path of written) say(`Written: ${relative(cwd, path)}`);
  if (result.stopped !== undefined) say(resumeInstruction(written.length > 0));
  return verdict.ok ? 0 : 1;
}

function resumeInstruction(isKept: boolean): string {
  return isKept
    ? "Resume with: the same command and --resume"
    : "Nothing was saved. To be able to resume, add -o results.jsonl; then use the same command with --resume";
}

/** Returns the path of the rows, unless -o already names one, and the path of the final page. */
async function resolveKeptPaths({ keep, output = [] }: EvalFlags, { cwd, now }: CliDeps): Promise<string[]> {
  if (keep === undefined) return [];
  const name = keep === true ? toReportId(now(), 1) : requireName("name after --keep", keep);
  const folder = await makeEvaluationsFolder(cwd);
  const hasRows = output.some((path) => detectResultFormat(path) === "jsonl");
  return [...(hasRows ? [] : [join(folder, `${name}.jsonl`)]), join(folder, `${name}.html`)];
}

/** Where `axis eval` writes: rows go to a JSONL file as they are measured; other formats are made from it at the end. */
interface Outputs {
  /** The results file, which an evaluation can be resumed from. */
  readonly rows: string;
  /** Whether the user asked for that file; otherwise it exists only until the evaluation is finished. */
  readonly keepsRows: boolean;
  /** Files in other formats. */
  readonly others: readonly string[];
}

/** Checks the paths; returns undefined if nothing is to be written. */
function planOutputs(
  paths: readonly string[],
  { cwd, resume }: { readonly cwd: string; readonly resume: boolean },
): Outputs | undefined {
  const [first] = paths;
  if (first === undefined) {
    if (!resume) return undefined;
    throw new AxisError("flag-invalid", "--resume needs a results file, but none was given", {
      hint: "Give one with: -o results.jsonl",
    });
  }
  const folder = paths.find((path) => statSync(resolve(cwd, path), { throwIfNoEntry: false })?.isDirectory());
  if (folder !== undefined)
    throw new AxisError("flag-invalid", `${folder} is a folder, but -o needs a file`, {
      hint: `Name a file in it, such as: -o ${join(folder, "results.jsonl")}`,
    });
  const asked = paths.filter((path) => detectResultFormat(path) === "jsonl");
  if (asked.length > 1) throw new AxisError("flag-invalid", "Only one JSON Lines results file can be given");
  const rows = resolve(cwd, asked[0] ?? `${first}.jsonl`);
  if (!resume && existsSync(rows) && statSync(rows).size > 0)
    throw new AxisError("file-exists", `${rows} already exists`, {
      hint: "Resume it with --resume, delete it, or choose another file with: -o <path> or --keep <name>",
    });
  const others = paths.filter((path) => !asked.includes(path)).map((path) => resolve(cwd, path));
  return { rows, keepsRows: asked.length > 0, others };
}

/** Writes the other formats; the file of rows is kept if it was requested or is still needed to resume. */
async function writeOutputs(
  { rows, keepsRows, others }: Outputs,
  result: EvaluationResult,
  earlier: EarlierRows | undefined,
): Promise<string[]> {
  for (const path of others) await writeResults(result, path, { earlier });
  if (keepsRows || result.stopped !== undefined) return [rows, ...others];
  await rm(rows, { force: true });
  return [...others];
}
