/** Reads CHANGELOG.md: which versions it has, and what is wrong with an entry. */

/** Lines of a version below its heading, empty ones not counted. */
const longest = 15;
const kinds = ["Added", "Changed", "Fixed", "Removed"];

/** The entries by version, in order. */
export function readEntries(text) {
  return new Map(
    text
      .split(/^## /m)
      .slice(1)
      .map((part) => {
        const [heading, ...lines] = part.split("\n");
        return [heading.split(" ")[0], lines.filter((line) => line.trim() !== "")];
      }),
  );
}

/** What is wrong with the entry of a version; nothing where it is fine. */
export function findEntryProblems(text, version) {
  const lines = readEntries(text).get(version);
  if (lines === undefined) return [`CHANGELOG.md has no entry "## ${version}".`];
  const problems = [];
  if (lines.length > longest)
    problems.push(`The entry ${version} in CHANGELOG.md has ${lines.length} lines; at most ${longest} are allowed.`);
  const unknown = lines.filter((line) => line.startsWith("#") && !kinds.some((kind) => line === `### ${kind}`));
  if (unknown.length > 0)
    problems.push(`The entry ${version} in CHANGELOG.md has "${unknown[0]}"; use ${kinds.join(", ")}.`);
  if (!lines[0]?.startsWith("### "))
    problems.push(`The entry ${version} in CHANGELOG.md must start with "### Added" or another kind.`);
  if (!lines.some((line) => line.startsWith("- ")))
    problems.push(`The entry ${version} in CHANGELOG.md lists no change.`);
  return problems;
}
