/** The history of a run: its stages, its gate executions, and its events. */
import type { ColumnType, Generated } from "kysely";
import type { Assigned, TimeColumn, Optional } from "./columns.ts";

export interface StageTable {
  run_id: string;
  attempt: number;
  position: number;
  kind: "setup" | "agent" | "gate" | "check";
  name: string;
  counts: boolean;
  executions: Generated<number>;
  first_passed: Optional<boolean>;
  passed: Optional<boolean>;
  repair_loops: Generated<number>;
}

export interface GateResultTable {
  run_id: string;
  attempt: number;
  position: number;
  execution: number;
  turn: number;
  passed: boolean;
  exit_code: Optional<number>;
  ended_by: "exit" | "signal" | "timeout" | "cancel" | "spawn-error";
  wall_ms: number;
  tree_id: Optional<string>;
  output_tail: Generated<string>;
  created_at: TimeColumn;
}

export interface RunEventTable {
  seq: Assigned<number>;
  xid: Assigned<string>;
  workspace_id: string;
  run_id: Optional<string>;
  type: string;
  data: ColumnType<Record<string, unknown>, string | undefined, string>;
  at: TimeColumn;
}
