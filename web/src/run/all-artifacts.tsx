/** All files of a run in one, with its size said before anything is read. */
import { errorMessage } from "../../../src/core/error.ts";
import { useState } from "preact/hooks";
import type { Artifact } from "../../../src/core/report/artifact.ts";
import type { RunBlock } from "../../../src/report/html/page-index.ts";
import { download } from "../parts/download.ts";
import { mostZipBytes, type ZipFile, zipParts } from "../parts/zip.ts";
import { zipNames } from "../parts/zip-names.ts";
import type { RunSource } from "../source/source.ts";
import { safe, size } from "../text/safe.ts";

type Packing = { readonly read: number } | { readonly error: string } | null;

export function AllArtifacts({ source, block }: { source: RunSource; block: RunBlock }) {
  const [packing, setPacking] = useState<Packing>(null);
  const { artifacts = [], runId } = block.detail;
  const here = artifacts.filter(({ path }) => Object.hasOwn(block.artifacts, path));
  const bytes = here.reduce((sum, artifact) => sum + artifact.size, 0);
  if (here.length < 2) return null;
  const save = async () => {
    try {
      const files = await readAll(here, { source, block, onRead: (read) => setPacking({ read }) });
      download(`${runId}-artifacts.zip`, [...zipParts(files)], "application/zip");
      setPacking(null);
    } catch (error) {
      setPacking({ error: errorMessage(error) });
    }
  };
  const isBusy = packing !== null && "read" in packing;
  return (
    <p class="more">
      <button type="button" disabled={isBusy || bytes > mostZipBytes} onClick={() => void save()}>
        Save all as ZIP, {size(bytes)}
      </button>
      <span role="status">
        {isBusy
          ? `${packing.read} of ${here.length} files read`
          : `${here.length} files${here.length < artifacts.length ? `; ${artifacts.length - here.length} are not here` : ""}`}
        {bytes > mostZipBytes ? "; too much for one file, save them one by one" : ""}
      </span>
      {packing !== null && "error" in packing && (
        <span class="notice bad">They could not all be read: {safe(packing.error)}</span>
      )}
    </p>
  );
}

interface Reading {
  readonly source: RunSource;
  readonly block: RunBlock;
  readonly onRead: (count: number) => void;
}

/** One after the other: a file that lacks some without saying so would be worse than none. */
async function readAll(artifacts: readonly Artifact[], { source, block, onRead }: Reading): Promise<ZipFile[]> {
  const names = zipNames(artifacts.map(({ path }) => path));
  const files: ZipFile[] = [];
  for (const [index, { path }] of artifacts.entries()) {
    onRead(index);
    const bytes = await source.artifact(block, path);
    if (bytes === null) throw new Error(`${path} is not at hand`);
    files.push({ name: names[index] ?? "file", bytes });
  }
  return files;
}
