/** A table of any length: only visible rows are rendered, and the page itself scrolls. */
import type { ComponentChildren, Ref } from "preact";
import { forwardRef, type CSSProperties } from "preact/compat";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { WindowVirtualizer, type WindowVirtualizerHandle } from "virtua";
import { formatShortMoment } from "../../parts/moment.ts";
import { type RenderRow, useRenderOnce } from "../../parts/render-once.ts";
import { safeLine } from "../../text/safe.ts";
import type { RunSummary } from "../api/answers.ts";
import type { RunSort } from "./run-filters.ts";
import { type ListItem, listItems, type RunGroup } from "./run-groups.ts";
import { listRunColumns, RunCells, type RunChoice } from "./run-row.tsx";

interface RunTableProps {
  readonly rows: readonly RunSummary[];
  readonly sort: RunSort;
  readonly isBusy: boolean;
  readonly showsWorkspace: boolean;
  readonly showsCard: boolean;
  readonly runLink: (run: RunSummary) => string;
  /** The list of the runs of one report. */
  readonly reportLink: (report: string) => string;
  readonly choice: RunChoice | null;
  /** The end of the loaded rows is near. */
  readonly onEnd: () => void;
}

/** Pixels rendered beyond the window, enough for keyboard navigation. */
const bufferSize = 600;
/** Load more this many rows before the end. */
const rowsAhead = 40;

export function RunTable({ rows, sort, isBusy, showsCard, choice, onEnd, ...props }: RunTableProps) {
  const handle = useRef<WindowVirtualizerHandle>(null);
  // Sorted by a number, runs of one report are not next to each other.
  const items = useMemo(() => listItems(rows, sort === "newest"), [rows, sort]);
  const look = () => {
    const list = handle.current;
    if (list !== null && list.findItemIndex(list.scrollOffset + list.viewportSize) > items.length - rowsAhead) onEnd();
  };
  useEffect(look, [items]);
  return (
    <table role="table" class={`runs ${showsCard ? "with-card" : ""}`} aria-rowcount={-1} aria-busy={isBusy}>
      <caption class="sr">Runs</caption>
      <thead role="rowgroup">
        <tr role="row" aria-rowindex={1}>
          {listRunColumns(showsCard).map(({ name, title, isNumber, sort: by }) => (
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
      <Rows handle={handle} items={items} onScroll={look}>
        {(item) => <ItemCells item={item} showsCard={showsCard} choice={choice} {...props} />}
      </Rows>
    </table>
  );
}

type ItemCellsProps = Omit<RunTableProps, "rows" | "sort" | "isBusy" | "onEnd"> & { readonly item: ListItem };

function ItemCells({ item, showsWorkspace, showsCard, runLink, reportLink, choice }: ItemCellsProps) {
  if (item.kind === "group") return <GroupCells group={item.group} reportLink={reportLink} />;
  const { run } = item;
  const workspace = showsWorkspace ? run.workspace : null;
  return <RunCells run={run} href={runLink(run)} workspace={workspace} showsCard={showsCard} choice={choice} />;
}

function GroupCells({ group, reportLink }: { readonly group: RunGroup; readonly reportLink: (id: string) => string }) {
  const { reportId, at } = group;
  return (
    <th role="rowheader" scope="rowgroup" class="of-group">
      {reportId === null ? (
        "In no report"
      ) : (
        <>
          Report <a href={reportLink(reportId)}>{safeLine(reportId, 80)}</a>
        </>
      )}{" "}
      <small>{formatShortMoment(at, new Date())}</small>
    </th>
  );
}

interface RowsProps {
  readonly items: readonly ListItem[];
  readonly handle: Ref<WindowVirtualizerHandle>;
  readonly onScroll: () => void;
  readonly children: RenderRow<ListItem>;
}

function Rows({ items, handle, onScroll, children }: RowsProps) {
  // virtua is written for React; the types of refs and children have other names in Preact.
  const parts = { as: Body, item: Row, children: useRenderOnce(children) };
  const props = { ref: handle, data: items, bufferSize, onScroll, ...parts } as unknown as Parameters<
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
