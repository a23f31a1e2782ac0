/** Measures how well a judge's binary answers agree with people's labels. */

/** Measures that are undefined if their denominator is 0. */
export type AlignmentMeasure = "accuracy" | "precision" | "recall" | "specificity" | "f1" | "kappa";

export interface Alignment extends Readonly<Record<AlignmentMeasure, number>> {
  readonly tp: number;
  readonly tn: number;
  readonly fp: number;
  readonly fn: number;
  /** Measures that are undefined because their denominator is 0; their number is a substitute. */
  readonly undefined: readonly AlignmentMeasure[];
}

/** Compares two lists of 0 and 1, with 1 as the positive class; undefined measures get a substitute and are listed. */
export function alignment(human: readonly number[], judge: readonly number[]): Alignment {
  const { tp, tn, fp, fn } = countConfusion(human, judge);
  const n = human.length;
  const missing: AlignmentMeasure[] = [];
  const share = (name: AlignmentMeasure, part: number, whole: number): number => {
    if (whole !== 0) return part / whole;
    missing.push(name);
    return 0;
  };
  const accuracy = share("accuracy", tp + tn, n);
  const precision = share("precision", tp, tp + fp);
  const recall = share("recall", tp, tp + fn);
  const specificity = share("specificity", tn, tn + fp);
  const f1 = share("f1", 2 * precision * recall, precision + recall);
  const byChance = n === 0 ? 1 : ((tp + fp) * (tp + fn) + (tn + fn) * (tn + fp)) / n ** 2;
  const kappa = byChance === 1 && accuracy === 1 ? 1 : share("kappa", accuracy - byChance, 1 - byChance);
  if (byChance === 1 && accuracy === 1) missing.push("kappa");
  return { tp, tn, fp, fn, accuracy, precision, recall, specificity, f1, kappa, undefined: missing };
}

function countConfusion(human: readonly number[], judge: readonly number[]) {
  if (human.length !== judge.length)
    throw new RangeError(`The lists differ in length: ${human.length} labels by people, ${judge.length} by the judge`);
  const counts = { tp: 0, tn: 0, fp: 0, fn: 0 };
  human.forEach((label, index) => {
    const answer = judge[index];
    if ((label !== 0 && label !== 1) || (answer !== 0 && answer !== 1))
      throw new RangeError(`Label ${index} is ${label} by people and ${answer} by the judge; both must be 0 or 1`);
    counts[label === 1 ? (answer === 1 ? "tp" : "fn") : answer === 1 ? "fp" : "tn"] += 1;
  });
  return counts;
}
