/** Two reports, or a baseline and a report, side by side on one page. */
import { relative, resolve } from "node:path";
import type { Comparison } from "../../core/report/comparison.ts";
import type { Report } from "../../core/report.ts";
import type { PageSide } from "../../report/html/pages.ts";
import { terminalLine } from "../../report/text/terminal-safe.ts";
import type { CliWorld } from "../command.ts";
import { writePageFile } from "../../page/page-file.ts";
import { pageSide, runsIn } from "../../page/page-side.ts";
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
export async function writeComparisonPage(page: ComparisonPage, world: CliWorld): Promise<void> {
  const path = resolve(world.cwd, page.file);
  const wanted = new Set(page.comparison.entries.map(({ scenarioKey, agentName }) => `${scenarioKey}\n${agentName}`));
  const sides = [page.before, page.after].map((side) => sideOf(side, wanted, world));
  await writePageFile(path, { sides, comparison: page.comparison }, { isSingle: true });
  world.terminal.err(`Page: ${relative(world.cwd, path)}`);
  await openPage(path, world);
}

/** Never called, because such a side lists no files. */
const noRun = () => Promise.reject(new Error("A baseline has no runs"));

function sideOf({ name, report, folder }: ComparedSide, wanted: ReadonlySet<string>, world: CliWorld): PageSide {
  if (report === undefined || folder === undefined)
    return { name, report: null, verdict: null, files: [], readRun: noRun, onLeftOut: () => {} };
  const results = report.results.filter(({ scenarioKey, agentName }) => wanted.has(`${scenarioKey}\n${agentName}`));
  return pageSide({
    name: report.reportId,
    report: { ...report, results },
    verdict: null,
    folder: null,
    openRun: runsIn(folder),
    onWarning: (message) => world.terminal.err(`Warning: ${terminalLine(message)}`),
  });
}
