/** Workers, and how many runs of an agent may run at once. */
import type { JsonColumn, TimeColumn } from "./columns.ts";

export interface WorkerTable {
  id: string;
  host: string;
  version: string;
  agents: JsonColumn<string[]>;
  slots: number;
  state: "ready" | "draining";
  started_at: TimeColumn;
  seen_at: TimeColumn;
}

export interface AgentLimitTable {
  agent: string;
  max_running: number;
}
