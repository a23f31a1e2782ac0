/** In the masthead of a run: where it belongs, and the failed runs before and after it in the report. */
import type { PageIndex } from "../../../src/report/html/page-index.ts";
import { listRuns } from "../data/trials.ts";
import { findPlace } from "../data/use-run.ts";
import { type RunAddress, runLink } from "../page-routes.ts";

interface FailedRunLinksProps {
  readonly index: PageIndex;
  readonly address: RunAddress;
}

export function FailedRunLinks({ index, address }: FailedRunLinksProps) {
  const { before, after } = findFailedNeighbors(index, address);
  return (
    <>
      {before !== null && <a href={before}>‹ previous failed</a>}
      {after !== null && <a href={after}>next failed ›</a>}
    </>
  );
}

/** In the order of the report; null if there is none on that side. */
function findFailedNeighbors(
  { reports }: PageIndex,
  { side, runId }: RunAddress,
): { readonly before: string | null; readonly after: string | null } {
  const page = reports[side];
  const runs = page?.report?.results.flatMap(listRuns) ?? [];
  const at = runs.findIndex((run) => run.runId === runId);
  const toLink = (found: (typeof runs)[number] | undefined) => {
    const place = found === undefined ? undefined : findPlace(page, found.file);
    return found === undefined || place === undefined
      ? null
      : `${place.page ?? ""}${runLink({ side, runId: found.runId })}`;
  };
  const isFailed = ({ status }: (typeof runs)[number]) => status === "failed";
  return {
    before: at === -1 ? null : toLink(runs.slice(0, at).findLast(isFailed)),
    after: at === -1 ? null : toLink(runs.slice(at + 1).find(isFailed)),
  };
}
