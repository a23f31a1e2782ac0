/** Where artifacts go, and with which bytes: their names and their content are the agent's choice. */
import { nameFold } from "../core/names/names.ts";
import type { RunSlot } from "../core/store.ts";
import { artifactFile } from "./paths.ts";
import type { Redact } from "./documents/redacted.ts";

/** Gives each artifact a place of its own, also where names differ only in case, as some file systems do not. */
export function artifactPlaces(): (slot: RunSlot, path: string) => string {
  const taken = new Set<string>();
  return (slot, path) => {
    const wanted = artifactFile(slot, path);
    let place = wanted;
    for (let number = 2; taken.has(nameFold(place)); number += 1) place = `${wanted}-${number}`;
    taken.add(nameFold(place));
    return place;
  };
}

/** The content without secrets. Bytes that are no text are looked through byte by byte. */
export function cleanBytes(content: Uint8Array, redact: Redact): Uint8Array {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  const text = bytes.toString("utf8");
  const encoding = Buffer.from(text).equals(bytes) ? "utf8" : "latin1";
  const before = encoding === "utf8" ? text : bytes.toString("latin1");
  const after = redact(before);
  return after === before ? content : Buffer.from(after, encoding);
}
