/** Renders each row once per render function, so that scrolling renders only rows that come into view. */
import type { ComponentChild } from "preact";
import { useMemo } from "preact/hooks";

/** A row keeps its position as long as the render function is the same. */
export type RenderRow<T extends object> = (row: T, index: number) => ComponentChild;

export function useRenderOnce<T extends object>(draw: RenderRow<T>): RenderRow<T> {
  return useMemo(() => renderOnce(draw), [draw]);
}

/** Returns the same element again, so that Preact skips it. */
export function renderOnce<T extends object>(draw: RenderRow<T>): RenderRow<T> {
  const drawn = new WeakMap<T, { readonly child: ComponentChild }>();
  return (row, index) => {
    const known = drawn.get(row) ?? { child: draw(row, index) };
    drawn.set(row, known);
    return known.child;
  };
}
