/** Computes the average precision of a ranked list of flags. */

/** Returns the mean precision at each flagged rank; 0 if no rank is flagged. */
export function averagePrecision(flags: readonly boolean[]): number {
  let flagged = 0;
  let total = 0;
  flags.forEach((flag, index) => {
    if (!flag) return;
    flagged += 1;
    total += flagged / (index + 1);
  });
  return flagged === 0 ? 0 : total / flagged;
}
