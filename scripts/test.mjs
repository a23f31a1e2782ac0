/**
 * Runs the unit, io and e2e tests and prints how many lines of src/ the first two cover. Arguments go to vitest.
 * AXIS_TEST_REPORTS names a folder for the JSON report of each part.
 */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const vitest = join(root, "node_modules", "vitest", "vitest.mjs");
const folder = process.env.AXIS_TEST_REPORTS;

// Counting lines slows every loop down, so the tests that start the built package run without it.
const parts = [
  { name: "unit-io", args: ["--project", "unit", "--project", "io", "--coverage"] },
  { name: "e2e", args: ["--project", "e2e"] },
];

function run(...args) {
  const { status, signal } = spawnSync(process.execPath, args, { cwd: root, stdio: "inherit" });
  if (signal !== null) process.exit(130);
  return status === 0;
}

const passed = parts.map(({ name, args }) => {
  const report =
    folder === undefined
      ? []
      : ["--reporter=default", "--reporter=json", `--outputFile.json=${join(folder, `${name}.json`)}`];
  return run(vitest, "run", ...args, ...report, ...process.argv.slice(2));
});
const isCovered = !passed[0] || run(join(root, "scripts", "check-coverage.mjs"));
process.exitCode = passed.every(Boolean) && isCovered ? 0 : 1;
