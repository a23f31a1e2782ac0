/** Fills the page template: one HTML file, or several linked files if one would be too large. */
import type { AxisError } from "../../core/error.ts";
import type { Comparison } from "../../core/report/comparison.ts";
import type { Report } from "../../core/report.ts";
import { axisVersion } from "../../core/version.ts";
import type { ReportVerdict } from "../../core/report/gate.ts";
import { packAll, type PackOptions, type RunLocation } from "./pack-all.ts";
import type { PageRun } from "./pack-run.ts";
import { type PageIndex, type RunPlace, removeAudits, viewChanges } from "./page-index.ts";
import { fillTemplate } from "./template.ts";

/** One report with its runs. */
export interface PageSide {
  readonly name: string;
  readonly report: Report | null;
  readonly verdict: ReportVerdict | null;
  /** Detail files of the runs to show, in packing order. */
  readonly files: readonly string[];
  /** Throws "report-unreadable" if a run cannot be read; its lists do the same. */
  readonly readRun: (file: string) => Promise<PageRun>;
  /** Called with the reason when a run is left off the page. */
  readonly onLeftOut: (why: AxisError) => void;
}

export interface PagesInput {
  readonly sides: readonly PageSide[];
  readonly comparison: Comparison | null;
}

export interface PagesOptions extends PackOptions {
  /** The name of a page by number, from 1. */
  readonly pageName: (number: number) => string;
}

export interface HtmlPage {
  readonly name: string;
  /** The pieces to write, in order. */
  readonly pieces: AsyncIterable<string | Uint8Array>;
}

/** Returns the pages in order; each contains the whole index. */
export async function buildHtmlPages(template: string, input: PagesInput, options: PagesOptions): Promise<HtmlPage[]> {
  const { pages: packed, places } = await packAll(input.sides, options);
  const pages: HtmlPage[] = [];
  for (const [number, blocks] of packed.entries()) {
    const placed = (place: RunLocation): RunPlace =>
      place.page === number ? { block: place.block } : { block: place.block, page: options.pageName(place.page + 1) };
    const index = buildPageIndex(input, (side, file) => {
      const place = places[side]?.get(file);
      return place === undefined ? undefined : placed(place);
    });
    pages.push({ name: options.pageName(number + 1), pieces: await fillTemplate(template, index, blocks.read()) });
  }
  return pages;
}

function buildPageIndex(input: PagesInput, placeOf: (side: number, file: string) => RunPlace | undefined): PageIndex {
  const reports = input.sides.map(({ name, report, verdict, files }, side) => ({
    name,
    report: report === null ? null : { ...report, results: report.results.map(removeAudits) },
    verdict,
    runs: Object.fromEntries(
      files.flatMap((file) => {
        const place = placeOf(side, file);
        return place === undefined ? [] : [[file, place]];
      }),
    ),
  }));
  return { axisVersion, reports, comparison: input.comparison, compared: viewChanges(reports, input.comparison) };
}
