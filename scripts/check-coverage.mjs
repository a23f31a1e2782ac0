/** Prints how much of src/ the unit and io tests cover, and fails when that dropped; --update stores the new figure. */
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** In points. Machines differ by less: some lines are for one operating system only. */
const allowedDrop = 0.5;

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const storedFile = join(root, ".ci", "coverage.json");
const summary = JSON.parse(readFileSync(join(root, "coverage", "coverage-summary.json"), "utf8"));
const lines = summary.total.lines.pct;
const stored = JSON.parse(readFileSync(storedFile, "utf8")).lines;

console.log(`Coverage: ${lines} % of lines (stored: ${stored} %)`);
if (process.argv.includes("--update")) {
  writeFileSync(storedFile, `{ "lines": ${lines} }\n`);
} else if (lines < stored - allowedDrop) {
  console.error(
    `Coverage dropped by ${(stored - lines).toFixed(2)} points. Test the new code, or store the lower figure:`,
  );
  console.error("node scripts/check-coverage.mjs --update");
  process.exit(1);
}
