/** The token of one server process: made at its start, kept in memory, gone with it. */
import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import type { TokenScope } from "../../core/http/api-token.ts";

export interface SessionToken {
  readonly id: string;
  readonly scopes: readonly TokenScope[];
  /** Whether this text is the token; compared in constant time. */
  matches(text: string): boolean;
}

/** A new token and the only copy of its text. */
export function createSessionToken(scopes: readonly TokenScope[]): { text: string; token: SessionToken } {
  // Hex is within the letters that ids are made of.
  const id = randomBytes(6).toString("hex");
  const text = `axis_${id}_${randomBytes(32).toString("base64url")}`;
  const hash = hashOf(text);
  return { text, token: { id, scopes, matches: (other) => timingSafeEqual(hash, hashOf(other)) } };
}

function hashOf(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
