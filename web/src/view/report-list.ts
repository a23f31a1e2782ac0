/** The reports of a project as rows, newest first. */
import type { ListedReport } from "../../../src/report/html/listing-index.ts";

/** How much the AXIS Result changed since the report before, of the same project and with a number; null if there is none. */
export function findChange(reports: readonly ListedReport[], place: number): number | null {
  const report = reports[place];
  const now = report?.summary.averageAxisScore ?? null;
  if (report === undefined || now === null || report.isScripted) return null;
  const before = reports
    .slice(place + 1)
    .find(({ name, isScripted, summary }) => name === report.name && !isScripted && summary.averageAxisScore !== null);
  return before === undefined ? null : now - (before.summary.averageAxisScore ?? now);
}

/** The address of the comparison of two reports: the older one comes first. */
export function compareAddress(reports: readonly ListedReport[], ticked: readonly string[]): string | null {
  const [newer, older, ...others] = reports.filter(({ id }) => ticked.includes(id));
  if (newer === undefined || older === undefined || others.length > 0) return null;
  return `/compare/${encodeURIComponent(older.id)}/${encodeURIComponent(newer.id)}/`;
}

/** Ticking a third report drops the one that was ticked first. */
export function toggleTick(ticked: readonly string[], id: string): readonly string[] {
  return ticked.includes(id) ? ticked.filter((other) => other !== id) : [...ticked, id].slice(-2);
}

/** Who won a competition, else the verdict; null while the report is running. */
export function readOutcome({
  verdict,
  competition,
}: Pick<ListedReport, "verdict" | "competition">): { readonly word: string; readonly sentence: string } | null {
  if (verdict === null) return null;
  return competition ?? { word: verdict.verdict, sentence: verdict.sentence };
}
