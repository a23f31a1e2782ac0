/** Renders the output of `axis calibrate`: the agreement first, then warnings, then the records to review. */
import type { Agreement, Estimate, MisalignedRecord } from "../../core/report/calibration.ts";
import { terminalLine } from "../../report/text/terminal-safe.ts";

const maxShownRecords = 5;

export function renderAgreement(found: Agreement): string[] {
  const { n, threshold, kappa, reading } = found;
  const words = reading === null ? "unknown" : reading;
  return [
    `Agreement between the judge and people: ${words} (kappa ${formatEstimate(kappa)})`,
    "",
    `labels        ${n}, ${formatPercent(found.baseRate)} of them passes; scores of at least ${threshold} count as a pass`,
    `accuracy      ${formatEstimate(found.accuracy)}`,
    `kappa         ${formatEstimate(kappa)}`,
    `AC1           ${formatEstimate(found.ac1)}`,
    `alpha         ${formatEstimate(found.alpha)}`,
    ...(found.weightedKappa === undefined ? [] : [`weighted      ${formatEstimate(found.weightedKappa)}`]),
    `precision     ${formatDecimal(found.precision)}   F1 ${formatDecimal(found.f1)}`,
    `sensitivity   ${formatDecimal(found.sensitivity)}   specificity ${formatDecimal(found.specificity)}`,
    `people / judge  pass / pass ${found.truePositives}, pass / fail ${found.falseNegatives}, fail / pass ${found.falsePositives}, fail / fail ${found.trueNegatives}`,
    `mean          ${formatEstimate(found.correctedMean)}, corrected to match people`,
    ...renderThreshold(found),
    ...found.warnings.map((warning) => `Warning: ${warning}`),
    ...renderDisagreements("Too lenient (people say fail)", found.tooLenient),
    ...renderDisagreements("Too strict (people say pass)", found.tooStrict),
  ];
}

function renderThreshold({ betterThreshold: better, threshold }: Agreement): string[] {
  if (better === null || better.kappa === null || better.threshold === threshold) return [];
  if (better.kappa <= (better.presentKappa ?? -1)) return [];
  const { kappa, presentKappa } = better;
  return [
    `A threshold of ${better.threshold} works better on the held-out half of the records: kappa ${formatDecimal(kappa)} instead of ${formatDecimal(presentKappa)}`,
  ];
}

function renderDisagreements(title: string, records: readonly MisalignedRecord[]): string[] {
  if (records.length === 0) return [];
  const lines = records.slice(0, maxShownRecords).map(({ id, judge, reason, notes }) => {
    const parts = [
      `judge ${judge}`,
      ...(reason === null ? [] : [`reason: ${reason}`]),
      ...(notes === null ? [] : [`people: ${notes}`]),
    ];
    return terminalLine(`  ${id}: ${parts.join("; ")}`).slice(0, 300);
  });
  const rest = records.length - lines.length;
  return [
    "",
    `${title}: ${records.length}`,
    ...lines,
    ...(rest > 0 ? [`  and ${rest} more; list them with --json`] : []),
  ];
}

function formatEstimate({ value, lower, upper }: Estimate): string {
  if (lower === null || upper === null) return formatDecimal(value);
  return `${formatDecimal(value)} (95 %: ${formatDecimal(lower)} to ${formatDecimal(upper)})`;
}

function formatDecimal(value: number | null): string {
  return value === null ? "–" : value.toFixed(2);
}

function formatPercent(value: number | null): string {
  return value === null ? "–" : `${Math.round(value * 100)} %`;
}
