/** Turns a judge's ranges of a conversation into a partition: every message is in exactly one range. */

export interface Stretch {
  readonly startTurn: number;
  readonly endTurn: number;
}

/**
 * Clamps bounds, sorts by start, gives an overlap to the earlier range, and extends the range before each gap to close it
 // (the first range is extended to the start). Ranges that become empty are dropped.
 */
export function partition<T extends Stretch>(stretches: readonly T[], from: number, to: number): (T & Stretch)[] {
  const kept: (T & Stretch)[] = [];
  let next = from;
  for (const stretch of stretches
    .map((one) => clampStretch(one, from, to - 1))
    .toSorted((one, other) => one.startTurn - other.startTurn)) {
    if (stretch.endTurn < next) continue;
    const startTurn = kept.length === 0 ? from : Math.max(next, stretch.startTurn);
    closeGap(kept, startTurn);
    kept.push({ ...stretch, startTurn });
    next = stretch.endTurn + 1;
  }
  closeGap(kept, to);
  return kept;
}

function clampStretch<T extends Stretch>(stretch: T, first: number, last: number): T & Stretch {
  const within = (turn: number): number => Math.min(last, Math.max(first, Math.round(turn)));
  const [one, other] = [within(stretch.startTurn), within(stretch.endTurn)];
  return { ...stretch, startTurn: Math.min(one, other), endTurn: Math.max(one, other) };
}

function closeGap(kept: Stretch[], before: number): void {
  const last = kept.at(-1);
  if (last !== undefined) kept[kept.length - 1] = { ...last, endTurn: before - 1 };
}
