/** The four walks through the source: for each, the files to read in order, from the command to the result. */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";

const source = join(dirname(fileURLToPath(import.meta.url)), "../src");

const start = ["cli/main", "cli/dispatch", "cli/run-command"];

const run = [
  ...start,
  "cli/commands/run",
  "cli/project",
  "cli/run-project",
  "cli/run-request",
  // The plan.
  "config/load-plan",
  "config/load-project",
  "config/load-config",
  "config/scenarios",
  "config/plan-agents",
  "config/plan-judges",
  "config/plan-jobs",
  // The report it becomes.
  "evaluate/evaluate",
  "evaluate/session",
  "evaluate/stop-conditions",
  "evaluate/report-writer",
  "evaluate/job-steps",
  "store/files",
  "store/file-report",
  "store/journal/journal",
  // One job in its workspace.
  "runner/site",
  "runner/workspace/workspace",
  "runner/run-job",
  "runner/turns/agent-driver",
  "process/scope",
  "agents/command",
  "runner/recorder",
  "runner/gates/gate-runner",
  "runner/gates/run-gates",
  "runner/verify/verify",
  "runner/ending/outcome",
  // Its numbers.
  "agents/transcript/gather",
  "evaluate/judge-run",
  "judging/scoring/axis-result",
  "judging/scoring/ask",
  "judging/rules/rules",
  "judging/scoring/process-score",
  "judging/scorecard/score-run",
  // What people see.
  "report/build",
  "report/report-verdict",
  "report/page/write-page",
  "cli/print-report",
  "report/text/render-table",
];

const evaluation = [
  ...start,
  "cli/commands/eval",
  "cli/eval/eval-flags",
  "metrics/evaluate-dataset",
  // What is measured, with what.
  "metrics/evaluation/planning/plan",
  "metrics/evaluation/planning/source",
  "metrics/datasets/dataset",
  "metrics/datasets/formats",
  "metrics/datasets/lines",
  "metrics/datasets/items",
  "metrics/evaluation/planning/units",
  "metrics/evaluation/planning/metric-spec",
  "metrics/registry",
  "metrics/heuristic/exact-string-match",
  "metrics/define-metric",
  "cli/eval/open-judge",
  "metrics/evaluation/planning/metric-models",
  "judging/models/open-model",
  // Measuring.
  "metrics/evaluation/session",
  "metrics/evaluation/measure-item",
  "metrics/execution/run-metric",
  "metrics/evaluation/results/row",
  "metrics/evaluation/results/row-recorder",
  "metrics/evaluation/results/results-file",
  // The result.
  "metrics/evaluation/summary/summaries",
  "metrics/evaluation/summary/check-gates",
  "metrics/evaluation/exports/write-results",
  "metrics/evaluation/exports/table",
];

/** Beyond `axis run`: what a server adds to it. */
const serve = [
  ...start,
  "cli/commands/serve",
  "cli/serve/settings",
  // The database, an index of the project's reports.
  "store/sql/open",
  "store/sql/drivers/pglite",
  "store/sql/schema/migrate",
  "cli/serve/local-index",
  "store/sql/intake/reports",
  // A request.
  "server/listen",
  "server/app",
  "server/guards/every-request",
  "server/routes/submission",
  "server/guard-route",
  // The run it asks for.
  "cli/serve/local-runs",
  "worker/local/local-runs",
  "worker/asking/submit",
  "store/sql/runs/runs",
  "worker/local/local-slots",
  "store/sql/runs/claim",
  "worker/local/run-rows",
  "worker/live/live-run",
  "store/sql/runs/scoring",
  // The next start.
  "worker/local/interrupted-runs",
  "worker/local/open-reports",
  // Watching it.
  "store/sql/runs/run-events",
  "server/route-deps",
  "server/live/event-hub",
  "server/routes/events",
  "server/live/event-stream",
  "server/routes/transcript",
  "server/routes/run",
  "server/files/local-files",
];

const compare = [
  ...start,
  "cli/commands/compare",
  "cli/project",
  "store/files",
  "store/documents/read-document",
  // The verdict.
  "report/compare",
  "report/comparable",
  "report/trials/trials",
  "report/verdicts/verdicts",
  "report/verdicts/sides",
  "statistics/two-groups/compare-runs",
  "statistics/two-groups/pairing",
  "report/verdicts/causes",
  "report/verdicts/needed",
  "statistics/planning/power",
  // What people see.
  "cli/print-comparison",
  "report/text/render-comparison",
  "report/text/render-verdicts",
];

/** Files that only list others: rows with a module each, or the exports of a room. Nothing happens in them. */
const tables = new Set(["cli/command-table", "agents/catalog", "server/index"]);

/** A walk, the longest it may be, and the files a reader knows from another walk. */
const walks: Record<
  string,
  { readonly files: readonly string[]; readonly most: number; readonly known?: readonly string[] }
> = {
  run: { files: run, most: 45 },
  eval: { files: evaluation, most: 30 },
  serve: { files: serve, most: 35, known: run },
  compare: { files: compare, most: 20 },
};

/** The files that a file imports, now or later. What it imports for types alone is left out. */
function importsOf(file: string): string[] {
  const text = readFileSync(join(source, `${file}.ts`), "utf8");
  const statements = [...text.matchAll(/^(?:import|export) (?!type )([^;]*?) from "(\.[^"]+)"/gm)]
    .filter(([, names = ""]) => !/^\{(?:\s*type [^,}]+,?)+\s*\}$/.test(names))
    .map(([, , path = ""]) => path);
  const later = [...text.matchAll(/\bimport\("(\.[^"]+)"\)/g)].map(([, path = ""]) => path);
  return [...statements, ...later].map((path) => posix.join(posix.dirname(file), path).replace(/\.ts$/, ""));
}

/** What can be reached from a file in one step, or in two through a table. */
function reach(file: string): string[] {
  const direct = importsOf(file);
  return [...direct, ...direct.filter((target) => tables.has(target)).flatMap(importsOf)];
}

describe.each(Object.entries(walks))("the walk of axis %s", (_, { files, most, known = [] }) => {
  test("names files that exist, each once", () => {
    expect(files.filter((file) => !existsSync(join(source, `${file}.ts`)))).toEqual([]);
    expect(files.filter((file, position) => files.indexOf(file) < position)).toEqual([]);
  });

  test("begins with the command line", () => expect(files.slice(0, start.length)).toEqual(start));

  test("never turns back: an earlier file imports each one, or a table that it imports does", () => {
    const reached = new Set([...known, "cli/main"].flatMap((file) => [file, ...reach(file)]));
    const lost: string[] = [];
    for (const file of files) {
      if (!reached.has(file)) lost.push(file);
      for (const target of reach(file)) reached.add(target);
    }
    expect(lost).toEqual([]);
  });

  test("is short enough to read", () => {
    const own = files.filter((file) => !known.includes(file));
    expect(own.length).toBeLessThanOrEqual(most);
  });
});

test("a table only lists: it decides nothing and starts nothing", () => {
  for (const table of tables)
    expect(readFileSync(join(source, `${table}.ts`), "utf8")).not.toMatch(/\b(?:if|while|await|switch)\b[ (]/);
});
