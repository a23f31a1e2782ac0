/** Says which files of a run its agent tampered with. Paths are the agent's own text. */
import type { TamperedFile } from "../../core/run/tampered-file.ts";

const shownFiles = 10;

/** One line about a file. */
export function formatTamperedFile({ path, change, of }: TamperedFile): string {
  return `tampered: ${path} was ${change}${of === "check" ? " while its check ran" : ""}`;
}

/** The lines about all files: the first ones, and how many more there are. */
export function listTamperedLines(files: readonly TamperedFile[] = []): string[] {
  const rest = files.length - shownFiles;
  return [...files.slice(0, shownFiles).map(formatTamperedFile), ...(rest > 0 ? [`tampered: ${rest} more`] : [])];
}
