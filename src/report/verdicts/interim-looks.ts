/** A comparison with two looks: after half of the trials and at the end. Each look has its own share of alpha. */
import type { Comparison } from "../../core/report/comparison.ts";
import type { Report } from "../../core/report.ts";
import { alphaSpending } from "../../statistics/planning/sequential.ts";

/** Compares at a significance level. */
export type CompareAt = (report: Report, alpha: number) => Comparison;

export class InterimLooks {
  readonly #compare: CompareAt;
  readonly #levels: readonly [number, number];
  #decided = false;

  /** Two looks at the full level would be wrong more often than the level allows. */
  constructor(compare: CompareAt, alpha: number) {
    const [early = alpha, late = alpha] = alphaSpending(alpha, [0.5, 1]);
    this.#compare = compare;
    this.#levels = [early, late];
  }

  /** Whether half of the trials already decide every agent's verdict. */
  isDecided = (report: Report): boolean => {
    const { verdicts } = this.#compare(report, this.#levels[0]);
    this.#decided = verdicts.length > 0 && verdicts.every(({ verdict }) => verdict !== "not-enough-data");
    return this.#decided;
  };

  /** The comparison that counts: the look that decided, or the last one. */
  compareFinal(report: Report): Comparison {
    const look = this.#decided ? 0 : 1;
    const alpha = this.#levels[look];
    return { ...this.#compare(report, alpha), look: { number: look + 1, of: 2, alpha } };
  }
}
