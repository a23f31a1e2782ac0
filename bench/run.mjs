/**
 * Measures AXIS and prints the figures beside their targets: node --expose-gc bench/run.mjs [name...]
 * Nothing fails for being slow: figures are compared within one run, on whatever machine this is.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { availableParallelism, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { cells, longRuns } from "./cells.mjs";
import { blindJudge } from "./blind-judge.mjs";
import { compete } from "./compete.mjs";
import { dashboard } from "./dashboard.mjs";
import { dataset } from "./dataset.mjs";
import { falseAlarms } from "./false-alarms.mjs";
import { fixes } from "./fixes.mjs";
import { output } from "./output.mjs";
import { overhead } from "./overhead.mjs";
import { gateway } from "./gateway.mjs";
import { metrics } from "./metrics.mjs";
import { page } from "./page.mjs";
import { processes } from "./processes.mjs";
import { sandbox } from "./sandbox.mjs";
import { scoring } from "./scoring.mjs";
import { server } from "./server.mjs";
import { startup } from "./startup.mjs";
import { transcript } from "./transcript.mjs";
import { workers } from "./workers.mjs";

const benches = {
  startup,
  dataset,
  processes,
  sandbox: () => sandbox(),
  overhead,
  gateway: () => gateway(),
  cells,
  "long-runs": longRuns,
  transcript,
  output,
  metrics,
  workers,
  scoring,
  fixes: () => fixes(),
  "false-alarms": () => falseAlarms(),
  compete: () => compete(),
  judge: () => blindJudge(),
  server: () => server(),
  page: () => page(),
  dashboard,
};
const wanted = process.argv.slice(2);
const unknown = wanted.find((name) => !(name in benches));
if (unknown !== undefined) throw new Error(`There is no bench "${unknown}": ${Object.keys(benches).join(", ")}`);

// One folder for all, removed at the end: some file systems are slow to make files where many were just removed.
const folder = mkdtempSync(join(tmpdir(), "axis-bench-"));
try {
  console.log(`node ${process.versions.node}, ${availableParallelism()} processors, load ${loadavg()[0].toFixed(1)}`);
  for (const [name, bench] of Object.entries(benches))
    if (wanted.length === 0 || wanted.includes(name)) await bench(folder);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
