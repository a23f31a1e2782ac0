/** Fails when the JSON reports of the test tiers hold fewer cases than there were: node scripts/count-tests.mjs <report> ... */
import { readFileSync } from "node:fs";

/** Raise it when tests are added; lower it only together with the tests that are taken away, and say why. */
const leastCases = 12_118;

const reports = process.argv.slice(2);
if (reports.length === 0) {
  console.error("Name the reports: vitest run --reporter=json --outputFile=<report>");
  process.exit(2);
}

const counts = reports.map((path) => JSON.parse(readFileSync(path, "utf8")).numTotalTests);
const cases = counts.reduce((sum, count) => sum + count, 0);
console.log(`${cases} test cases, at least ${leastCases} expected`);
if (cases < leastCases) {
  console.error(
    `${leastCases - cases} test cases are missing. Restore them, or change leastCases in scripts/count-tests.mjs.`,
  );
  process.exit(1);
}
