/** A part of a text, from its first character to the one after its last. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** Returns the ranges in order and without overlap. */
export function mergeRanges(ranges: readonly TextRange[]): readonly TextRange[] {
  if (ranges.length < 2) return ranges;
  const merged: { start: number; end: number }[] = [];
  for (const { start, end } of ranges.toSorted((a, b) => a.start - b.start)) {
    const last = merged.at(-1);
    if (last !== undefined && start <= last.end) last.end = Math.max(last.end, end);
    else merged.push({ start, end });
  }
  return merged;
}

/** Puts the mark in place of each range. */
export function replaceRanges(text: string, ranges: readonly TextRange[], mark: string): string {
  if (ranges.length === 0) return text;
  const kept = ranges.map(({ start }, at) => text.slice(ranges[at - 1]?.end ?? 0, start));
  return [...kept, text.slice(ranges.at(-1)?.end)].join(mark);
}
