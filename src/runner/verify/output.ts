/** Reads the output of a check's command: its score line, the expected line, and the end of the output for people. */

const shownLines = 20;
const shownCharacters = 2_000;

const scoreLine = /^score:\s*(\S+)$/iu;
const decimal = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/u;
/** Words meant as a number, such as 8/10, 80% or NaN: they are no valid score, but they are not skipped either. */
const numberLike = /^[+-]?(?:\d|\.\d|nan|inf)/iu;

/** Reads the last line `score: N`: as written, and as a number from 0 to 10, or null if it is not one. */
export function readScore(stdout: string): { readonly written: string; readonly value: number | null } | null {
  for (const line of splitLines(stdout).toReversed()) {
    const written = scoreLine.exec(line.trim())?.[1];
    if (written === undefined || !numberLike.test(written)) continue;
    const value = decimal.test(written) ? Number(written) : Number.NaN;
    return { written, value: value >= 0 && value <= 10 ? Math.abs(value) : null };
  }
  return null;
}

/** Whether one line is exactly this text. */
export function hasLine(stdout: string, line: string): boolean {
  return splitLines(stdout).includes(line);
}

/** The last 20 lines, at most 2,000 characters; if both streams have output, stderr gets at least ten lines. */
export function formatOutputEnd(stdout: string, stderr: string): string {
  const [said, errors] = [splitLines(stdout.trimEnd()), splitLines(stderr.trimEnd())];
  const fromErrors = Math.min(errors.length, Math.max(shownLines / 2, shownLines - said.length));
  const lines = [...takeLast(said, shownLines - fromErrors), ...takeLast(errors, fromErrors)];
  return lines.join("\n").slice(-shownCharacters).toWellFormed();
}

function splitLines(text: string): string[] {
  return text === "" ? [] : text.split(/\r?\n/u);
}

function takeLast(lines: readonly string[], count: number): readonly string[] {
  return count === 0 ? [] : lines.slice(-count);
}
