/** The files a run left: previews of text and pictures, each to be saved, all of it as they were. */
import { errorMessage } from "../../../src/core/error.ts";
import { useState } from "preact/hooks";
import type { Artifact } from "../../../src/core/report/artifact.ts";
import type { RunBlock } from "../../../src/report/html/page-index.ts";
import { download } from "../parts/download.ts";
import { Section } from "../parts/section.tsx";
import type { RunSource } from "../source/source.ts";
import { AllArtifacts } from "./all-artifacts.tsx";
import { LongText } from "../text/long-text.tsx";
import { Passage } from "../text/passage.tsx";
import { safe, safeLine, safeName, size } from "../text/safe.ts";
import { type Preview, previewOf } from "./preview.ts";

export function Artifacts({ source, block }: { source: RunSource; block: RunBlock }) {
  const { artifacts = [] } = block.detail;
  if (artifacts.length === 0) return null;
  return (
    <Section id="artifacts" title="Artifacts" note={String(artifacts.length)}>
      <AllArtifacts source={source} block={block} />
      {foldersOf(artifacts).map(([folder, files]) => (
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
    </Section>
  );
}

/** Files by the folder they were in, folders as they first appear. */
function foldersOf(artifacts: readonly Artifact[]): (readonly [string, readonly Artifact[]])[] {
  const folders = new Map<string, Artifact[]>();
  for (const artifact of artifacts) {
    const folder = artifact.path.slice(0, artifact.path.lastIndexOf("/") + 1);
    folders.set(folder, [...(folders.get(folder) ?? []), artifact]);
  }
  return [...folders];
}

type Opened =
  | { readonly bytes: Uint8Array<ArrayBuffer>; readonly preview: Preview }
  | { readonly error: string }
  | null;

function ArtifactItem({ artifact, source, block }: { artifact: Artifact; source: RunSource; block: RunBlock }) {
  const [opened, setOpened] = useState<Opened>(null);
  const open = async () => {
    try {
      const bytes = await source.artifact(block, artifact.path);
      setOpened(bytes === null ? { error: "it is not in this file" } : { bytes, preview: previewOf(bytes) });
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
            {size(artifact.size)}, {safeLine(artifact.mimeType, 80)}
          </small>
        </summary>
        {artifact.skipped !== undefined && (
          <p class="notice">
            It was not kept: <Passage text={artifact.skipped} />
          </p>
        )}
        {!isHere && artifact.file !== undefined && (
          <p class="notice">It is not in this file. The folder of the report has it: {safeName(artifact.file, 240)}</p>
        )}
        {opened !== null &&
          ("error" in opened ? (
            <p class="notice">It cannot be shown: {safe(opened.error)}</p>
          ) : (
            <Shown {...opened} path={artifact.path} />
          ))}
      </details>
    </li>
  );
}

function Shown({ bytes, preview, path }: { bytes: Uint8Array<ArrayBuffer>; preview: Preview; path: string }) {
  return (
    <>
      {preview.kind === "text" && <LongText text={preview.text} name={path} />}
      {preview.kind === "image" && (
        <img class="preview" src={preview.address} alt={`Preview of ${safeName(path, 240)}`} />
      )}
      {preview.kind === "other" && <p class="notice">There is no preview of such a file.</p>}
      <p class="more">
        <button type="button" onClick={() => download(path, [bytes], "application/octet-stream")}>
          Save the file
        </button>
      </p>
    </>
  );
}
