/** Reads the small files in which control groups and /proc keep their numbers. */
import { readFileSync } from "node:fs";

/** Null where it cannot be read: the group is gone, or the kernel is older than the file. */
export function textOf(file: string): string | null {
  try {
    return readFileSync(file, "latin1");
  } catch {
    // That there is no such number is the answer.
    return null;
  }
}

/** A file that holds one number. */
export function numberIn(file: string): number | null {
  return wholeNumber(textOf(file)?.trim());
}

/** The number after a name, in a file with one such pair per line. */
export function namedNumber(file: string, name: string): number | null {
  const line = textOf(file)
    ?.split("\n")
    .find((each) => each.startsWith(`${name} `));
  return wholeNumber(line?.slice(name.length + 1).trim());
}

function wholeNumber(text: string | undefined): number | null {
  if (text === undefined || !/^\d+$/.test(text)) return null;
  const value = Number(text);
  return Number.isSafeInteger(value) ? value : null;
}
