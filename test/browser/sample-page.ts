/** Pages with made-up reports, written as the command line writes them. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { Report } from "../../src/core/report.ts";
import type { RunDetail } from "../../src/core/report/run-detail.ts";
import { openRunInMemory } from "../../src/core/run/opened-run.ts";
import { buildReport } from "../../src/report/build.ts";
import { toCellResult } from "../../src/report/cell-result.ts";
import { decideVerdict } from "../../src/report/report-verdict.ts";
import { chooseTemplate } from "../../src/report/html/template.ts";
import { buildHtmlPages, type PagesInput, type PagesOptions } from "../../src/report/html/pages.ts";
import { scoringDocument } from "../../src/judging/scoring/scoring-document.ts";
import { defaultWeights } from "../../src/core/score/weights.ts";

const templates = join(dirname(fileURLToPath(import.meta.url)), "../../dist/web");

export interface WrittenPage {
  readonly address: string;
  readonly path: string;
  readonly bytes: number;
  readonly report: Report;
}

export function reportOf(details: readonly RunDetail[], overrides: Partial<Report> = {}): Report {
  const built = buildReport({
    reportId: "2026-06-12-205816",
    name: "sample",
    timestamp: "2026-06-12T20:58:16.000Z",
    durationMs: 60_000,
    state: "complete",
    cells: details.map(({ scenarioKey, agentName, trial }) => ({ scenario: scenarioKey, agent: agentName, trial })),
    results: details.map(toCellResult),
    skipped: 0,
    scoring: scoringDocument(defaultWeights, undefined),
  });
  return { ...built, ...overrides };
}

/** One page with one report. */
export async function writeSample(
  details: readonly RunDetail[],
  overrides: Partial<Report> = {},
  artifacts: Readonly<Record<string, Uint8Array>> = {},
): Promise<WrittenPage> {
  const report = reportOf(details, overrides);
  const side = sideOf(report, details, artifacts);
  return { report, ...(await writePages({ sides: [side], comparison: null })) };
}

export function sideOf(
  report: Report,
  details: readonly RunDetail[],
  artifacts: Readonly<Record<string, Uint8Array>> = {},
): PagesInput["sides"][number] {
  return {
    name: report.reportId,
    report,
    verdict: decideVerdict(report),
    files: details.map(({ file }) => file),
    onLeftOut: (why) => {
      throw why;
    },
    readRun: (file) => {
      const detail = details.find((other) => other.file === file);
      if (detail === undefined) throw new Error(`no run ${file}`);
      return Promise.resolve({
        run: openRunInMemory(detail),
        readArtifact: (name) => Promise.resolve(artifacts[name] ?? null),
      });
    },
  };
}

/** Everything that was written, to be removed at the end. */
export const folders: string[] = [];

/** Removes everything that was written. */
export function removePages(): void {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
}

/** Writes all pages and gives the first. */
export async function writePages(
  input: PagesInput,
  options: Partial<PagesOptions> = {},
): Promise<Omit<WrittenPage, "report">> {
  const folder = mkdtempSync(join(tmpdir(), "axis-page-"));
  folders.push(folder);
  const pageName = (number: number) => (number === 1 ? "report.html" : `report-${number}.html`);
  const template = join(templates, `${chooseTemplate(input.sides.map(({ report }) => report))}.html`);
  const pages = await buildHtmlPages(readFileSync(template, "utf8"), input, { pageName, ...options });
  for (const { name, pieces } of pages) await writeFile(join(folder, name), pieces);
  const path = join(folder, "report.html");
  return { address: pathToFileURL(path).href, path, bytes: readFileSync(path).length };
}
