/** Two reports, or a baseline and a report, side by side on one page. */
import { relative, resolve } from "node:path";
import type { Comparison } from "../../core/report/comparison.ts";
import type { Report } from "../../core/report.ts";
import type { PageSide } from "../../report/html/pages.ts";
import { terminalLine } from "../../report/text/terminal-safe.ts";
import type { CliDeps } from "../command.ts";
import { writePageFile } from "../../report/page/page-file.ts";
import { createPageSide, openRunsIn } from "../../report/page/page-side.ts";
import { openPage } from "./show-page.ts";

/** A side as the command passes it: a baseline has no report and no runs. */
export interface ComparedSide {
  readonly name: string;
  readonly report?: Report;
  /** The folder with the report's files. */
  readonly folder?: string;
}

interface ComparisonPage {
  readonly before: ComparedSide;
  readonly after: ComparedSide;
  readonly comparison: Comparison;
  readonly file: string;
}

/** The page shows only the results of the comparison. */
export async function writeComparisonPage(page: ComparisonPage, world: CliDeps): Promise<void> {
  const path = resolve(world.cwd, page.file);
  const wanted = new Set(page.comparison.entries.map(({ scenarioKey, agentName }) => `${scenarioKey}\n${agentName}`));
  const sides = [page.before, page.after].map((side) => toPageSide(side, wanted, world));
  await writePageFile(path, { sides, comparison: page.comparison }, { isSingle: true });
  world.terminal.err(`Page: ${relative(world.cwd, path)}`);
  await openPage(path, world);
}

/** Never called, because such a side lists no files. */
const rejectRun = () => Promise.reject(new Error("A baseline has no runs"));

function toPageSide({ name, report, folder }: ComparedSide, wanted: ReadonlySet<string>, world: CliDeps): PageSide {
  if (report === undefined || folder === undefined)
    return { name, report: null, verdict: null, files: [], readRun: rejectRun, onLeftOut: () => {} };
  const results = report.results.filter(({ scenarioKey, agentName }) => wanted.has(`${scenarioKey}\n${agentName}`));
  return createPageSide({
    name: report.reportId,
    report: { ...report, results },
    verdict: null,
    folder: null,
    openRun: openRunsIn(folder),
    onWarning: (message) => world.terminal.err(`Warning: ${terminalLine(message)}`),
  });
}
