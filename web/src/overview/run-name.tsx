/** The link to a run, on this page or on another one. */
import type { ComponentChildren } from "preact";
import type { PageReport } from "../../../src/report/html/page-index.ts";
import { findPlace } from "../data/use-run.ts";
import { runLink } from "../page-routes.ts";

interface RunNameProps {
  readonly page: PageReport;
  readonly side: number;
  readonly run: { readonly runId: string; readonly file: string };
  readonly title?: string;
  readonly children: ComponentChildren;
}

/** Plain text for a run that did not take place. */
export function RunName({ page, side, run, title, children }: RunNameProps) {
  const place = findPlace(page, run.file);
  if (place === undefined) return <span title={title}>{children}</span>;
  return (
    <a href={`${place.page ?? ""}${runLink({ side, runId: run.runId })}`} title={title}>
      {children}
    </a>
  );
}
