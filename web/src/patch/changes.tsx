/** What the agent changed in its workspace, file by file. */
import type { RunPatch } from "../../../src/core/run-patch.ts";
import type { RunBlock } from "../../../src/report/html/page-index.ts";
import { formatPatch } from "../../../src/report/text/format-patch.ts";
import { download } from "../parts/download.ts";
import { Fold } from "../parts/section.tsx";
import type { RunSource } from "../source/source.ts";
import { safe } from "../text/safe.ts";
import { ChangedFile } from "./changed-file.tsx";
import { FileList } from "./file-list.tsx";
import { type ReadPatch, usePatch } from "./use-patch.ts";

export function Changes({ source, block }: { source: RunSource; block: RunBlock }) {
  const { patch } = block.detail;
  if (patch === undefined) return null;
  return (
    <Fold id="diff" title="What the agent changed" note={formatPatch(patch) ?? "no diff"}>
      {patch.missing !== undefined && <p class="notice">There is no diff: {safe(patch.missing)}.</p>}
      {patch.files === 0 && <p class="notice">The agent changed no files (ignored files do not count).</p>}
      {patch.file !== undefined &&
        (block.patch === undefined ? (
          <p class="notice">The diff is not on this page; the report's folder has it: {safe(patch.file)}</p>
        ) : (
          <WholeDiff {...{ source, block, patch }} />
        ))}
    </Fold>
  );
}

interface WholeDiffProps {
  readonly source: RunSource;
  readonly block: RunBlock;
  readonly patch: RunPatch;
}

function WholeDiff({ source, block, patch }: WholeDiffProps) {
  const reading = usePatch(source, block);
  if (reading === null) return <p class="notice">Loading the diff.</p>;
  if ("error" in reading) return <p class="notice bad">The diff cannot be read: {safe(reading.error)}</p>;
  const { bytes } = reading.patch;
  const save = () => download(`${block.detail.runId}.patch`, [bytes], "text/x-diff");
  return (
    <>
      {patch.partial > 0 && (
        <p class="notice">
          The diff is incomplete: {patch.partial} of {patch.files} files are shortened or only named.
        </p>
      )}
      <ChangedFiles patch={reading.patch} />
      <p class="more">
        <button type="button" onClick={save}>
          Save the diff
        </button>
        <span>for git apply</span>
      </p>
    </>
  );
}

/** A diff this short is shown open; a longer one is opened file by file. */
export const shortDiff = 200;

function ChangedFiles({ patch: { files } }: { patch: ReadPatch }) {
  const isSmall = files.reduce((sum, { lines }) => sum + lines.length, 0) <= shortDiff;
  return <FileList files={files}>{(file, index) => <ChangedFile key={index} file={file} isOpen={isSmall} />}</FileList>;
}
