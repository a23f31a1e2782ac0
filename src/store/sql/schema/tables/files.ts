/** Blobs by hash, and what refers to them: files of runs, and documents. */
import type { ColumnType, Generated } from "kysely";
import type { Bytes, TimeColumn, Optional, OptionalBytes } from "./columns.ts";

export interface BlobTable {
  sha256: Bytes;
  bytes: number;
  media_type: string;
  encoding: Generated<"identity" | "gzip">;
  location: "db" | "object";
  object_key: Optional<string>;
  created_at: TimeColumn;
}

export interface BlobPartTable {
  sha256: Bytes;
  part: number;
  data: Bytes;
}

export interface RunFileTable {
  run_id: string;
  attempt: number;
  kind: "transcript" | "artifact" | "patch" | "log";
  path: string;
  first_index: Optional<number>;
  last_index: Optional<number>;
  blob_sha256: Bytes;
}

export interface DocumentTable {
  kind: "report" | "baseline" | "dataset" | "bundle" | "evaluation";
  workspace_id: string;
  id: string;
  title: Optional<string>;
  summary: ColumnType<Record<string, unknown>, string | undefined, string>;
  blob_sha256: OptionalBytes;
  created_at: TimeColumn;
}
