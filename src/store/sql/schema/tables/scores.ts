/** Scorecards, and the latency baselines of earlier runs that they are computed against. */
import type { ColumnType, Generated } from "kysely";
import type {
  CardAxes,
  CardAxis,
  CardTier,
  CardWeights,
  DefaultReason,
  WeightsSource,
} from "../../../../core/run/run-scorecard.ts";
import type { Assigned, JsonColumn, TimeColumn, Optional, OptionalTimeColumn } from "./columns.ts";

/** Which axes were defaulted, with the reason for each. */
type StoredDefaulted = Record<CardAxis, boolean> & { why: Partial<Record<CardAxis, DefaultReason>> };

type StoredWeights = CardWeights & { weights_source: WeightsSource };

type StoredInputs = { [Axis in CardAxis]: CardAxes[Axis]["inputs"] };

export interface ScoreTable {
  run_id: string;
  workspace_id: string;
  agent: string;
  scenario_key: string;
  score: number;
  tier: Assigned<CardTier>;
  formula_version: string;
  completion: number;
  error_rate: number;
  latency: number;
  resource_efficiency: number;
  defaulted: JsonColumn<StoredDefaulted>;
  weight_snapshot: JsonColumn<StoredWeights>;
  inputs: JsonColumn<StoredInputs>;
  counted: boolean;
  score_seq: Assigned<number>;
  event_sent_at: OptionalTimeColumn;
  scored_at: TimeColumn;
  scoring_micros: Optional<number>;
}

export interface SampleTable {
  run_id: string;
  workspace_id: string;
  scenario_key: string;
  wall_ms: number;
  score_seq: number;
}

export interface LatencyBaselineTable {
  workspace_id: string;
  scope_key: string;
  p50_ms: Optional<number>;
  sample_count: Generated<number>;
  run_ids: ColumnType<string[], string | undefined, string>;
  revision: Generated<number>;
  computed_at: TimeColumn;
}
