/** Drives one kind of agent program. Users call it an adapter, and an entry of `agents` an agent. */
import type { AgentKeys } from "./agent/agent-keys.ts";
import type { AgentReadiness } from "./agent/agent-readiness.ts";
import type { EntryInput } from "./entry.ts";
import type { McpServers } from "./scenario/mcp-server.ts";
import type { ModelEndpoint } from "./model/model-endpoint.ts";
import type { ModelOutage, Outcome } from "./outcome.ts";
import type { TokenUsage } from "./model/token-usage.ts";

export type Env = Readonly<Record<string, string>>;

/** What AXIS must know about a kind of agent. */
export interface AgentTraits {
  readonly name: string;
  /** Variables that the program needs or may use. AXIS passes them to this program and to nothing else. */
  readonly keys?: AgentKeys;
  /** Default true; an adapter that cannot pass a model refuses one. */
  readonly acceptsModel?: boolean;
  /** Default false: its runs are then judged by `rules`. */
  readonly canJudge?: boolean;
  /** Default false. */
  readonly canResume?: boolean;
  /** What it reports for a whole session when it resumes one; default nothing: each turn has its own numbers. */
  readonly sessionTotals?: readonly ("tokens" | "cost")[];
  /** Default false. Reports what each run cost, so that a money budget works with any model. */
  readonly reportsCost?: boolean;
  /** Default false. Uses `AgentTask.endpoint`, or calls no model at all: only such agents can be rehearsed. */
  readonly acceptsEndpoint?: boolean;
  /** Variables that keep the program's configuration inside the job's folders. */
  isolation?(paths: { workspace: string; home: string }): Record<string, string>;
  /** Where its program looks for skills, in the workspace or the home; default `.agents/skills` in the workspace. */
  skillsFolder?(paths: { workspace: string; home: string }): string;
}

export interface AgentAdapter extends AgentTraits {
  /** What is missing on this machine, as sentences; empty means ready. Called before anything runs. */
  missing?(env: Env, task: ReadinessTask): Promise<string[]>;
  /** Like `missing`, but also reports what was found: program, package to fetch, login. If defined, `missing` is not called. */
  ready?(operator: Env, task: ReadinessTask): Promise<AgentReadiness>;
  /** What one job needs in addition, such as its own file. Not called on a machine that only offers to run jobs. */
  missingForJob?(task: JobReadinessTask): Promise<string[]>;
  /** A failing agent is an outcome, not an exception. */
  run(task: AgentTask, io: AgentIO): Promise<Outcome>;
}

/** The part of a task that decides what the machine must provide. */
export type ReadinessTask = Pick<AgentTask, "command" | "transcript" | "configDir" | "endpoint"> & {
  /** Default true; false forbids fetching a program. */
  readonly install?: boolean;
  /** Names of the variables that the config passes to the program besides its keys; it may sign in with one of them. */
  readonly forwarded?: readonly string[];
};

/** The part of a task that distinguishes one job of an agent from another before either starts. */
type JobReadinessTask = Pick<AgentTask, "transcript" | "configDir" | "scenarioKey" | "trial">;

export interface AgentTask {
  readonly prompt: string;
  readonly model?: string;
  readonly flags: Readonly<Record<string, string | number | boolean>>;
  readonly command?: string | readonly string[];
  /** The program and its first arguments if they were already found or fetched; otherwise the adapter looks them up. */
  readonly program?: readonly [string, ...string[]];
  /** Stored transcript to play back, for the replay agent; relative to configDir. */
  readonly transcript?: string;
  readonly scenarioKey: string;
  readonly trial: number;
  /** For resolving a program written as ./ or ../; never passed to the agent. */
  readonly configDir: string;
  readonly mcpServers: McpServers;
  readonly skills: readonly { readonly name: string; readonly path: string }[];
  /** Call models here. The usual variables are already in `AgentIO.env`, in place of the operator's own keys. */
  readonly endpoint?: ModelEndpoint;
  /** Session of the previous turn, for adapters with canResume. */
  readonly resume?: string;
  /** The task is to judge, so no flag may skip permissions. `evidence` is a read-only folder next to the workspace. */
  readonly judging?: { readonly evidence: string | null };
}

/** Everything an agent can reach: isolated folders and environment, one output channel, one stop signal. */
export interface AgentIO {
  readonly workspace: string;
  readonly home: string;
  readonly env: Env;
  readonly abort: AbortSignal;
  /** The only output channel. An entry without a timestamp gets its arrival time; an explicit null stays null. */
  emit(entry: EntryInput): void;
  /** One line as the program wrote it, for the raw file. */
  raw(line: string): void;
  /** Usage so far; the last call counts. Implausible numbers are ignored and noted. */
  usage(tokens: TokenUsage, costUsd?: number): void;
  /** The program has started and is working on the prompt. */
  ready(): void;
  session(id: string): void;
  /**
   * The model's server fails and the program keeps asking; null once the model answers. If the run's time ends meanwhile,
   * this failure is its outcome: the agent could not use the time.
   */
  outage(failure: ModelOutage | null): void;
  /** A sentence about how the run was made, for its report. */
  note(message: string): void;
  /** The process is isolated, and the abort signal ends it. */
  spawn(program: string, args: readonly string[], options?: SpawnOptions): AgentProcess;
}

export interface SpawnOptions {
  /** Text for stdin, then end of file; omitted: no stdin. "open" keeps it open for a protocol; as text, { text: "open" }. */
  readonly stdin?: string | { readonly text: string };
  /** Run `program` as one line of the system shell; `args` must then be empty. */
  readonly shell?: boolean;
  /** Additional variables for this process. */
  readonly env?: Env;
  /** Default true. With false the adapter writes the raw lines itself, for example to record both sides of a conversation. */
  readonly record?: boolean;
}

export interface AgentProcess {
  readonly pid: number | undefined;
  /** Each line of stdout without its line ending, also recorded as raw. A line over 8 MB is cut and marked. */
  readonly lines: AsyncIterable<string>;
  /** Only with `stdin: "open"`. */
  write(text: string): void;
  endInput(): void;
  readonly exit: Promise<ProcessExit>;
}

export interface ProcessExit {
  readonly code: number | null;
  readonly signal: string | null;
  /** Why it could not start (such as ENOENT); null when it did. */
  readonly spawnError: string | null;
  /** The end of stderr, at most 100,000 bytes. */
  readonly stderr: string;
  readonly durationMs: number;
}
