/** Labels that people gave on the pages: reads them, and measures each kind of judgement on its own. */
import { readFile } from "node:fs/promises";
import { relative, resolve } from "node:path";
import { AxisError, systemCode } from "../../core/error.ts";
import { formatCount } from "../../core/format-count.ts";
import { type Agreement, neededLabels } from "../../core/report/calibration.ts";
import { type LabelLines, parseLabelLines } from "../../core/review/label-book.ts";
import { type LabelLevel, labelLevels } from "../../core/review/label-target.ts";
import { measureAgreement } from "../../metrics/calibration/agreement.ts";
import type { Label } from "../../metrics/calibration/label.ts";
import { renderAgreement } from "../../metrics/calibration/render-agreement.ts";
import type { PickAgreement } from "../../report/review/measure-picks.ts";
import { readJudgeVerdict, settleLabels, type SettledLabel } from "../../report/review/settle-labels.ts";
import { terminalLine } from "../../report/text/terminal-safe.ts";
import { readLabelFile } from "../../store/label-file.ts";
import { labelsFile } from "../../store/paths.ts";
import type { CliDeps } from "../command.ts";
import { openReportsProject } from "../project.ts";

export interface ReviewedLabels extends LabelLines {
  /** As given, or relative to the project. */
  readonly path: string;
}

/** The file of the project, or the given one. Undefined for a file with records of another kind. */
export async function readReviewedLabels(
  file: string | undefined,
  config: string | undefined,
  deps: CliDeps,
): Promise<ReviewedLabels | undefined> {
  if (file === undefined) {
    const { configDir } = await openReportsProject(deps, config);
    const path = labelsFile(configDir);
    return { path: relative(deps.cwd, path), ...(await readLabelFile(path)) };
  }
  if (!/\.(?:jsonl|ndjson)$/i.test(file)) return undefined;
  const content = await readTextIfPresent(resolve(deps.cwd, file));
  const lines = content === undefined ? undefined : parseLabelLines(content, file);
  return lines?.labels.some(isReviewed) === true ? { path: file, ...lines } : undefined;
}

/** The reader of other label files says what is wrong with a missing file. */
async function readTextIfPresent(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if (systemCode(error) !== undefined) return undefined;
    throw error;
  }
}

/** A record of another kind has neither a check nor a step, and no judge's verdict with its pass mark. */
function isReviewed({ check, checkIndex, step, item, competition, passFrom }: LabelLines["labels"][number]): boolean {
  return [check, checkIndex, step, item, competition, passFrom].some((field) => field !== undefined);
}

export interface MeasuredLevel {
  readonly level: Exclude<LabelLevel, "pick">;
  /** The metric of the labels of dataset items. */
  readonly metric?: string;
  /** Labels of people who cannot tell, or who differ evenly. They do not count. */
  readonly unsure: number;
  readonly agreement: Agreement;
}

interface MeasureOptions {
  /** Only labels of these runs, and whether each passed; without it, what AXIS said when the label was given. */
  readonly passes?: ReadonlyMap<string, number | null>;
  readonly threshold?: number | undefined;
}

/** One agreement per kind of judgement that has labels, and one per metric. */
export function measureLevels({ labels }: LabelLines, { passes, threshold }: MeasureOptions): MeasuredLevel[] {
  const settled = settleLabels(labels).filter(({ label: { id } }) => passes === undefined || passes.has(id ?? ""));
  return labelLevels.filter(isMeasured).flatMap((level) => {
    const own = settled.filter((each) => each.level === level);
    const metrics = new Set(own.map(({ label }) => label.metric));
    return [...metrics].flatMap((metric): MeasuredLevel[] => {
      const group = own.filter(({ label }) => label.metric === metric);
      const agreement = measureGroup(
        group.map((each) => (level === "run" ? withPass(each, passes) : each)),
        threshold,
      );
      if (agreement.n === 0) return [];
      const unsure = group.filter(({ human }) => human === null).length;
      return [{ level, ...(metric === undefined ? {} : { metric }), unsure, agreement }];
    });
  });
}

/** A pick has no score that a threshold could divide; `measurePicks` counts them. */
function isMeasured(level: LabelLevel): level is MeasuredLevel["level"] {
  return level !== "pick";
}

/** Whether a run passed in a report counts more than whether it had passed when its label was given. */
function withPass(settled: SettledLabel, passes: MeasureOptions["passes"]): SettledLabel {
  const { label } = settled;
  return passes === undefined
    ? settled
    : { ...settled, label: { ...label, judge: passes.get(label.id ?? "") ?? null } };
}

/** With one pass mark, the scores count as they are; with several, only whether each reached its own. */
function measureGroup(group: readonly SettledLabel[], threshold: number | undefined): Agreement {
  const marks = new Set(group.map(({ label }) => label.passFrom ?? 0.5));
  const [mark = 0.5, ...others] = marks;
  if (threshold === undefined && (others.length > 0 || mark <= 0)) {
    const decided = group.map((each) => ({
      ...each,
      label: { ...each.label, judge: toShare(readJudgeVerdict(each.label)) },
    }));
    return measureAgreement(decided.map(toRecord), { threshold: 0.5 });
  }
  return measureAgreement(group.map(toRecord), { threshold: threshold ?? mark });
}

function toShare(verdict: boolean | null): number | null {
  return verdict === null ? null : verdict ? 1 : 0;
}

function toRecord({ human, label }: SettledLabel): Label {
  const { judge = null, reason = null, notes = null } = label;
  return {
    id: describeTarget(label),
    query: null,
    output: null,
    expected: null,
    human: human === null ? null : human === "pass" ? 1 : 0,
    // A record without a label would move the corrected mean, which is about all records.
    judge: human === null ? null : judge,
    reason,
    notes,
  };
}

function describeTarget({ id, check, step, item, evaluation }: SettledLabel["label"]): string {
  if (id === undefined) return `${evaluation} ${item}`;
  if (step !== undefined) return `${id} step ${step}`;
  return check === undefined ? id : `${id} “${check}”`;
}

const levelTitles: Readonly<Record<MeasuredLevel["level"], string>> = {
  run: "Runs",
  check: "Judged checks",
  verified: "Verified checks",
  step: "Steps: needed or not",
  metric: "Metric",
};

export function renderLevel({ level, metric, unsure, agreement }: MeasuredLevel): string[] {
  const title = metric === undefined ? levelTitles[level] : `${levelTitles[level]} ${metric}`;
  const enough = agreement.n >= neededLabels ? "" : ` of the ${neededLabels} that a calibration needs`;
  return [
    terminalLine(`${title}: ${formatCount(agreement.n, "label")}${enough}`),
    ...(unsure === 0
      ? []
      : [`${formatCount(unsure, "label")} without a decision ${unsure === 1 ? "does" : "do"} not count`]),
    ...renderAgreement(agreement),
  ];
}

const mostOthers = 5;

export function renderPicks({ n, agreed, share, others }: PickAgreement): string[] {
  const lines = others.slice(0, mostOthers).map(({ competition, agent, reason, notes }) => {
    const why = notes === null || notes === undefined ? "" : `; people: ${notes}`;
    return terminalLine(`  ${competition}: picked ${agent}, proposed: ${reason}${why}`).slice(0, 300);
  });
  return [
    `Picks: ${formatCount(n, "competition")}, ${agreed} with the proposed winner`,
    `agreement     ${share.value.toFixed(2)} (95 %: ${share.lower.toFixed(2)} to ${share.upper.toFixed(2)})`,
    ...lines,
    ...(others.length > mostOthers ? [`  and ${others.length - mostOthers} more; list them with --json`] : []),
  ];
}

export function noReviewedLabels({ path, labels }: ReviewedLabels, reportId: string | undefined): AxisError {
  if (labels.length > 0 && reportId !== undefined)
    return new AxisError("dataset-invalid", `${path}: no label refers to a run of ${reportId}`);
  return new AxisError(
    "dataset-invalid",
    `${path}: ${labels.length === 0 ? "there are no labels yet" : "no label has both a decision and a judgement to compare it with"}`,
    {
      hint: "Give labels on the Review page of: axis view",
    },
  );
}
