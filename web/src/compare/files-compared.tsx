/** The files two runs changed: by one run only, by both differently, or by both in the same way. */
import { useMemo } from "preact/hooks";
import type { PatchSection } from "../../../src/core/patch-text.ts";
import type { RunBlock } from "../../../src/report/html/page-index.ts";
import { formatCount } from "../../../src/core/format-count.ts";
import { Section } from "../parts/section.tsx";
import { FileList } from "../patch/file-list.tsx";
import { type PatchReading, usePatch } from "../patch/use-patch.ts";
import type { RunSource } from "../source/source.ts";
import { safe } from "../text/safe.ts";
import { type FilePair, pairFiles } from "./file-pairs.ts";
import { PairedFile } from "./paired-file.tsx";
import type { ComparedRun } from "./runs-compared.tsx";

/** The diffs of both runs, and their files matched; no pairs while a diff is being read. */
export interface FilePairs {
  readonly old: SideChanges;
  readonly now: SideChanges;
  readonly pairs: readonly FilePair[];
}

export function useFilePairs(before: ComparedRun, after: ComparedRun): FilePairs {
  const old = useSideChanges(before.source, before.data.block);
  const now = useSideChanges(after.source, after.data.block);
  const [olds, news] = [old, now].map((side) => (side.state === "known" ? side.files : noFiles));
  const pairs = useMemo(() => pairFiles(olds ?? noFiles, news ?? noFiles), [olds, news]);
  return { old, now, pairs };
}

const noFiles: readonly PatchSection[] = [];

interface FilesProps extends FilePairs {
  /** Opened and scrolled to. */
  readonly openFile: string | null;
  readonly onOpened: () => void;
}

export function FilesCompared({ old, now, pairs, openFile, onOpened }: FilesProps) {
  const isAlone = old.state !== "known" || now.state !== "known";
  const apart = isAlone ? pairs : pairs.filter(({ kind }) => kind !== "same");
  const same = pairs.slice(apart.length);
  const list = { isAlone, openFile, onOpened };
  return (
    <Section id="files" title="Files" note={formatCounts(old, now)}>
      <SideNote changes={old} side="before" />
      <SideNote changes={now} side="after" />
      {!isAlone && <p class="prose">{describeFiles(pairs)}</p>}
      <PairedFiles pairs={apart} {...list} />
      {same.length > 0 && apart.length > 0 ? (
        <details class="rest" open={same.some(({ path }) => path === openFile) || undefined}>
          <summary>{formatCount(same.length, "file")} changed in the same way</summary>
          <PairedFiles pairs={same} {...list} />
        </details>
      ) : (
        <PairedFiles pairs={same} {...list} />
      )}
    </Section>
  );
}

function formatCounts(old: SideChanges, now: SideChanges): string | undefined {
  if (old.state !== "known" || now.state !== "known") return undefined;
  const [before, after] = [old, now].map(({ files, unnamed }) => new Set(files.map(({ path }) => path)).size + unnamed);
  return `${before} changed before, ${after} after`;
}

/** Explains why a side shows nothing, or not everything. */
function SideNote({ changes, side }: { changes: SideChanges; side: "before" | "after" }) {
  if (changes.state === "reading") return <p class="notice">Loading the diff of the run {side}.</p>;
  if (changes.state === "unknown")
    return (
      <p class="notice">
        The run {side} has no diff: {safe(changes.why)}.
      </p>
    );
  if (changes.unnamed === 0) return null;
  return (
    <p class="notice">
      The diff of the run {side} is incomplete: {formatCount(changes.unnamed, "file")} cannot be compared.
    </p>
  );
}

/** The phrase for each kind, in the order of the sentence. */
const kindPhrases: readonly (readonly [FilePair["kind"], string])[] = [
  ["before", "only before"],
  ["after", "only after"],
  ["other", "by both differently"],
  ["same", "by both in the same way"],
];

function describeFiles(pairs: readonly FilePair[]): string {
  if (pairs.length === 0) return "Neither run changed a file (ignored files do not count).";
  const counted = kindPhrases
    .map(([kind, words]) => ({ words, many: pairs.filter((pair) => pair.kind === kind).length }))
    .filter(({ many }) => many > 0);
  const [first, ...rest] = counted.map(({ words, many }, at) =>
    at === 0 ? `${formatCount(many, "file")} changed ${words}` : `${many} ${words}`,
  );
  return `${[first, ...rest].join(", ")}.`;
}

interface PairedFilesProps extends Pick<FilesProps, "openFile" | "onOpened"> {
  readonly pairs: readonly FilePair[];
  /** Only one run has a diff. */
  readonly isAlone: boolean;
}

function PairedFiles({ pairs, isAlone, openFile, onOpened }: PairedFilesProps) {
  if (pairs.length === 0) return null;
  return (
    <FileList files={pairs}>
      {(pair) => (
        <PairedFile
          key={pair.path}
          pair={pair}
          isAlone={isAlone}
          isWanted={pair.path === openFile}
          onOpened={onOpened}
        />
      )}
    </FileList>
  );
}

/** The changes of one of the two runs. */
export type SideChanges =
  | { readonly state: "reading" }
  | { readonly state: "known"; readonly files: readonly PatchSection[]; readonly unnamed: number }
  | { readonly state: "unknown"; readonly why: string };

function useSideChanges(source: RunSource, block: RunBlock): SideChanges {
  return findSideChanges(block, usePatch(source, block));
}

/** `unnamed` counts changed files that the diff does not even name. */
export function findSideChanges({ detail, patch: isHere }: RunBlock, reading: PatchReading): SideChanges {
  const { patch } = detail;
  if (patch === undefined) return { state: "unknown", why: "it was recorded without one" };
  if (patch.files === 0) return { state: "known", files: [], unnamed: 0 };
  if (patch.file === undefined) return { state: "unknown", why: patch.missing ?? "it was not stored" };
  if (isHere === undefined)
    return { state: "unknown", why: `it is not on this page; the report's folder has it: ${patch.file}` };
  if (reading === null) return { state: "reading" };
  if ("error" in reading) return { state: "unknown", why: reading.error };
  const { files } = reading.patch;
  const named = new Set(files.map(({ path }) => path)).size;
  return { state: "known", files, unnamed: Math.max(0, (patch.files ?? 0) - named) };
}
