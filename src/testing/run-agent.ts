/** Runs an adapter once, outside AXIS, and returns everything it did: for tests of adapters. */
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { AgentAdapter, AgentIO, AgentProcess, AgentTask, Env, SpawnOptions } from "../core/agent.ts";
import { Entry, type EntryInput } from "../core/entry.ts";
import type { Outcome } from "../core/outcome.ts";
import type { TokenUsage } from "../core/model/token-usage.ts";

/** A process of an agent under test: its program, folder and environment, and the signal that ends it. */
export interface ProcessRequest extends SpawnOptions {
  readonly program: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Env;
  readonly abort: AbortSignal;
}

/** The part of a task that a test case sets. */
export type TaskPart = Partial<AgentTask>;

export interface AgentRunDeps {
  /** Starts real processes, for adapters that need them. It must end them when the abort signal fires. */
  readonly processes?: (request: ProcessRequest) => AgentProcess;
  /** Default: only PATH of this process. */
  readonly env?: Env;
}

/** Everything that one run of an adapter produced. */
export interface AgentRun {
  readonly outcome: Outcome;
  readonly entries: readonly Entry[];
  readonly raw: readonly string[];
  readonly usage: TokenUsage | undefined;
  readonly costUsd: number | undefined;
  readonly sessionId: string | undefined;
  readonly ready: boolean;
  /** The adapter's notes about how it ran. */
  readonly notes: readonly string[];
  /** Entries that were emitted after the outcome; must be empty. */
  late(): readonly EntryInput[];
}

export interface AgentRunOptions extends AgentRunDeps {
  readonly abort?: AbortController;
  /** Called for each entry as it is emitted. */
  readonly onEntry?: (entry: Entry, io: AgentIO) => void;
  /** Prepares the agent's folders before it starts. */
  readonly setup?: (paths: { workspace: string; home: string }) => Promise<void>;
  /** Inspects the agent's folders before they are removed. */
  readonly inspect?: (paths: { workspace: string; home: string }) => Promise<void>;
}

/** Runs an adapter once, in temporary folders. */
export async function runAgent(
  adapter: AgentAdapter,
  part: TaskPart,
  options: AgentRunOptions = {},
): Promise<AgentRun> {
  const root = await mkdtemp(join(tmpdir(), "axis-agent-"));
  try {
    const paths = { workspace: join(root, "work"), home: join(root, "home") };
    await Promise.all([mkdir(paths.workspace), mkdir(paths.home)]);
    await options.setup?.(paths);
    const listener = new RecordingIO(paths, options);
    const outcome = await adapter.run(createAgentTask(part, root), listener);
    const ran = listener.finish(outcome);
    await options.inspect?.(paths);
    return ran;
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}

/** Completes a task from the part that a test sets. */
export function createAgentTask(part: TaskPart, configDir: string): AgentTask {
  return {
    prompt: "Say hello.",
    flags: {},
    scenarioKey: "contract",
    trial: 1,
    configDir,
    mcpServers: {},
    skills: [],
    ...part,
  };
}

/** The default environment of a run. */
export function pathOnlyEnv(): Env {
  return { PATH: process.env.PATH ?? "" };
}

/** The recording side of AgentIO, for one run. */
class RecordingIO implements AgentIO {
  readonly workspace: string;
  readonly home: string;
  readonly env: Env;
  readonly abort: AbortSignal;
  readonly #options: AgentRunOptions;
  readonly #entries: Entry[] = [];
  readonly #late: EntryInput[] = [];
  readonly #raw: string[] = [];
  readonly #notes: string[] = [];
  #isOver = false;
  #usage: { tokens: TokenUsage; costUsd: number | undefined } | undefined;
  #sessionId: string | undefined;
  #ready = false;

  constructor(paths: { workspace: string; home: string }, options: AgentRunOptions) {
    this.workspace = paths.workspace;
    this.home = paths.home;
    this.env = { ...(options.env ?? pathOnlyEnv()), HOME: paths.home };
    this.abort = (options.abort ?? new AbortController()).signal;
    this.#options = options;
  }

  emit = (input: EntryInput): void => {
    if (this.#isOver) return void this.#late.push(input);
    const timestamp = input.timestamp === undefined ? new Date().toISOString() : input.timestamp;
    const entry = Entry.parse({ ...input, timestamp });
    this.#entries.push(entry);
    this.#options.onEntry?.(entry, this);
  };
  raw = (line: string): void => void this.#raw.push(line);
  ready = (): void => void (this.#ready = true);
  session = (id: string): void => void (this.#sessionId = id);
  outage = (): void => {};
  note = (message: string): void => void this.#notes.push(message);
  usage = (tokens: TokenUsage, costUsd?: number): void => void (this.#usage = { tokens, costUsd });

  spawn = (program: string, args: readonly string[], options: SpawnOptions = {}): AgentProcess => {
    const { processes } = this.#options;
    if (processes === undefined) throw new Error("This run was given no function to start processes");
    const env = { ...this.env, ...options.env };
    const child = processes({ ...options, program, args, cwd: this.workspace, env, abort: this.abort });
    return {
      pid: child.pid,
      exit: child.exit,
      write: (text) => child.write(text),
      endInput: () => child.endInput(),
      lines: options.record === false ? child.lines : this.#recordLines(child.lines),
    };
  };

  finish(outcome: Outcome): AgentRun {
    this.#isOver = true;
    return {
      outcome,
      entries: this.#entries,
      raw: this.#raw,
      usage: this.#usage?.tokens,
      costUsd: this.#usage?.costUsd,
      sessionId: this.#sessionId,
      ready: this.#ready,
      notes: this.#notes,
      late: () => this.#late,
    };
  }

  async *#recordLines(lines: AsyncIterable<string>): AsyncIterable<string> {
    for await (const line of lines) {
      this.raw(line);
      yield line;
    }
  }
}
