/** Compares two runs of one report, or of two. */
import type { ViewData } from "../app.tsx";
import { findRun, useRun } from "../data/use-run.ts";
import type { RunData } from "../data/run-data.ts";
import { NotFound } from "../parts/not-found.tsx";
import { type RunAddress, runLink } from "../page-routes.ts";
import { safe } from "../text/safe.ts";
import { type ComparedRun, RunsCompared } from "./runs-compared.tsx";

export function ComparePage({ source, index, a, b }: ViewData & { a: RunAddress; b: RunAddress }) {
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
    origin: `in ${index.reports[address.side]?.name ?? ""}`,
  });
  return (
    <RunsCompared before={toSide(before.data, a)} after={toSide(after.data, b)} crumbs={<a href="#/">All results</a>} />
  );
}
