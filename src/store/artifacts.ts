/** Paths and content of stored artifacts. Agents choose both the names and the content, so neither is trusted. */
import { foldName } from "../core/names/names.ts";
import type { RunSlot } from "../core/store.ts";
import { artifactFile } from "./paths.ts";
import type { Redact } from "./documents/redact.ts";

/** Gives each artifact a unique path, even if names differ only in case, because some file systems ignore case. */
export function createArtifactNamer(): (slot: RunSlot, path: string) => string {
  const taken = new Set<string>();
  return (slot, path) => {
    const wanted = artifactFile(slot, path);
    let place = wanted;
    for (let number = 2; taken.has(foldName(place)); number += 1) place = `${wanted}-${number}`;
    taken.add(foldName(place));
    return place;
  };
}

/** The content without secrets. Content that is not text is searched byte by byte. */
export function redactBytes(content: Uint8Array, redact: Redact): Uint8Array {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  const text = bytes.toString("utf8");
  const encoding = Buffer.from(text).equals(bytes) ? "utf8" : "latin1";
  const before = encoding === "utf8" ? text : bytes.toString("latin1");
  const after = redact(before);
  return after === before ? content : Buffer.from(after, encoding);
}
