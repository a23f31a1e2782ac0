/** Fails when fewer test cases passed than there were, by the JSON reports of the tiers: node scripts/count-tests.mjs <report> ... */
import { readFileSync } from "node:fs";

/** Skipped cases do not count. Raise it when tests are added; lower it only in the commit that deletes tests, and say why. */
const leastCases = 16_150;

const reports = process.argv.slice(2);
if (reports.length === 0) {
  console.error("Name the reports: vitest run --reporter=json --outputFile=<report>");
  process.exit(2);
}

const counts = reports.map((path) => JSON.parse(readFileSync(path, "utf8")).numPassedTests);
const cases = counts.reduce((sum, count) => sum + count, 0);
console.log(`${cases} test cases passed, at least ${leastCases} expected`);
if (cases < leastCases) {
  console.error(
    `${leastCases - cases} test cases are missing or skipped. Restore them, or change leastCases in scripts/count-tests.mjs.`,
  );
  process.exit(1);
}
