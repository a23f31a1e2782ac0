/** A short substitute for a long text, for use as a key. */
import { createHash } from "node:crypto";

/**
 * V8 hashes strings longer than 16,383 characters by their length alone, so many long keys of equal length would make
 * a map quadratic. An agent could write such keys on purpose.
 */
const longestKey = 16_000;

/** The text itself, or the digest of a long text: equal texts have equal fingerprints. */
export function fingerprint(text: string): string {
  if (text.length <= longestKey) return text;
  return `\0sha256:${text.length}:${createHash("sha256").update(text, "utf16le").digest("base64")}`;
}
