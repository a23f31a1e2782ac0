/** Who may do what where: workspaces, tokens, and requests that must not count twice. */
import type { ColumnType } from "kysely";
import type { Bytes, TimeColumn, Optional, OptionalJson, OptionalTimeColumn } from "./columns.ts";

export interface WorkspaceTable {
  id: string;
  slug: string;
  name: string;
  settings: ColumnType<Record<string, unknown>, string | undefined, string>;
  created_at: TimeColumn;
}

export interface TokenTable {
  id: string;
  name: string;
  secret_hash: Bytes;
  scopes: ("read" | "write" | "admin")[];
  workspace_id: Optional<string>;
  created_at: TimeColumn;
  expires_at: OptionalTimeColumn;
  last_used_at: OptionalTimeColumn;
  revoked_at: OptionalTimeColumn;
}

export interface IdempotencyTable {
  token_id: string;
  key: string;
  request_hash: Bytes;
  status: Optional<number>;
  response: OptionalJson<unknown>;
  created_at: TimeColumn;
}
