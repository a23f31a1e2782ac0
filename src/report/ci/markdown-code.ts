/** Puts text from outside into Markdown as code only: nothing in it can become a link, a mention or HTML. */
import { terminalLine } from "../text/terminal-safe.ts";

/** The longest piece of outside text in one place, in UTF-16 units. */
export const longestPiece = 300;

/** A code span on one line, with more backticks than the text has in a row; cut to `longestPiece`. */
export function codeSpan(text: string): string {
  const line = clip(terminalLine(text));
  if (line === "") return "(empty)";
  const fence = "`".repeat(countLongestRun(line) + 1);
  // Markdown removes one space at each end; it lets the text start or end with a backtick.
  const pad = /^`|[`\\]$/.test(line) ? " " : "";
  return `${fence}${pad}${line}${pad}${fence}`;
}

/** The same inside a table cell, where a bare pipe would end the cell even in code. */
export function codeCell(text: string): string {
  // Parsers disagree about a backslash right before a pipe, so a space separates them.
  return codeSpan(text.replaceAll(/\\(?=\|)/g, "\\ ")).replaceAll("|", "\\|");
}

function countLongestRun(text: string): number {
  return [...text.matchAll(/`+/g)].reduce((most, [run]) => Math.max(most, run.length), 0);
}

function clip(text: string): string {
  if (text.length <= longestPiece) return text;
  // Never split a surrogate pair.
  return `${text.slice(0, longestPiece - 1).replace(/[\uD800-\uDBFF]$/, "")}…`;
}
