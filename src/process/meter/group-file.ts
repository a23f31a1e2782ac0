/** Reads the small files in which control groups and /proc keep their numbers. */
import { readFileSync } from "node:fs";

/** Null if the file cannot be read: the group is gone, or the kernel is too old to have it. */
export function readGroupFile(file: string): string | null {
  try {
    return readFileSync(file, "latin1");
  } catch {
    // A missing number is a valid answer.
    return null;
  }
}

/** Reads a file that contains one number. */
export function readNumberFile(file: string): number | null {
  return parseWholeNumber(readGroupFile(file)?.trim());
}

/** Reads the number after a name, in a file with one such pair per line. */
export function readNamedNumber(file: string, name: string): number | null {
  const line = readGroupFile(file)
    ?.split("\n")
    .find((each) => each.startsWith(`${name} `));
  return parseWholeNumber(line?.slice(name.length + 1).trim());
}

function parseWholeNumber(text: string | undefined): number | null {
  if (text === undefined || !/^\d+$/.test(text)) return null;
  const value = Number(text);
  return Number.isSafeInteger(value) ? value : null;
}
