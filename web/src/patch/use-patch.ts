/** Reads the diff of a run. */
import { errorMessage } from "../../../src/core/error.ts";
import { useEffect, useState } from "preact/hooks";
import { type PatchSection, readSection, splitPatch } from "../../../src/core/patch-text.ts";
import type { RunBlock } from "../../../src/report/html/page-index.ts";
import type { RunSource } from "../source/source.ts";

export interface ReadPatch {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly files: readonly PatchSection[];
}

/** Null while it is being read. */
export type PatchReading = { readonly patch: ReadPatch } | { readonly error: string } | null;

export function usePatch(source: RunSource, block: RunBlock): PatchReading {
  const [reading, setReading] = useState<PatchReading>(null);
  useEffect(() => {
    let isWanted = true;
    const update = (found: PatchReading) => void (isWanted && setReading(found));
    setReading(null);
    source.patch(block).then(
      (bytes) => update(bytes === null ? { error: "it is missing" } : { patch: parsePatch(bytes) }),
      (error: unknown) => update({ error: errorMessage(error) }),
    );
    return () => {
      isWanted = false;
    };
  }, [source, block]);
  return reading;
}

function parsePatch(bytes: Uint8Array<ArrayBuffer>): ReadPatch {
  return { bytes, files: splitPatch(new TextDecoder().decode(bytes)).map(readSection) };
}
