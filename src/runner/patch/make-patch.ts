/** Makes the diff of a run: from the workspace as the agent found it to the workspace as it left it. */
import { AxisError, errorMessage } from "../../core/error.ts";
import { type RunPatch, unknownPatch } from "../../core/run-patch.ts";
import type { FileMark } from "../../core/store.ts";
import type { Redactor } from "../secrets/redact.ts";
import type { Tree, TreeOptions } from "../gates/tree.ts";
import {
  listChangedFiles,
  type ChangedFile,
  type ComparedTrees,
  readChangedFile,
  type ShownFile,
} from "./changed-file.ts";
import { compareFiles } from "./compare-files.ts";
import { type FileDiff, type JoinedDiff, joinSections, formatLastNote } from "./join-sections.ts";

/** How much is compared line by line: far more than fits in the diff. */
const patchLimits = { files: 2_000, bytes: 16 * 1024 ** 2 } as const;

export interface PatchOptions extends TreeOptions {
  readonly redactor: Redactor;
  /** Saves the diff next to the run's other files. */
  readonly keep: (text: string) => Promise<FileMark>;
}

export interface Trees {
  /** Null if git could not read the workspace. */
  readonly before: Tree | null;
  readonly after: Tree | null;
}

/** Makes and saves the diff. An error becomes a reason in the run and never ends it, except for a full disk. */
export async function savePatch({ before, after }: Trees, options: PatchOptions): Promise<RunPatch> {
  if (before === null || after === null)
    return unknownPatch("git is missing, could not read the workspace, or took too long");
  try {
    const compared: ComparedTrees = { before, after, redactor: options.redactor };
    const made = await makePatch(compared, options);
    const { text, ...counted } = made;
    const unseen = describeUnseen(compared);
    if (text === "") return unseen === null ? counted : unknownPatch(`${unseen}, and nothing else changed`);
    const { file, bytes } = await options.keep(text);
    return { file, bytes, ...counted };
  } catch (error) {
    if (error instanceof AxisError && error.code === "disk") throw error;
    return unknownPatch(options.redactor.text(errorMessage(error)));
  }
}

export interface MadePatch extends JoinedDiff {
  readonly files: number;
}

/** The text is empty if nothing changed. */
export async function makePatch(contents: ComparedTrees, options: TreeOptions): Promise<MadePatch> {
  const changed = listChangedFiles(contents.before, contents.after);
  const unread = contents.after.unread.map((path): FileDiff => toUnreadFile(path, contents));
  if (changed.length + unread.length === 0) return { text: "", added: 0, removed: 0, partial: 0, files: 0 };
  const read = await readWithinLimits(changed, contents);
  const shown = read.filter((file) => "contents" in file);
  const sections = shown.length === 0 ? new Map<string, string>() : await compareFiles(shown, options);
  const diffs = read.map((file): FileDiff => {
    if ("why" in file) return { ...file, section: { why: file.why } };
    const same = { why: "the difference contains a secret" };
    return { ...file, section: sections.get(file.path) ?? same };
  });
  const joined = joinSections([...diffs, ...unread]);
  const unseen = describeUnseen(contents);
  const text = unseen === null ? joined.text : `${joined.text}${formatLastNote(unseen)}`;
  return { ...joined, text, files: changed.length + unread.length };
}

/** Describes which parts of the workspace were not compared; null if everything was. */
function describeUnseen({ before, after }: ComparedTrees): string | null {
  const passedOver = Math.max(before.passedOver, after.passedOver);
  if (passedOver === 0) return null;
  return `${passedOver} ${passedOver === 1 ? "repository" : "repositories"} in the workspace ${passedOver === 1 ? "was" : "were"} not compared`;
}

/** Mode and content are assumed to be unchanged, because they cannot be read. */
function toUnreadFile(path: string, { before }: ComparedTrees): FileDiff {
  const [mode = "100644", id = ""] = before.files.get(path)?.split(" ") ?? [];
  const version = { mode, id };
  return { path, before: version, after: version, section: { why: "it cannot be read" } };
}

/** Reads contents as long as they fit within the limits. */
async function readWithinLimits(files: readonly ChangedFile[], contents: ComparedTrees) {
  let bytes: number = patchLimits.bytes;
  const found = [];
  for (const [index, file] of files.entries()) {
    if (index >= patchLimits.files || bytes <= 0) {
      found.push({ ...file, why: "too much has changed" });
      continue;
    }
    const read = await readChangedFile(file, contents);
    if ("contents" in read) bytes -= measureContents(read);
    found.push(read);
  }
  return found;
}

function measureContents({ contents: { before, after } }: ShownFile): number {
  return (before?.length ?? 0) + (after?.length ?? 0);
}
