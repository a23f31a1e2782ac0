/** Looks for every change note under its heading, and gives a part of the points for a part of the notes. */
import { readFileSync } from "node:fs";

const expected = [
  ["breaking", "orders are listed newest first"],
  ["feature", "search finds words inside titles"],
  ["feature", "orders can be exported as CSV"],
  ["fix", "totals count every piece of a line"],
];

const sections = readFileSync("RELEASE-NOTES.md", "utf8").toLowerCase().split(/^#+ */m);
const missing = expected.filter(([kind, note]) => {
  const section = sections.find((text) => text.startsWith(kind)) ?? "";
  return !section.includes(note.toLowerCase());
});

for (const [kind, note] of missing) process.stdout.write(`not found under "${kind}": ${note}\n`);
process.stdout.write(`score: ${(10 * (expected.length - missing.length)) / expected.length}\n`);
