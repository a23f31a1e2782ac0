/** Aligns two sequences: what both have, in order, and what only one of them has. */

/** Positions in both sequences; null if that sequence has no matching step. */
export interface AlignedStep {
  readonly before: number | null;
  readonly after: number | null;
}

interface Alignment {
  readonly steps: readonly AlignedStep[];
  /** False if the sequences differ so much that the search for the shortest edit was skipped. */
  readonly isShortest: boolean;
}

/** The search stops after this many edits: beyond that it would cost more than it is worth. */
const mostEdits = 2000;

/** Finds the fewest steps that only one side has (Myers, 1986), between a common start and a common end. */
export function align(before: readonly string[], after: readonly string[]): Alignment {
  const start = commonStart(before, after);
  const end = commonEnd(before, after, start);
  const olds = before.slice(start, before.length - end);
  const news = after.slice(start, after.length - end);
  const middle = findShortestEdit(olds, news);
  const shift = ({ before: old, after: now }: AlignedStep): AlignedStep => ({
    before: old === null ? null : old + start,
    after: now === null ? null : now + start,
  });
  return {
    steps: [
      ...matchedSteps(0, 0, start),
      ...(middle ?? unmatchedSteps(olds.length, news.length)).map(shift),
      ...matchedSteps(before.length - end, after.length - end, end),
    ],
    isShortest: middle !== null,
  };
}

function commonStart(before: readonly string[], after: readonly string[]): number {
  const most = Math.min(before.length, after.length);
  let length = 0;
  while (length < most && before[length] === after[length]) length += 1;
  return length;
}

function commonEnd(before: readonly string[], after: readonly string[], start: number): number {
  const most = Math.min(before.length, after.length) - start;
  let length = 0;
  while (length < most && before.at(-1 - length) === after.at(-1 - length)) length += 1;
  return length;
}

function matchedSteps(before: number, after: number, count: number): AlignedStep[] {
  return Array.from({ length: count }, (_, index) => ({ before: before + index, after: after + index }));
}

function unmatchedSteps(olds: number, news: number): AlignedStep[] {
  return [
    ...Array.from({ length: olds }, (_, before) => ({ before, after: null })),
    ...Array.from({ length: news }, (_, after) => ({ before: null, after })),
  ];
}

/** Null if more than `mostEdits` edits would be needed. */
function findShortestEdit(olds: readonly string[], news: readonly string[]): AlignedStep[] | null {
  const limit = Math.min(olds.length + news.length, mostEdits);
  /** The furthest position in `olds` reached on each diagonal; index 0 is diagonal -limit - 1. */
  const reach = new Int32Array(2 * limit + 3);
  const center = limit + 1;
  const trail: Int32Array[] = [];
  for (let edits = 0; edits <= limit; edits += 1) {
    trail.push(reach.slice(center - edits - 1, center + edits + 2));
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      const at = center + diagonal;
      const down = diagonal === -edits || (diagonal !== edits && reach[at - 1]! < reach[at + 1]!);
      let old = down ? reach[at + 1]! : reach[at - 1]! + 1;
      while (old < olds.length && old - diagonal < news.length && olds[old] === news[old - diagonal]) old += 1;
      reach[at] = old;
      if (old >= olds.length && old - diagonal >= news.length) return traceBack(trail, olds.length, news.length);
    }
  }
  return null;
}

/** Follows the trail from the end to the start, then reverses the steps. */
function traceBack(trail: readonly Int32Array[], olds: number, news: number): AlignedStep[] {
  const steps: AlignedStep[] = [];
  let [old, now] = [olds, news];
  for (let edits = trail.length - 1; edits > 0; edits -= 1) {
    const reach = trail[edits]!;
    // The slice of each edit starts one diagonal below its lowest.
    const at = (diagonal: number) => reach[diagonal + edits + 1]!;
    const diagonal = old - now;
    const down = diagonal === -edits || (diagonal !== edits && at(diagonal - 1) < at(diagonal + 1));
    const from = down ? diagonal + 1 : diagonal - 1;
    const [oldBefore, nowBefore] = [at(from), at(from) - from];
    while (old > oldBefore && now > nowBefore) steps.push({ before: (old -= 1), after: (now -= 1) });
    if (down) steps.push({ before: null, after: (now -= 1) });
    else steps.push({ before: (old -= 1), after: null });
  }
  while (old > 0 && now > 0) steps.push({ before: (old -= 1), after: (now -= 1) });
  return steps.toReversed();
}
