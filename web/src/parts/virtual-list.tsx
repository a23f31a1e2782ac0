/** A list of any length that renders only visible rows. */
import type { RefObject } from "preact";
import { VList, type VListHandle } from "virtua";
import { type RenderRow, useRenderOnce } from "./render-once.ts";

export interface ListHandle {
  scrollToIndex: VListHandle["scrollToIndex"];
}

interface VirtualListProps<T extends object> {
  readonly rows: readonly T[];
  readonly height: string;
  readonly handle: RefObject<ListHandle | null>;
  readonly children: RenderRow<T>;
}

export function VirtualList<T extends object>({ rows, height, handle, children }: VirtualListProps<T>) {
  // virtua is written for React; the types of refs and children have other names in Preact.
  const props = {
    ref: handle,
    children: useRenderOnce(children),
    data: rows,
    style: { height },
  } as unknown as Parameters<typeof VList>[0];
  return <VList {...props} />;
}
