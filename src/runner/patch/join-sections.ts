/** Makes one diff of the sections of its files, within limits. Where something is left out, `git apply` refuses and a reader is told. */
import { ownNote, readSection } from "../../core/patch-text.ts";
import type { ChangedFile } from "./changed-file.ts";

/** What is known of one file. */
export interface FileDiff extends ChangedFile {
  /** Its section as git wrote it, or why there is none. */
  readonly section: string | { readonly why: string };
}

export interface JoinLimits {
  /** Bytes of the lines of one file. */
  readonly fileBytes: number;
  /** Of all. */
  readonly allBytes: number;
  /** Of the names of files whose lines have no room any more. */
  readonly nameBytes: number;
}

/** What a person may look through; together below the million bytes that a page embeds of one file. */
export const joinLimits: JoinLimits = { fileBytes: 192 * 1024, allBytes: 768 * 1024, nameBytes: 128 * 1024 };

export interface JoinedDiff {
  readonly text: string;
  readonly added: number;
  readonly removed: number;
  /** Files whose lines are not all in it. */
  readonly partial: number;
}

export function joinSections(files: readonly FileDiff[], limits: JoinLimits = joinLimits): JoinedDiff {
  const room = { lines: limits.allBytes, names: limits.nameBytes };
  const parts: string[] = [];
  const total = { added: 0, removed: 0, partial: 0 };
  let unnamed = 0;
  for (const file of files) {
    const { text, isWhole, added, removed } = shown(file, { ...limits, left: room.lines });
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
  if (unnamed > 0) parts.push(lastNote(`${unnamed} further files changed that are not named here`));
  return { text: parts.join(""), ...total };
}

/** A hunk without a file: whatever reads patches stops here, and does not take it for the whole. */
export function lastNote(text: string): string {
  return `@@ -1 +1 @@\n${ownNote}${text}\n`;
}

interface Room extends JoinLimits {
  readonly left: number;
}

function shown(file: FileDiff, { fileBytes, left }: Room) {
  const none = { isWhole: false, added: 0, removed: 0 };
  if (typeof file.section !== "string") return { ...none, text: stub(file, file.section.why) };
  const { added, removed } = readSection(file.section);
  const size = Buffer.byteLength(file.section);
  if (size <= Math.min(fileBytes, left)) return { text: file.section, isWhole: true, added, removed };
  const cut = cutSection(file.section, fileBytes);
  const text = cut !== null && Buffer.byteLength(cut) <= left ? cut : stub(file, "there is no room left for its lines");
  return { text, isWhole: false, added, removed };
}

/** The first lines of a section. It ends inside a hunk, so that no program takes it for whole. Null where no line fits. */
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
  // A hunk of which only the head is there is one that ends too soon.
  if (isHunk(lines[kept])) kept += 1;
  if (kept <= first || kept === lines.length) return null;
  const rest = lines.length - kept;
  return `${lines.slice(0, kept).join("\n")}\n${ownNote}the rest of this file is left out, ${rest} lines of its diff\n`;
}

/** That a file differs, without its lines, in words that `git apply` knows and refuses. */
export function stub({ path, before, after }: ChangedFile, why: string): string {
  const none = "0".repeat(40);
  const [from, to] = [quotedName(`a/${path}`), quotedName(`b/${path}`)];
  const modes = before !== null && after !== null && before.mode !== after.mode;
  return [
    `diff --git ${from} ${to}`,
    ...(before === null ? [`new file mode ${after?.mode}`] : []),
    ...(after === null ? [`deleted file mode ${before?.mode}`] : []),
    ...(modes ? [`old mode ${before.mode}`, `new mode ${after.mode}`] : []),
    `index ${before?.id ?? none}..${after?.id ?? none}`,
    `Files ${before === null ? "/dev/null" : from} and ${after === null ? "/dev/null" : to} differ`,
    `${ownNote}its lines are not shown: ${why}`,
    "",
  ].join("\n");
}

const letters: Readonly<Record<string, string>> = {
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

/** As git writes a name that holds more than plain characters. */
function quotedName(name: string): string {
  const quoted = inQuotes(name);
  return quoted === `"${name}"` ? name : quoted;
}

function inQuotes(name: string): string {
  return `"${name.replaceAll(/[\p{Cc}"\\]/gu, escapedCharacter)}"`;
}

/** The first line of a section. In quotes: git itself cannot read a folder whose name ends with a space without them. */
export function headWithQuotes(path: string): string {
  return `diff --git ${inQuotes(`a/${path}`)} ${inQuotes(`b/${path}`)}`;
}

function escapedCharacter(character: string): string {
  const code = character.charCodeAt(0);
  // Beyond ASCII a character is several bytes, which git leaves as they are.
  return code >= 0x80 ? character : `\\${letters[character] ?? code.toString(8).padStart(3, "0")}`;
}
