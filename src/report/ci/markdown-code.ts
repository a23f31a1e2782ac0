/** Puts text that others wrote into Markdown, only ever as code: nothing in it can become a link, a mention or HTML. */
import { terminalLine } from "../text/terminal-safe.ts";

/** The longest piece of foreign text in one place, in UTF-16 units. */
export const longestPiece = 300;

/** A code span on one line, behind more backticks than the text has in a row; cut to `longestPiece`. */
export function codeSpan(text: string): string {
  const line = clipped(terminalLine(text));
  if (line === "") return "(empty)";
  const fence = "`".repeat(longestRun(line) + 1);
  // Markdown takes one space off each end; with it the text may begin or end with a backtick.
  const pad = /^`|[`\\]$/.test(line) ? " " : "";
  return `${fence}${pad}${line}${pad}${fence}`;
}

/** The same in a cell of a table, where a bare pipe would end the cell even in code. */
export function codeCell(text: string): string {
  // A backslash right before a pipe would be read differently by different parsers: a space parts them.
  return codeSpan(text.replaceAll(/\\(?=\|)/g, "\\ ")).replaceAll("|", "\\|");
}

function longestRun(text: string): number {
  return [...text.matchAll(/`+/g)].reduce((most, [run]) => Math.max(most, run.length), 0);
}

function clipped(text: string): string {
  if (text.length <= longestPiece) return text;
  // A pair of surrogates is kept whole or not at all.
  return `${text.slice(0, longestPiece - 1).replace(/[\uD800-\uDBFF]$/, "")}…`;
}
