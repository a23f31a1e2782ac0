/** Workers, and how many runs of an agent may run at once. */
import type { JsonColumn, Moment } from "./columns.ts";

export interface WorkerTable {
  id: string;
  host: string;
  version: string;
  agents: JsonColumn<string[]>;
  slots: number;
  state: "ready" | "draining";
  started_at: Moment;
  seen_at: Moment;
}

export interface AgentLimitTable {
  agent: string;
  max_running: number;
}
