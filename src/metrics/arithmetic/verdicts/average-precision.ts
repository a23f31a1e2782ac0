/** Average precision of a ranked list of flags. */

/** The mean, over the flagged ranks, of the share flagged up to there; 0 when none is. */
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
