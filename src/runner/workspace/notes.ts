/** The file `$AXIS_OUTPUT`: notes that the scripts of one phase leave for the report. */
import { randomBytes } from "node:crypto";
import { rm, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { openRegularFile, resolveFolder } from "./regular-file.ts";

/** 256 KB. */
const notesBytes = 262_144;
const cutLine = "[notes cut at 262,144 bytes]";

export interface Notes extends AsyncDisposable {
  readonly file: string;
  /** Returns the file's content without trailing white space; undefined if it is empty. */
  read(): Promise<string | undefined>;
}

/** Creates an empty file for notes; disposing removes it. */
export async function openNotes(folder: string, phase: string): Promise<Notes> {
  const file = join(folder, `notes-${phase}-${randomBytes(8).toString("hex")}.md`);
  await writeFile(file, "", { flag: "wx", mode: 0o600 });
  return {
    file,
    read: () => readNotes(file),
    [Symbol.asyncDispose]: () => rm(file, { recursive: true, force: true }),
  };
}

async function readNotes(file: string): Promise<string | undefined> {
  const folder = await resolveFolder(dirname(file));
  await using handle = folder === null ? null : await openRegularFile(folder, basename(file));
  if (handle === null) return undefined;
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(notesBytes + 4), 0, notesBytes + 4, 0);
  const cut = bytesRead > notesBytes;
  const text = buffer.toString("utf8", 0, cut ? findCharacterEnd(buffer, notesBytes) : bytesRead).trimEnd();
  if (cut) return `${text}\n\n${cutLine}`;
  return text === "" ? undefined : text;
}

/** The greatest length up to `end` that does not cut through a UTF-8 character. */
function findCharacterEnd(buffer: Uint8Array, end: number): number {
  let at = end;
  while (at > end - 4 && ((buffer[at] ?? 0) & 0xc0) === 0x80) at -= 1;
  return at;
}
