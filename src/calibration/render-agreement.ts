/** Renders the output of `axis calibrate`: the agreement first, then warnings, then the records to review. */
import type { Agreement, Estimate, Misaligned } from "../core/report/calibration.ts";
import { terminalLine } from "../report/text/terminal-safe.ts";

const mostShown = 5;

export function renderAgreement(found: Agreement): string[] {
  const { n, threshold, kappa, reading } = found;
  const words = reading === null ? "unknown" : reading;
  return [
    `Agreement between the judge and people: ${words} (kappa ${shown(kappa)})`,
    "",
    `labels        ${n}, ${share(found.baseRate)} of them passes; scores of at least ${threshold} count as a pass`,
    `accuracy      ${shown(found.accuracy)}`,
    `kappa         ${shown(kappa)}`,
    `AC1           ${shown(found.ac1)}`,
    `alpha         ${shown(found.alpha)}`,
    ...(found.weightedKappa === undefined ? [] : [`weighted      ${shown(found.weightedKappa)}`]),
    `precision     ${decimal(found.precision)}   F1 ${decimal(found.f1)}`,
    `sensitivity   ${decimal(found.sensitivity)}   specificity ${decimal(found.specificity)}`,
    `people / judge  pass / pass ${found.truePositives}, pass / fail ${found.falseNegatives}, fail / pass ${found.falsePositives}, fail / fail ${found.trueNegatives}`,
    `mean          ${shown(found.correctedMean)}, corrected to match people`,
    ...thresholdLine(found),
    ...found.warnings.map((warning) => `Warning: ${warning}`),
    ...differing("Too lenient (people say fail)", found.tooLenient),
    ...differing("Too strict (people say pass)", found.tooStrict),
  ];
}

function thresholdLine({ betterThreshold: better, threshold }: Agreement): string[] {
  if (better === null || better.kappa === null || better.threshold === threshold) return [];
  if (better.kappa <= (better.presentKappa ?? -1)) return [];
  const { kappa, presentKappa } = better;
  return [
    `A threshold of ${better.threshold} works better on the held-out half of the records: kappa ${decimal(kappa)} instead of ${decimal(presentKappa)}`,
  ];
}

function differing(title: string, records: readonly Misaligned[]): string[] {
  if (records.length === 0) return [];
  const lines = records.slice(0, mostShown).map(({ id, judge, reason, notes }) => {
    const parts = [
      `judge ${judge}`,
      ...(reason === null ? [] : [`reason: ${reason}`]),
      ...(notes === null ? [] : [`people: ${notes}`]),
    ];
    return terminalLine(`  ${id}: ${parts.join("; ")}`).slice(0, 300);
  });
  const rest = records.length - lines.length;
  return ["", `${title}: ${records.length}`, ...lines, ...(rest > 0 ? [`  and ${rest} more; list them with --json`] : [])];
}

function shown({ value, lower, upper }: Estimate): string {
  if (lower === null || upper === null) return decimal(value);
  return `${decimal(value)} (95 %: ${decimal(lower)} to ${decimal(upper)})`;
}

function decimal(value: number | null): string {
  return value === null ? "–" : value.toFixed(2);
}

function share(value: number | null): string {
  return value === null ? "–" : `${Math.round(value * 100)} %`;
}
