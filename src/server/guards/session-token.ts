/** The token of one server process: created at its start and kept only in memory. */
import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import type { TokenScope } from "../../core/http/api-token.ts";

export interface SessionToken {
  readonly id: string;
  readonly scopes: readonly TokenScope[];
  /** Whether this text is the token; compares in constant time. */
  matches(text: string): boolean;
}

/** Creates a token and returns the only copy of its text. */
export function createSessionToken(scopes: readonly TokenScope[]): { text: string; token: SessionToken } {
  // Hex digits are all valid characters of a token id.
  const id = randomBytes(6).toString("hex");
  const text = `axis_${id}_${randomBytes(32).toString("base64url")}`;
  const hash = hashToken(text);
  return { text, token: { id, scopes, matches: (other) => timingSafeEqual(hash, hashToken(other)) } };
}

function hashToken(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
