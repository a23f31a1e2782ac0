/** A list of any length: rows far from the window are replaced by empty space, a group at a time. */
import type { RefObject } from "preact";
import { useEffect, useImperativeHandle, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { type RenderRow, useRenderOnce } from "./render-once.ts";

export interface ListHandle {
  /** Renders a row and brings it into view. */
  scrollToIndex(index: number, options?: { readonly align?: "start" | "center" }): void;
}

interface VirtualListProps<T extends object> {
  readonly rows: readonly T[];
  readonly handle: RefObject<ListHandle | null>;
  readonly children: RenderRow<T>;
  /** The height of a box that scrolls by itself; without one, the page scrolls. */
  readonly height?: string;
  /** Shorter lists are rendered whole, so that the browser's own search finds everything. */
  readonly wholeUpTo?: number;
}

const groupSize = 20;
/** Pixels beyond the window in which groups are rendered. */
const margin = "600px 0px";
/** What a row is taken for until one of its group was rendered. */
const guessedHeight = 36;

export function VirtualList<T extends object>(props: VirtualListProps<T>) {
  const { rows, height, handle, children, wholeUpTo = 0 } = props;
  const box = useRef<HTMLDivElement>(null);
  const render = useRenderOnce(children);
  const groups = useMemo(() => splitRows(rows), [rows]);
  const isWhole = rows.length <= wholeUpTo;
  const { near, heights, show } = useNearGroups(box, {
    count: groups.length,
    hasOwnBox: height !== undefined,
    isWhole,
  });
  const [wanted, setWanted] = useState<{ readonly index: number; readonly align: "start" | "center" } | null>(null);
  useImperativeHandle(handle, () => ({
    scrollToIndex(index, { align = "start" } = {}) {
      show(Math.floor(index / groupSize));
      setWanted({ index, align });
    },
  }));
  useLayoutEffect(() => {
    if (wanted === null) return;
    const group = box.current?.children[Math.floor(wanted.index / groupSize)];
    group?.children[wanted.index % groupSize]?.scrollIntoView({ block: wanted.align, behavior: "instant" });
  }, [wanted]);
  return (
    <div ref={box} style={height === undefined ? undefined : { height, overflowY: "auto" }}>
      {groups.map((group, index) => {
        const isNear = isWhole || near.has(index);
        const empty = heights.get(index) ?? group.length * guessedHeight;
        return (
          <div key={index} data-group={index} style={isNear ? undefined : { height: `${empty}px` }}>
            {isNear && group.map((row, at) => render(row, index * groupSize + at))}
          </div>
        );
      })}
    </div>
  );
}

function splitRows<T>(rows: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(rows.length / groupSize) }, (_, index) =>
    rows.slice(index * groupSize, (index + 1) * groupSize),
  );
}

interface Watched {
  readonly count: number;
  readonly hasOwnBox: boolean;
  readonly isWhole: boolean;
}

/** The groups near the window, and the last height of the others. */
function useNearGroups(box: RefObject<HTMLElement | null>, { count, hasOwnBox, isWhole }: Watched) {
  const [near, setNear] = useState<ReadonlySet<number>>(() => new Set([0, 1]));
  const { current: heights } = useRef(new Map<number, number>());
  const { current: latest } = useRef({ near });
  const update = (next: ReadonlySet<number>) => {
    latest.near = next;
    setNear(next);
  };
  useEffect(() => {
    if (isWhole || box.current === null) return;
    const look = (entries: readonly IntersectionObserverEntry[]) => {
      const next = new Set(latest.near);
      for (const { target, isIntersecting, boundingClientRect } of entries) {
        const group = Number((target as HTMLElement).dataset["group"]);
        if (!isIntersecting && next.delete(group)) heights.set(group, boundingClientRect.height);
        else if (isIntersecting) next.add(group);
      }
      update(next);
    };
    const watcher = new IntersectionObserver(look, { root: hasOwnBox ? box.current : null, rootMargin: margin });
    for (const child of box.current.children) watcher.observe(child);
    return () => watcher.disconnect();
  }, [count, hasOwnBox, isWhole]);
  const show = (group: number) => {
    if (!isWhole && !latest.near.has(group)) update(new Set([...latest.near, group]));
  };
  return { near, heights, show };
}
