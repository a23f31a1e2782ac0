/** Joins the sections of all files into one diff within limits. An incomplete diff says so, and `git apply` refuses it. */
import { axisNotePrefix, readSection } from "../../core/patch-text.ts";
import type { ChangedFile } from "./changed-file.ts";

/** What is known about one file. */
export interface FileDiff extends ChangedFile {
  /** The file's section as git wrote it, or why it has none. */
  readonly section: string | { readonly why: string };
}

export interface JoinLimits {
  /** Most bytes of diff lines for one file. */
  readonly fileBytes: number;
  /** Most bytes of diff lines for all files. */
  readonly allBytes: number;
  /** Most bytes of file names once there is no room left for lines. */
  readonly nameBytes: number;
}

/** As much as a person can read; in total less than the million bytes that a page embeds of one file. */
export const joinLimits: JoinLimits = { fileBytes: 192 * 1024, allBytes: 768 * 1024, nameBytes: 128 * 1024 };

export interface JoinedDiff {
  readonly text: string;
  readonly added: number;
  readonly removed: number;
  /** How many files are not shown completely. */
  readonly partial: number;
}

export function joinSections(files: readonly FileDiff[], limits: JoinLimits = joinLimits): JoinedDiff {
  const room = { lines: limits.allBytes, names: limits.nameBytes };
  const parts: string[] = [];
  const total = { added: 0, removed: 0, partial: 0 };
  let unnamed = 0;
  for (const file of files) {
    const { text, isWhole, added, removed } = fitSection(file, { ...limits, left: room.lines });
    total.added += added;
    total.removed += removed;
    if (!isWhole) total.partial += 1;
    const size = Buffer.byteLength(text);
    const kind = isWhole || size <= room.lines ? "lines" : "names";
    if (size > room[kind]) unnamed += 1;
    else {
      room[kind] -= size;
      parts.push(text);
    }
  }
  if (unnamed > 0) parts.push(formatLastNote(`More files changed that are not listed here: ${unnamed}`));
  return { text: parts.join(""), ...total };
}

/** Writes a hunk without a file, so that programs that read patches stop here and do not take the diff for complete. */
export function formatLastNote(text: string): string {
  return `@@ -1 +1 @@\n${axisNotePrefix}${text}\n`;
}

interface Room extends JoinLimits {
  readonly left: number;
}

function fitSection(file: FileDiff, { fileBytes, left }: Room) {
  const none = { isWhole: false, added: 0, removed: 0 };
  if (typeof file.section !== "string") return { ...none, text: formatStub(file, file.section.why) };
  const { added, removed } = readSection(file.section);
  const size = Buffer.byteLength(file.section);
  if (size <= Math.min(fileBytes, left)) return { text: file.section, isWhole: true, added, removed };
  const cut = cutSection(file.section, fileBytes);
  const text =
    cut !== null && Buffer.byteLength(cut) <= left ? cut : formatStub(file, "the diff has reached its size limit");
  return { text, isWhole: false, added, removed };
}

/** Keeps the first lines of a section. It ends inside a hunk, so no program takes it for complete. Null if no line fits. */
export function cutSection(section: string, limit: number): string | null {
  const lines = section.split("\n").slice(0, -1);
  const isHunk = (line: string | undefined) => line?.startsWith("@@ ") === true;
  const first = lines.findIndex(isHunk);
  if (first === -1) return null;
  let kept = 0;
  for (let size = 0; kept < lines.length; kept += 1) {
    size += Buffer.byteLength(lines[kept] ?? "") + 1;
    if (size > limit) break;
  }
  // A hunk with only its header also counts as one that ends too early.
  if (isHunk(lines[kept])) kept += 1;
  if (kept <= first || kept === lines.length) return null;
  const rest = lines.length - kept;
  return `${lines.slice(0, kept).join("\n")}\n${axisNotePrefix}the rest of this file's diff is omitted (${rest} lines)\n`;
}

/** Reports that a file differs, without its lines, in a form that `git apply` understands and refuses. */
export function formatStub({ path, before, after }: ChangedFile, why: string): string {
  const none = { id: "0".repeat(40) };
  const [from, to] = [quoteName(`a/${path}`), quoteName(`b/${path}`)];
  const modes = before !== null && after !== null && before.mode !== after.mode;
  return [
    `diff --git ${from} ${to}`,
    ...(before === null ? [`new file mode ${after?.mode}`] : []),
    ...(after === null ? [`deleted file mode ${before?.mode}`] : []),
    ...(modes ? [`old mode ${before.mode}`, `new mode ${after.mode}`] : []),
    `index ${(before ?? none).id}..${(after ?? none).id}`,
    `Files ${before === null ? "/dev/null" : from} and ${after === null ? "/dev/null" : to} differ`,
    `${axisNotePrefix}its lines are not shown: ${why}`,
    "",
  ].join("\n");
}

const escapeLetters: Readonly<Record<string, string>> = {
  "\u0007": "a",
  "\b": "b",
  "\t": "t",
  "\n": "n",
  "\v": "v",
  "\f": "f",
  "\r": "r",
  '"': '"',
  "\\": "\\",
};

/** Quotes a name as git does if it contains special characters. */
function quoteName(name: string): string {
  const quoted = alwaysQuote(name);
  return quoted === `"${name}"` ? name : quoted;
}

function alwaysQuote(name: string): string {
  return `"${name.replaceAll(/[\p{Cc}"\\]/gu, escapeCharacter)}"`;
}

/** Writes the first line of a section with quotes: without them git cannot read a folder name that ends with a space. */
export function formatQuotedHead(path: string): string {
  return `diff --git ${alwaysQuote(`a/${path}`)} ${alwaysQuote(`b/${path}`)}`;
}

function escapeCharacter(character: string): string {
  const code = character.charCodeAt(0);
  // A character beyond ASCII is several bytes, which git leaves unchanged.
  return code >= 0x80 ? character : `\\${escapeLetters[character] ?? code.toString(8).padStart(3, "0")}`;
}
