/** The files two runs changed: by one run only, by both differently, or by both in the same way. */
import { useMemo } from "preact/hooks";
import type { PatchSection } from "../../../src/core/patch-text.ts";
import type { RunBlock } from "../../../src/report/html/page-index.ts";
import { formatCount } from "../../../src/core/format-count.ts";
import { Section } from "../parts/section.tsx";
import { shortDiff } from "../patch/changes.tsx";
import { FileList } from "../patch/file-list.tsx";
import { type PatchReading, usePatch } from "../patch/use-patch.ts";
import type { RunSource } from "../source/source.ts";
import { safe } from "../text/safe.ts";
import { type FilePair, pairFiles } from "./file-pairs.ts";
import { beforeAndAfter, type SideNames, PairedFile } from "./paired-file.tsx";

/** The diffs of both runs, and their files matched; no pairs while a diff is being read. */
export interface FilePairs {
  readonly old: SideChanges;
  readonly now: SideChanges;
  readonly pairs: readonly FilePair[];
}

/** A run with a diff. */
export interface ChangedRun {
  readonly source: RunSource;
  readonly data: { readonly block: RunBlock };
}

export function useFilePairs(before: ChangedRun, after: ChangedRun): FilePairs {
  const old = useSideChanges(before.source, before.data.block);
  const now = useSideChanges(after.source, after.data.block);
  const [olds, news] = [old, now].map((side) => (side.state === "known" ? side.files : noFiles));
  const pairs = useMemo(() => pairFiles(olds ?? noFiles, news ?? noFiles), [olds, news]);
  return { old, now, pairs };
}

const noFiles: readonly PatchSection[] = [];

interface FilesProps extends FilePairs {
  readonly sides?: SideNames;
  /** Shows the lines of all files at once if they are few. */
  readonly opensFew?: boolean;
  /** Opened and scrolled to. */
  readonly openFile?: string | null;
  readonly onOpened?: () => void;
}

export function FilesCompared(props: FilesProps) {
  return (
    <Section id="files" title="Files" note={formatCounts(props.old, props.now)}>
      <FilesOfBoth {...props} />
    </Section>
  );
}

function isShort(pairs: readonly FilePair[]): boolean {
  const lines = pairs.flatMap(({ before, after }) => [...before, ...after]).map((file) => file.lines.length);
  return lines.reduce((sum, count) => sum + count, 0) <= 2 * shortDiff;
}

const noAction = () => undefined;

/** Without a heading. */
export function FilesOfBoth({ old, now, pairs, ...given }: FilesProps) {
  const { sides = beforeAndAfter, opensFew = false, openFile = null, onOpened = noAction } = given;
  const isAlone = old.state !== "known" || now.state !== "known";
  const apart = isAlone ? pairs : pairs.filter(({ kind }) => kind !== "same");
  const same = pairs.slice(apart.length);
  const list = { isAlone, sides, isOpen: opensFew && isShort(pairs), openFile, onOpened };
  return (
    <>
      <SideNote changes={old} side={sides.before.run} />
      <SideNote changes={now} side={sides.after.run} />
      {!isAlone && <p class="prose">{describeFiles(pairs, sides)}</p>}
      <PairedFiles pairs={apart} {...list} />
      {same.length > 0 && apart.length > 0 ? (
        <details class="rest" open={same.some(({ path }) => path === openFile) || undefined}>
          <summary>{formatCount(same.length, "file")} changed in the same way</summary>
          <PairedFiles pairs={same} {...list} />
        </details>
      ) : (
        <PairedFiles pairs={same} {...list} />
      )}
    </>
  );
}

function formatCounts(old: SideChanges, now: SideChanges): string | undefined {
  if (old.state !== "known" || now.state !== "known") return undefined;
  const [before, after] = [old, now].map(({ files, unnamed }) => new Set(files.map(({ path }) => path)).size + unnamed);
  return `${before} changed before, ${after} after`;
}

/** Explains why a side shows nothing, or not everything. */
function SideNote({ changes, side }: { changes: SideChanges; side: string }) {
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
function listKindPhrases({ before, after }: SideNames): readonly (readonly [FilePair["kind"], string])[] {
  return [
    ["before", before.only],
    ["after", after.only],
    ["other", "by both differently"],
    ["same", "by both in the same way"],
  ];
}

function describeFiles(pairs: readonly FilePair[], sides: SideNames): string {
  if (pairs.length === 0) return "Neither run changed a file (ignored files do not count).";
  const counted = listKindPhrases(sides)
    .map(([kind, words]) => ({ words, many: pairs.filter((pair) => pair.kind === kind).length }))
    .filter(({ many }) => many > 0);
  const [first, ...rest] = counted.map(({ words, many }, at) =>
    at === 0 ? `${formatCount(many, "file")} changed ${words}` : `${many} ${words}`,
  );
  return `${[first, ...rest].join(", ")}.`;
}

interface PairedFilesProps extends Required<Pick<FilesProps, "sides" | "openFile" | "onOpened">> {
  readonly isOpen: boolean;
  readonly pairs: readonly FilePair[];
  /** Only one run has a diff. */
  readonly isAlone: boolean;
}

function PairedFiles({ pairs, isAlone, sides, isOpen, openFile, onOpened }: PairedFilesProps) {
  if (pairs.length === 0) return null;
  return (
    <FileList files={pairs}>
      {(pair) => (
        <PairedFile
          key={pair.path}
          pair={pair}
          isAlone={isAlone}
          sides={sides}
          isOpen={isOpen}
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
