/** Reads errors in Codex session files: their kind, and the HTTP status behind it. */
import { type Fields, fieldsAt, integerAt, isFields } from "../common/fields.ts";

/** Returns the status the model's server answered with; undefined if this kind of error has none. */
export function readCodexStatus(error: Fields | undefined): number | undefined {
  const kinds = fieldsAt(error, "codex_error_info") ?? {};
  return Object.values(kinds)
    .filter(isFields)
    .map((kind) => integerAt(kind, "http_status_code"))
    .find((status) => status !== undefined);
}
