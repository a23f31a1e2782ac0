/** A list of any length that lays out only the rows one looks at. */
import type { ComponentChild, RefObject } from "preact";
import { VList, type VListHandle } from "virtua";

export interface ListHandle {
  scrollToIndex: VListHandle["scrollToIndex"];
}

interface VirtualListProps<T> {
  readonly rows: readonly T[];
  readonly height: string;
  readonly handle: RefObject<ListHandle | null>;
  readonly children: (row: T, index: number) => ComponentChild;
}

export function VirtualList<T>({ rows, height, handle, children }: VirtualListProps<T>) {
  // The package is written for React, whose types of refs and children differ in name only.
  const own = { ref: handle, children, data: rows, style: { height } } as unknown as Parameters<typeof VList>[0];
  return <VList {...own} />;
}
