/** What will be done, decided once. From here on nobody reads configuration, environment or disk to decide anything. */
import type { Action } from "./scenario/action.ts";
import type { AgentAdapter } from "./agent.ts";
import type { AgentConfig } from "./agent/agent-config.ts";
import type { Cell } from "./cell.ts";
import type { EnvNames } from "./config/config.ts";
import type { Judge } from "./judge.ts";
import type { RunLimitsInput } from "./config/limits.ts";
import type { FailureClass } from "./outcome.ts";
import type { Metric } from "./metric.ts";
import type { Model } from "./model.ts";
import type { PriceTable } from "./model/price.ts";
import type { QuestionId } from "./question.ts";
import type { Rehearsal, ScriptMark } from "./plan/rehearsal.ts";
import type { BaselineScope } from "./run/run-facts.ts";
import type { Scenario, Skill } from "./scenario.ts";
import type { EventSettings } from "./config/event-settings.ts";
import type { VerdictSettings } from "./report/verdict.ts";
import type { Weights } from "./score/weights.ts";

/** An agent under test with its adapter. */
export interface PlannedAgent {
  /** Generated name, unique in the plan. */
  readonly name: string;
  readonly config: AgentConfig;
  readonly adapter: AgentAdapter;
}

/** One cell with all it needs. */
export interface Job {
  readonly cell: Cell;
  readonly scenario: Scenario;
  readonly agent: PlannedAgent;
  readonly skills: readonly Skill[];
  readonly judges: Readonly<Record<QuestionId, Judge>>;
  /** Those of the config, then those of the scenario; absent where there are none. */
  readonly metrics?: readonly Metric[];
  /** What tells the metrics of the config and those of the scenario from others, instructions and options included. */
  readonly metricMarks?: { readonly shared: readonly string[]; readonly own: readonly string[] };
  /** Whom metrics ask that name no model of their own. */
  readonly metricJudge?: Model;
}

/** Digests that tell whether a stored plan is still this plan. */
export interface PlanDigests {
  readonly axis: string;
  readonly settings: string;
  readonly scenarios: Readonly<Record<string, string>>;
  readonly agents: Readonly<Record<string, string>>;
}

/** What a command asked for beyond its config, and what going on with its report has to hear again. */
export interface Wishes {
  readonly judge?: string;
  readonly judgeSamples?: number;
  readonly failUnder?: number;
  readonly concurrency?: number;
  readonly dataOnly?: true;
}

export interface Plan {
  readonly name?: string;
  readonly configDir: string;
  readonly configFile: string | null;
  readonly jobs: readonly Job[];
  /** Scenarios with skip. */
  readonly skipped: number;
  readonly concurrency: number;
  /** Per pair; with `until`, the most. */
  readonly trials: number;
  /** "decided": no further trial of a pair whose passes decide, or of a comparison that is. */
  readonly until?: "decided";
  readonly runLimits: RunLimitsInput;
  /** With a money budget: go on where a cost is not known. */
  readonly allowUnknownCost?: boolean;
  /** Rows that add to the list prices, or replace them. */
  readonly prices?: PriceTable;
  /** Null with --no-score: nothing is verified or judged. */
  readonly weights: Weights | null;
  readonly failUnder: number | null;
  /** Pairs that may fail in each way before the gate says no; default none. */
  readonly allowedFailures?: Partial<Readonly<Record<FailureClass, number>>>;
  /** As written in the config. */
  readonly verdict: VerdictSettings;
  /** How scorecards are made, as written; absent: by default. */
  readonly scorecard?: { readonly weights?: unknown; readonly baseline_scope?: BaselineScope | undefined };
  /** Where scored runs are told. */
  readonly events?: EventSettings;
  readonly judging: { readonly retries: number; readonly timeoutMs: number };
  readonly env: EnvNames;
  readonly beforeAll: readonly Action[];
  readonly afterAll: readonly Action[];
  readonly digests: PlanDigests;
  /** Of whatever is drawn at random about the report: what --seed says, else the digest of the plan. */
  readonly seed: string;
  /** Further attempts at a run that the infrastructure failed; default none. */
  readonly retries?: number;
  /** Default true; false forbids fetching a program that is not there. */
  readonly install?: boolean;
  /** Agents ask a scripted model; absent where they ask real ones. */
  readonly rehearsal?: Rehearsal;
  /** Absent where there were none. */
  readonly wishes?: Wishes;
  /** Sentences for people, such as weights that do not sum to 1. */
  readonly warnings: readonly string[];
}

/** The part of a plan that a journal keeps, to go on with it later. */
export interface PlanDocument {
  readonly name?: string;
  readonly cells: readonly Cell[];
  readonly trials: number;
  readonly skipped: number;
  readonly scored: boolean;
  readonly until?: "decided";
  readonly script?: ScriptMark;
  readonly wishes?: Wishes;
  readonly digests: PlanDigests;
  /** Absent in journals of before it was kept. */
  readonly seed?: string;
}
