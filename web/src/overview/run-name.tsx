/** The link that leads to a run, on this page or on the one it stands on. */
import type { ComponentChildren } from "preact";
import type { PageReport } from "../../../src/report/html/page-index.ts";
import { findPlace } from "../data/use-run.ts";
import { runLink } from "../page-routes.ts";

interface RunNameProps {
  readonly page: PageReport;
  readonly side: number;
  readonly run: { readonly runId: string; readonly file: string };
  readonly children: ComponentChildren;
}

/** Plain text where a run never took place, so that there is nothing to open. */
export function RunName({ page, side, run, children }: RunNameProps) {
  const place = findPlace(page, run.file);
  if (place === undefined) return <span>{children}</span>;
  return <a href={`${place.page ?? ""}${runLink({ side, runId: run.runId })}`}>{children}</a>;
}
