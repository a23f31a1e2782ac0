/** The rows of the list: runs, with a heading where the report changes. */
import type { RunSummary } from "../api/answers.ts";

export interface RunGroup {
  /** Null for runs that belong to no report. */
  readonly reportId: string | null;
  /** When its first shown run was queued. */
  readonly at: string;
}

export type ListItem =
  | { readonly kind: "run"; readonly run: RunSummary }
  | { readonly kind: "group"; readonly group: RunGroup };

/** An item stays the same object as long as its run does, so that it is rendered once. */
const items = new WeakMap<RunSummary, { readonly run: ListItem; group?: ListItem }>();

/** No heading above runs without a report that come first: there is nothing to tell them from. */
export function listItems(rows: readonly RunSummary[], isGrouped: boolean): ListItem[] {
  let last: string | null = null;
  return rows.flatMap((run) => {
    const item = items.get(run) ?? { run: { kind: "run", run } as const };
    items.set(run, item);
    const isNext = isGrouped && run.report_id !== last;
    last = run.report_id;
    if (!isNext) return [item.run];
    item.group ??= { kind: "group", group: { reportId: run.report_id, at: run.queued_at } };
    return [item.group, item.run];
  });
}
