/** What people say about runs, checks, steps and items of datasets. */
import type { Assigned, JsonColumn, TimeColumn, Optional } from "./columns.ts";

export interface LabelTable {
  seq: Assigned<string>;
  workspace_id: string;
  run_id: Optional<string>;
  label: JsonColumn<unknown>;
  created_at: TimeColumn;
}
