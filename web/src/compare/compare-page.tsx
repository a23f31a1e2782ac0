/** Compares two runs of one report, or of two. */
import type { ComponentChildren } from "preact";
import type { PageIndex } from "../../../src/report/html/page-index.ts";
import type { ViewData } from "../app.tsx";
import { findRun, useRun } from "../data/use-run.ts";
import type { RunData } from "../data/run-data.ts";
import { formatDay } from "../parts/moment.ts";
import { NotFound } from "../parts/not-found.tsx";
import { compareLink, type RunAddress, runLink } from "../page-routes.ts";
import { safe } from "../text/safe.ts";
import { type ComparedRun, RunsCompared } from "./runs-compared.tsx";
import { TrialChoice } from "./trial-choice.tsx";

interface PairAddress {
  readonly a: RunAddress;
  readonly b: RunAddress;
}

export function ComparePage({ source, index, a, b }: ViewData & PairAddress) {
  return (
    <ReadRuns {...{ source, index, a, b }}>
      {(before, after) => (
        <RunsCompared
          {...{ before, after }}
          crumbs={<a href="#/">All results</a>}
          actions={
            <TrialChoice {...{ index, a, b }} onChoose={(one, other) => (location.hash = compareLink(one, other))} />
          }
        />
      )}
    </ReadRuns>
  );
}

interface ReadRunsProps extends ViewData, PairAddress {
  readonly children: (before: ComparedRun, after: ComparedRun) => ComponentChildren;
}

/** Shows its content once both runs are read. */
export function ReadRuns({ source, index, a, b, children }: ReadRunsProps) {
  const found = [findRun(index, a), findRun(index, b)] as const;
  const before = useRun(source, found[0]?.place);
  const after = useRun(source, found[1]?.place);
  if (found.some((run) => run === undefined || run.place.page !== undefined))
    return <NotFound>This page does not have both runs.</NotFound>;
  if (before === null || after === null) return <p class="waiting">Loading both runs.</p>;
  for (const reading of [before, after])
    if ("error" in reading) return <p class="notice">A run cannot be read: {safe(reading.error)}</p>;
  if ("error" in before || "error" in after || !before.data.isWhole || !after.data.isWhole)
    return <p class="waiting">Loading both runs.</p>;
  const toSide = (data: RunData, address: RunAddress): ComparedRun => ({
    data,
    source,
    linkTo: (step) => runLink(address, step),
    origin: nameReport(index, address.side),
  });
  return <>{children(toSide(before.data, a), toSide(after.data, b))}</>;
}

/** Its day; the name if two reports are of one day. */
function nameReport({ reports }: PageIndex, side: number): string {
  const days = reports.map(({ report }) => (report === null ? "" : formatDay(Date.parse(report.timestamp))));
  return new Set(days).size === days.length ? (days[side] ?? "") : (reports[side]?.name ?? "");
}
