/** Tokens of the HTTP API: `axis_`, an id, and a secret of which only the hash is kept. */
import { z } from "zod";

export const TokenScope = z.enum(["read", "write", "admin"]);
export type TokenScope = z.infer<typeof TokenScope>;

/** Each scope includes those before it. */
const includes: Record<TokenScope, readonly TokenScope[]> = {
  read: ["read"],
  write: ["read", "write"],
  admin: ["read", "write", "admin"],
};

/** Whether one of these scopes allows what is asked for. */
export function allows(scopes: readonly TokenScope[], asked: TokenScope): boolean {
  return scopes.some((scope) => includes[scope].includes(asked));
}

/** What is known of a token; its secret is not. */
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
