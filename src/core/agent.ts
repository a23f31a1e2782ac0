/** What drives one kind of agent program. Users call it an adapter, and an entry of `agents` an agent. */
import type { AgentReadiness } from "./agent/agent-readiness.ts";
import type { EntryInput } from "./entry.ts";
import type { McpServers } from "./scenario/mcp-server.ts";
import type { ModelEndpoint } from "./model/model-endpoint.ts";
import type { Outcome } from "./outcome.ts";
import type { TokenUsage } from "./model/token-usage.ts";

export type Env = Readonly<Record<string, string>>;

export interface AgentAdapter {
  readonly name: string;
  /** Variables the program needs or may use; they are passed to it and to nothing else. */
  readonly keys?: { readonly required?: readonly string[]; readonly optional?: readonly string[] };
  /** Default true; an adapter that cannot pass a model refuses one. */
  readonly acceptsModel?: boolean;
  /** Default false: its runs are then judged by `rules`. */
  readonly canJudge?: boolean;
  /** Default false. */
  readonly canResume?: boolean;
  /** Default false. Says what each run cost, so that a budget in money can be kept whatever the model. */
  readonly reportsCost?: boolean;
  /** Default false. Applies `AgentTask.endpoint`, or asks no model at all: only such agents can be rehearsed. */
  readonly acceptsEndpoint?: boolean;
  /** Variables that keep the program's configuration inside the job's folders. */
  isolation?(paths: { workspace: string; home: string }): Record<string, string>;
  /** Where its program looks for skills, in the workspace or the home; default `.agents/skills` in the workspace. */
  skillsFolder?(paths: { workspace: string; home: string }): string;
  /** What this machine lacks, in sentences; empty means ready. Called before anything runs. */
  missing?(env: Env, task: ReadinessTask): Promise<string[]>;
  /** The same with what was found: program, package to fetch, login. Where it is there, `missing` is not asked. */
  ready?(operator: Env, task: ReadinessTask): Promise<AgentReadiness>;
  /** What one job lacks besides, such as a file of its own; not asked of a machine that only offers to run jobs. */
  missingForJob?(task: JobReadinessTask): Promise<string[]>;
  /** A failing agent is an outcome, not an exception. */
  run(task: AgentTask, io: AgentIO): Promise<Outcome>;
}

/** The part of a task that decides what it needs of a machine. */
export type ReadinessTask = Pick<AgentTask, "command" | "transcript" | "configDir" | "endpoint"> & {
  /** Default true; false forbids fetching a program. */
  readonly install?: boolean;
};

/** The part of a task that tells one job of an agent from another, before either is begun. */
type JobReadinessTask = Pick<AgentTask, "transcript" | "configDir" | "scenarioKey" | "trial">;

export interface AgentTask {
  readonly prompt: string;
  readonly model?: string;
  readonly flags: Readonly<Record<string, string | number | boolean>>;
  readonly command?: string | readonly string[];
  /** The program with its first arguments, where it was found or fetched before; else it is looked up. */
  readonly program?: readonly [string, ...string[]];
  /** Stored transcript to play back, for the replay agent; relative to configDir. */
  readonly transcript?: string;
  readonly scenarioKey: string;
  readonly trial: number;
  /** For resolving a program written as ./ or ../; never handed to the agent. */
  readonly configDir: string;
  readonly mcpServers: McpServers;
  readonly skills: readonly { readonly name: string; readonly path: string }[];
  /** Ask models here. The usual variables are in `AgentIO.env` already, in place of the operator's own keys. */
  readonly endpoint?: ModelEndpoint;
  /** Session of the turn before, for adapters with canResume. */
  readonly resume?: string;
  /** The task is to judge: no flag that skips permissions. `evidence` is a folder beside the workspace, to be read only. */
  readonly judging?: { readonly evidence: string | null };
}

/** An agent's whole world: isolated folders and environment, one way out, one way to be stopped. */
export interface AgentIO {
  readonly workspace: string;
  readonly home: string;
  readonly env: Env;
  readonly abort: AbortSignal;
  /** The only way out. An entry without a timestamp is stamped with the time of arrival; an explicit null stays null. */
  emit(entry: EntryInput): void;
  /** One line as the program wrote it, for the raw file. */
  raw(line: string): void;
  /** Usage so far; the last call counts. Unbelievable numbers are ignored and said so. */
  usage(tokens: TokenUsage, costUsd?: number): void;
  /** The program is up and at work on the prompt. */
  ready(): void;
  session(id: string): void;
  /** A sentence about how the run was made that its report should carry. */
  note(message: string): void;
  /** Isolated, and ended with the abort. */
  spawn(program: string, args: readonly string[], options?: SpawnOptions): AgentProcess;
}

export interface SpawnOptions {
  /** Text for stdin, then end of file; left out: no stdin. "open" keeps it open for a protocol; as text, { text: "open" }. */
  readonly stdin?: string | { readonly text: string };
  /** Run `program` as one line of the system shell; `args` must then be empty. */
  readonly shell?: boolean;
  /** Further variables for this process. */
  readonly env?: Env;
  /** Default true; with false the adapter gives the raw file its lines itself, as where both sides of a talk belong in it. */
  readonly record?: boolean;
}

export interface AgentProcess {
  readonly pid: number | undefined;
  /** Each line of stdout without its end; also recorded as raw. A line beyond 8 MB is cut with a mark. */
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
