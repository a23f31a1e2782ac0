/** A table of any length: only visible rows are rendered, and the page itself scrolls. */
import type { ComponentChildren, Ref } from "preact";
import { forwardRef, type CSSProperties } from "preact/compat";
import { useEffect, useRef } from "preact/hooks";
import { WindowVirtualizer, type WindowVirtualizerHandle } from "virtua";
import { type RenderRow, useRenderOnce } from "../../parts/render-once.ts";
import type { RunSummary } from "../api/answers.ts";
import type { RunSort } from "./run-filters.ts";
import { RunCells, type RunChoice, runColumns } from "./run-row.tsx";

interface RunTableProps {
  readonly rows: readonly RunSummary[];
  readonly sort: RunSort;
  readonly isBusy: boolean;
  readonly showsWorkspace: boolean;
  readonly runLink: (run: RunSummary) => string;
  readonly choice: RunChoice | null;
  /** The end of the loaded rows is near. */
  readonly onEnd: () => void;
}

/** Pixels rendered beyond the window, enough for keyboard navigation. */
const bufferSize = 600;
/** Load more this many rows before the end. */
const rowsAhead = 40;

export function RunTable({ rows, sort, isBusy, showsWorkspace, runLink, choice, onEnd }: RunTableProps) {
  const handle = useRef<WindowVirtualizerHandle>(null);
  const look = () => {
    const list = handle.current;
    if (list !== null && list.findItemIndex(list.scrollOffset + list.viewportSize) > rows.length - rowsAhead) onEnd();
  };
  useEffect(look, [rows]);
  return (
    <table role="table" class="runs" aria-rowcount={-1} aria-busy={isBusy}>
      <caption class="sr">Runs</caption>
      <thead role="rowgroup">
        <tr role="row" aria-rowindex={1}>
          {runColumns.map(({ name, title, isNumber, sort: by }) => (
            <th
              key={name}
              role="columnheader"
              scope="col"
              class={`of-${name} ${isNumber ? "number" : ""}`}
              aria-sort={by === sort ? "descending" : undefined}
            >
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <Rows handle={handle} rows={rows} onScroll={look}>
        {(run) => (
          <RunCells run={run} href={runLink(run)} workspace={showsWorkspace ? run.workspace : null} choice={choice} />
        )}
      </Rows>
    </table>
  );
}

interface RowsProps {
  readonly rows: readonly RunSummary[];
  readonly handle: Ref<WindowVirtualizerHandle>;
  readonly onScroll: () => void;
  readonly children: RenderRow<RunSummary>;
}

function Rows({ rows, handle, onScroll, children }: RowsProps) {
  // virtua is written for React; the types of refs and children have other names in Preact.
  const parts = { as: Body, item: Row, children: useRenderOnce(children) };
  const props = { ref: handle, data: rows, bufferSize, onScroll, ...parts } as unknown as Parameters<
    typeof WindowVirtualizer
  >[0];
  return <WindowVirtualizer {...props} />;
}

interface PartProps {
  readonly style: CSSProperties;
  readonly index?: number;
  readonly children: ComponentChildren;
}

const Body = forwardRef<HTMLTableSectionElement, PartProps>(({ style, children }, ref) => (
  <tbody role="rowgroup" ref={ref} style={style}>
    {children}
  </tbody>
));

/** Row 1 is the head. */
const Row = forwardRef<HTMLTableRowElement, PartProps>(({ style, index = 0, children }, ref) => (
  <tr role="row" ref={ref} style={style} aria-rowindex={index + 2}>
    {children}
  </tr>
));
