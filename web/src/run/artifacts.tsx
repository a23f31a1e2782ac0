/** The files a run left: previews of text and images, and downloads. */
import { useState } from "preact/hooks";
import { errorMessage } from "../../../src/core/error.ts";
import type { Artifact } from "../../../src/core/report/artifact.ts";
import type { RunBlock } from "../../../src/report/html/page-index.ts";
import { download } from "../parts/download.ts";
import { Fold } from "../parts/section.tsx";
import { makeZipNames } from "../parts/zip-names.ts";
import { maxZipBytes, type ZipFile, writeZip } from "../parts/zip.ts";
import type { RunSource } from "../source/source.ts";
import { LongText } from "../text/long-text.tsx";
import { Passage } from "../text/passage.tsx";
import { safe, safeLine, safeName, formatBytes } from "../text/safe.ts";

/** Decides by the first bytes whether a file is text or an image; its name and claimed type are ignored. */
type Preview =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "image"; readonly address: string }
  | { readonly kind: "other" };

/** Image types that cannot carry scripts; WEBP has its mark after `RIFF....`. */
const imageTypes: readonly { readonly type: string; readonly at: number; readonly bytes: readonly number[] }[] = [
  { type: "image/png", at: 0, bytes: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] },
  { type: "image/jpeg", at: 0, bytes: [0xff, 0xd8, 0xff] },
  { type: "image/gif", at: 0, bytes: [0x47, 0x49, 0x46, 0x38] },
  { type: "image/webp", at: 8, bytes: [0x57, 0x45, 0x42, 0x50] },
];

export function createPreview(bytes: Uint8Array): Preview {
  const picture = imageTypes.find(({ at, bytes: mark }) => mark.every((byte, index) => bytes[at + index] === byte));
  if (picture !== undefined) return { kind: "image", address: `data:${picture.type};base64,${encodeBase64(bytes)}` };
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return text.includes("\u0000") ? { kind: "other" } : { kind: "text", text };
  } catch {
    return { kind: "other" }; // Not text.
  }
}

function encodeBase64(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += 32_768) text += String.fromCharCode(...bytes.subarray(at, at + 32_768));
  return btoa(text);
}

export function Artifacts({ source, block }: { source: RunSource; block: RunBlock }) {
  const { artifacts = [] } = block.detail;
  if (artifacts.length === 0) return null;
  return (
    <Fold id="artifacts" title="Files kept" note={listNames(artifacts)}>
      <AllArtifacts source={source} block={block} />
      {groupByFolder(artifacts).map(([folder, files]) => (
        <div key={folder}>
          {folder !== "" && (
            <h3 class="label">
              {safeName(folder, 200)} <small>{files.length}</small>
            </h3>
          )}
          <ul class="artifacts">
            {files.map((artifact, index) => (
              <ArtifactItem key={index} {...{ artifact, source, block }} />
            ))}
          </ul>
        </div>
      ))}
    </Fold>
  );
}

/** Names beside the title. */
const mostNames = 6;

function listNames(artifacts: readonly Artifact[]): string {
  const names = artifacts.slice(0, mostNames).map(({ path }) => safeName(path, 40));
  const rest = artifacts.length - names.length;
  return `${names.join(", ")}${rest > 0 ? ` and ${rest} more` : ""}`;
}

/** Groups files by folder, in the order of first appearance. */
function groupByFolder(artifacts: readonly Artifact[]): (readonly [string, readonly Artifact[]])[] {
  const folders = new Map<string, Artifact[]>();
  for (const artifact of artifacts) {
    const folder = artifact.path.slice(0, artifact.path.lastIndexOf("/") + 1);
    folders.set(folder, [...(folders.get(folder) ?? []), artifact]);
  }
  return [...folders];
}

type OpenedFile =
  | { readonly bytes: Uint8Array<ArrayBuffer>; readonly preview: Preview }
  | { readonly error: string }
  | null;

function ArtifactItem({ artifact, source, block }: { artifact: Artifact; source: RunSource; block: RunBlock }) {
  const [opened, setOpened] = useState<OpenedFile>(null);
  const open = async () => {
    try {
      const bytes = await source.artifact(block, artifact.path);
      setOpened(bytes === null ? { error: "it is not in this file" } : { bytes, preview: createPreview(bytes) });
    } catch (error) {
      setOpened({ error: errorMessage(error) });
    }
  };
  const isHere = Object.hasOwn(block.artifacts, artifact.path);
  return (
    <li>
      <details onToggle={(event) => void (event.currentTarget.open && opened === null && isHere && open())}>
        <summary>
          <code>{safeName(artifact.path, 240)}</code>{" "}
          <small>
            {formatBytes(artifact.size)}, {safeLine(artifact.mimeType, 80)}
          </small>
        </summary>
        {artifact.skipped !== undefined && (
          <p class="notice">
            Not stored: <Passage text={artifact.skipped} />
          </p>
        )}
        {!isHere && artifact.file !== undefined && (
          <p class="notice">Not in this file; the report's folder has it: {safeName(artifact.file, 240)}</p>
        )}
        {opened !== null &&
          ("error" in opened ? (
            <p class="notice">It cannot be shown: {safe(opened.error)}</p>
          ) : (
            <FilePreview {...opened} path={artifact.path} />
          ))}
      </details>
    </li>
  );
}

function FilePreview({ bytes, preview, path }: { bytes: Uint8Array<ArrayBuffer>; preview: Preview; path: string }) {
  return (
    <>
      {preview.kind === "text" && <LongText text={preview.text} name={path} />}
      {preview.kind === "image" && (
        <img class="preview" src={preview.address} alt={`Preview of ${safeName(path, 240)}`} />
      )}
      {preview.kind === "other" && <p class="notice">No preview for this type of file.</p>}
      <p class="more">
        <button type="button" onClick={() => download(path, [bytes], "application/octet-stream")}>
          Save the file
        </button>
      </p>
    </>
  );
}

/** Saves all files of a run as one ZIP; the button shows the size in advance. */
type Packing = { readonly read: number } | { readonly error: string } | null;

function AllArtifacts({ source, block }: { source: RunSource; block: RunBlock }) {
  const [packing, setPacking] = useState<Packing>(null);
  const { artifacts = [], runId } = block.detail;
  const here = artifacts.filter(({ path }) => Object.hasOwn(block.artifacts, path));
  const bytes = here.reduce((sum, artifact) => sum + artifact.size, 0);
  if (here.length < 2) return null;
  const save = async () => {
    try {
      const files = await readAll(here, { source, block, onRead: (read) => setPacking({ read }) });
      download(`${runId}-artifacts.zip`, [...writeZip(files)], "application/zip");
      setPacking(null);
    } catch (error) {
      setPacking({ error: errorMessage(error) });
    }
  };
  const isBusy = packing !== null && "read" in packing;
  return (
    <p class="more">
      <button type="button" disabled={isBusy || bytes > maxZipBytes} onClick={() => void save()}>
        Save all as ZIP, {formatBytes(bytes)}
      </button>
      <span role="status">
        {isBusy
          ? `${packing.read} of ${here.length} files read`
          : `${here.length} files${here.length < artifacts.length ? `; ${artifacts.length - here.length} are not available` : ""}`}
        {bytes > maxZipBytes ? "; too large for one ZIP file, save them one by one" : ""}
      </span>
      {packing !== null && "error" in packing && (
        <span class="notice bad">Not all files could be read: {safe(packing.error)}</span>
      )}
    </p>
  );
}

interface ReadAllDeps {
  readonly source: RunSource;
  readonly block: RunBlock;
  readonly onRead: (count: number) => void;
}

/** A ZIP file that silently lacks files would be worse than none. */
async function readAll(artifacts: readonly Artifact[], { source, block, onRead }: ReadAllDeps): Promise<ZipFile[]> {
  const names = makeZipNames(artifacts.map(({ path }) => path));
  const files: ZipFile[] = [];
  for (const [index, { path }] of artifacts.entries()) {
    onRead(index);
    const bytes = await source.artifact(block, path);
    if (bytes === null) throw new Error(`${path} is not available`);
    files.push({ name: names[index] ?? "file", bytes });
  }
  return files;
}
