/** Ids of runs and competitions, and slugs of workspaces. An id is a prefix and a ULID in upper case; nothing else is accepted. */
import { z } from "zod";

const ulid = "[0-7][0-9A-HJKMNP-TV-Z]{25}";

export const RunId = z.string().regex(new RegExp(`^run_${ulid}$`), "expected run_ and 26 characters");
export const CompetitionId = z.string().regex(new RegExp(`^cmp_${ulid}$`), "expected cmp_ and 26 characters");
export const WorkspaceSlug = z
  .string()
  .regex(/^[a-z0-9][a-z0-9._-]{0,62}$/, "expected 1 to 63 characters from a-z, 0-9, dot, underscore, hyphen");

const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** The 128 bits of an id as a UUID: the queue uses it as the token of a run, so that a run cannot be sent twice. */
export function toUuid(id: string): string {
  const letters = id.slice(id.indexOf("_") + 1);
  const bits = [...letters].reduce((sum, letter) => sum * 32n + BigInt(alphabet.indexOf(letter)), 0n);
  const hex = bits.toString(16).padStart(32, "0");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}
