/** What will run, decided once. After this, nothing reads configuration, environment or disk to decide anything. */
import type { Action } from "./scenario/action.ts";
import type { AgentAdapter } from "./agent.ts";
import type { AgentConfig } from "./agent/agent-config.ts";
import type { Cell } from "./cell.ts";
import type { EnvNames } from "./config/config.ts";
import type { Judge } from "./judge.ts";
import type { SandboxInput, SandboxPolicy } from "./config/sandbox-settings.ts";
import type { RunLimitsInput } from "./config/limits.ts";
import type { Metric } from "./metric.ts";
import type { Model } from "./model.ts";
import type { PriceTable } from "./model/price.ts";
import type { QuestionId } from "./question.ts";
import type { MinPassRate, ReportGate } from "./report/gate.ts";
import type { Rehearsal, ScriptMark } from "./plan/rehearsal.ts";
import type { PlannedShard } from "./plan/shard.ts";
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
  /** The module of its adapter; absent for a built-in one. */
  readonly file?: string;
}

/** One cell with everything it needs. */
export interface Job {
  readonly cell: Cell;
  readonly scenario: Scenario;
  readonly agent: PlannedAgent;
  readonly skills: readonly Skill[];
  readonly judges: Readonly<Record<QuestionId, Judge>>;
  /** Metrics of the config, then those of the scenario; absent if there are none. */
  readonly metrics?: readonly Metric[];
  /** Fingerprints of the config's and of the scenario's metrics, including their instructions and options. */
  readonly metricMarks?: { readonly shared: readonly string[]; readonly own: readonly string[] };
  /** The model for metrics that name none. */
  readonly metricJudge?: Model;
  /** Absent in plans that no config describes: no sandbox. */
  readonly sandbox?: SandboxPolicy;
}

/** The commit that every run of a competition starts from. */
export interface CloneStart {
  /** The id of the competition. */
  readonly competition: string;
  readonly commit: string;
  /** A bare repository that holds this commit and nothing after it. */
  readonly source: string;
  /** Folders of the user's repository, which a sandbox hides. */
  readonly hidden: readonly string[];
}

/** Digests that show whether a stored plan still matches this plan. */
export interface PlanDigests {
  readonly axis: string;
  readonly settings: string;
  readonly scenarios: Readonly<Record<string, string>>;
  readonly agents: Readonly<Record<string, string>>;
}

/** What a command requested beyond its config, and what resuming its report must request again. */
export interface RunOverrides {
  readonly judge?: string;
  readonly judgeSamples?: number;
  readonly failUnder?: number;
  readonly minPassRate?: MinPassRate;
  readonly concurrency?: number;
  readonly dataOnly?: true;
  readonly sandbox?: SandboxInput["driver"];
  readonly network?: SandboxInput["network"];
}

export interface Plan {
  readonly name?: string;
  readonly configDir: string;
  readonly configFile: string | null;
  readonly jobs: readonly Job[];
  /** Number of scenarios with skip. */
  readonly skipped: number;
  /** Broken scenario files that --skip-broken left out; absent if there are none. */
  readonly leftOut?: readonly string[];
  readonly concurrency: number;
  /** Per result; with `until`, the maximum. */
  readonly trials: number;
  /** "decided": no further trials of a result whose passes are decisive, or of a comparison that is decided. */
  readonly until?: "decided";
  readonly runLimits: RunLimitsInput;
  /** With a money budget: continue if a cost is unknown. */
  readonly allowUnknownCost?: boolean;
  /** Rows that add to the list prices, or replace them. */
  readonly prices?: PriceTable;
  /** Judges that may compare the work of several agents, in order of preference. */
  readonly duelJudges?: readonly Judge[];
  /** Null with --no-score: nothing is verified or judged. */
  readonly weights: Weights | null;
  /** What a finished report is checked against. */
  readonly gate: ReportGate;
  /** As written in the config. */
  readonly verdict: VerdictSettings;
  /** How scorecards are computed, as written; absent: the defaults. */
  readonly scorecard?: { readonly weights?: unknown; readonly baseline_scope?: BaselineScope | undefined };
  /** Where to send events about scored runs. */
  readonly events?: EventSettings;
  readonly judging: { readonly retries: number; readonly timeoutMs: number };
  readonly env: EnvNames;
  readonly beforeAll: readonly Action[];
  readonly afterAll: readonly Action[];
  readonly digests: PlanDigests;
  /** Seed of everything random in the report: the value of --seed, else the digest of the plan. */
  readonly seed: string;
  /** Runs start in a clone of a commit; absent: in an empty folder. */
  readonly start?: CloneStart;
  /** Retries of a run that the infrastructure failed; default none. */
  readonly retries?: number;
  /** Default true; false forbids fetching a missing program. */
  readonly install?: boolean;
  /** Agents call a scripted model; absent if they call real models. */
  readonly rehearsal?: Rehearsal;
  /** Absent if there were none. */
  readonly wishes?: RunOverrides;
  /** With --shard: the jobs are this part of the plan; everything else is that of the whole plan. */
  readonly shard?: PlannedShard;
  /** Sentences for people, such as weights that do not sum to 1. */
  readonly warnings: readonly string[];
}

/** The part of a plan that a journal stores, so that it can be resumed. */
export interface PlanDocument {
  readonly name?: string;
  readonly cells: readonly Cell[];
  readonly trials: number;
  readonly skipped: number;
  /** Kept, because a resumed report does not look for broken files again. */
  readonly leftOut?: readonly string[];
  readonly scored: boolean;
  readonly until?: "decided";
  readonly script?: ScriptMark;
  readonly wishes?: RunOverrides;
  /** The id of the competition that the runs belong to. */
  readonly competition?: string;
  /** With --shard: `cells` are this part of all cells. */
  readonly shard?: PlannedShard;
  readonly digests: PlanDigests;
  /** Absent in journals of older versions. */
  readonly seed?: string;
}
