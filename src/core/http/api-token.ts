/** Tokens of the HTTP API: `axis_`, an id, and a secret. Only the hash of the secret is stored. */
import { z } from "zod";

export const TokenScope = z.enum(["read", "write", "admin"]);
export type TokenScope = z.infer<typeof TokenScope>;

/** Each scope includes those before it. */
const includedScopes: Record<TokenScope, readonly TokenScope[]> = {
  read: ["read"],
  write: ["read", "write"],
  admin: ["read", "write", "admin"],
};

/** Whether one of these scopes includes the requested one. */
export function hasScope(scopes: readonly TokenScope[], asked: TokenScope): boolean {
  return scopes.some((scope) => includedScopes[scope].includes(asked));
}

/** What is known about a token, without its secret. */
export interface ApiToken {
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly TokenScope[];
  /** Null for all workspaces. */
  readonly workspaceId: string | null;
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
  readonly lastUsedAt: Date | null;
  readonly revokedAt: Date | null;
}
