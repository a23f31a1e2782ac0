/** A stored report as one side of a page. */
import type { Report } from "../../core/report.ts";
import { type PageReport, removeAudits } from "../../report/html/page-index.ts";
import { decideVerdict } from "../../report/report-verdict.ts";
import { toRunPlaces } from "../view/viewed-report.ts";

export function toPageReport(report: Report): PageReport {
  return {
    name: report.reportId,
    report: { ...report, results: report.results.map(removeAudits) },
    verdict: report.verdict ?? decideVerdict(report),
    runs: toRunPlaces(report),
  };
}
