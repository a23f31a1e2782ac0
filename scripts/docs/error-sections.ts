/** The sections of docs/troubleshooting.md that come from the code: each error code with its meaning and its way out. */
import { errorExitCodes } from "../../src/cli/run-command.ts";
import type { ErrorCode } from "../../src/core/error.ts";
import { errorAreas, errorGuide } from "../../src/core/error-guide.ts";

export const sectionMarks = {
  begin: "<!-- From the code: node scripts/docs/update.mjs -->",
  end: "<!-- End of what comes from the code -->",
} as const;

/** Markdown: a section per area, a part per code. */
function formatErrorSections(): string {
  const codes = Object.keys(errorGuide) as ErrorCode[];
  return Object.entries(errorAreas)
    .map(([area, title]) => {
      const parts = codes.filter((code) => errorGuide[code].area === area).map(formatCode);
      return [`## ${title}`, ...parts].join("\n\n");
    })
    .join("\n\n");
}

function formatCode(code: ErrorCode): string {
  const { says, means, wayOut } = errorGuide[code];
  const lines = [
    `### \`${code}\``,
    `${means} Exit code ${errorExitCodes[code] ?? 2}.`,
    `- Reads like: "${says.trim()}"`,
  ];
  return `${lines.join("\n\n")}\n- Way out: ${wayOut}`;
}

/** The page with its marked part replaced. */
export function updateErrorSections(page: string): string {
  const begin = page.indexOf(sectionMarks.begin);
  const end = page.indexOf(sectionMarks.end);
  if (begin === -1 || end < begin) throw new Error("docs/troubleshooting.md has lost its marks");
  return `${page.slice(0, begin)}${sectionMarks.begin}\n\n${formatErrorSections()}\n\n${page.slice(end)}`;
}
