/** Draws a row once for as long as the function that draws rows is the same: who scrolls has only those drawn that come into view. */
import type { ComponentChild } from "preact";
import { useMemo } from "preact/hooks";

/** A row has one position for as long as one function draws it. */
export type DrawRow<T extends object> = (row: T, index: number) => ComponentChild;

export function useDrawnOnce<T extends object>(draw: DrawRow<T>): DrawRow<T> {
  return useMemo(() => drawnOnce(draw), [draw]);
}

/** What was drawn of a row is given again, and whoever shows it sees that nothing has changed. */
export function drawnOnce<T extends object>(draw: DrawRow<T>): DrawRow<T> {
  const drawn = new WeakMap<T, { readonly child: ComponentChild }>();
  return (row, index) => {
    const known = drawn.get(row) ?? { child: draw(row, index) };
    drawn.set(row, known);
    return known.child;
  };
}
