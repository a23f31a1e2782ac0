/** Records everything an agent says and does: the implementation of AgentIO. */
import type { AgentIO, AgentProcess, Env, ProcessExit, SpawnOptions } from "../core/agent.ts";
import { Entry, type EntryInput } from "../core/entry.ts";
import { round9 } from "../core/json.ts";
import { parsePlausibleUsage, subtractUsage, type TokenUsage, totalTokens } from "../core/model/token-usage.ts";
import { LineSplitter } from "../process/lines.ts";
import type { Child, ProcessScope } from "../process/scope.ts";
import { formatCount } from "../core/format-count.ts";
import { cleanEntry } from "./clean.ts";
import type { ModelOutage } from "../core/outcome.ts";
import { type EntryLimits, KeptEntries } from "./kept-entries.ts";
import type { JobLimits } from "./limits.ts";

/** `trust.md` K3: longer lines are cut; the receiver of the lines decides how much is kept in total. */
const stderrLimits = { lineBytes: 8 * 1024 * 1024, totalBytes: Number.POSITIVE_INFINITY };

export interface SessionUsage {
  readonly tokenUsage?: TokenUsage;
  readonly totalCostUsd?: number;
}

/** What a recorder depends on. */
export interface RecorderDeps {
  readonly workspace: string;
  readonly home: string;
  readonly env: Env;
  readonly scope: ProcessScope;
  readonly limits: JobLimits;
  /** What the resumed session had used before, if the agent's reports include it. */
  readonly before?: SessionUsage;
  readonly now: () => Date;
  readonly redact: (text: string) => string;
  /** How much of the transcript stays in memory; default: that of a first turn. */
  readonly entryLimits?: EntryLimits;
  /** Takes one line for the raw file. */
  readonly raw: (line: string) => void;
  /** Takes one whole line of stderr, because redacting pieces would let half a secret through. */
  readonly stderr?: (line: string) => void;
  /** The agent has started to work: its first entry, or its ready signal. */
  readonly onRunning: () => void;
  readonly onUsage: (tokens: number, estimated: boolean) => void;
  /** Takes an entry as it is stored. */
  readonly onEntry?: (entry: Entry) => void;
  /** The agent reported its usage so far. */
  readonly onReported?: () => void;
}

export class Recorder implements AgentIO {
  readonly #entries: KeptEntries;
  #closedEntries: readonly Entry[] | null = null;
  readonly warnings: string[] = [];
  exitCode: number | null = null;
  suspect: string | undefined;
  tokenUsage: TokenUsage | undefined;
  totalCostUsd: number | undefined;
  sessionId: string | undefined;
  /** Why the model does not answer at the moment; null if it does. */
  modelOutage: ModelOutage | null = null;
  /** Names of the variables that the agent's processes received. */
  readonly variables = new Set<string>();
  readonly #deps: RecorderDeps;
  #isRunning = false;
  #isClosed = false;
  #rejectedCount = 0;
  #mostTokens = 0;

  constructor(deps: RecorderDeps) {
    this.#deps = deps;
    this.#entries = new KeptEntries(deps.entryLimits);
  }

  /** The entries so far; those of a very long turn without its middle. */
  get transcript(): readonly Entry[] {
    return this.#closedEntries ?? this.#entries.list();
  }

  get workspace(): string {
    return this.#deps.workspace;
  }
  get home(): string {
    return this.#deps.home;
  }
  get env(): Env {
    return this.#deps.env;
  }
  get abort(): AbortSignal {
    return this.#deps.limits.abort;
  }

  // User modules may not respect the types of what they pass here.
  emit = (input: EntryInput | null): void => {
    if (this.#isClosed) return;
    const stamped = input?.timestamp === undefined ? { ...input, timestamp: this.#deps.now().toISOString() } : input;
    const parsed = Entry.safeParse(stamped);
    if (!parsed.success) {
      this.#rejectedCount += 1;
      return;
    }
    this.ready();
    const entry = cleanEntry(parsed.data, this.#deps.redact);
    this.#entries.push(entry);
    this.#deps.onEntry?.(entry);
  };

  raw = (said: unknown): void => {
    if (this.#isClosed) return;
    const line = String(said);
    this.#deps.raw(this.#deps.redact(line));
    this.#deps.limits.addStreamed(line.length);
    this.#deps.onUsage(this.#deps.limits.tokens, this.#deps.limits.isEstimated);
  };

  usage = (tokens: TokenUsage, costUsd?: number): void => {
    if (this.#isClosed) return;
    const believed = this.#subtractEarlier(parsePlausibleUsage(tokens, this.#mostTokens));
    if (believed === null) {
      this.tokenUsage = undefined;
      this.totalCostUsd = undefined;
      this.#warn("the agent reported impossible token usage; it is ignored");
      return;
    }
    this.tokenUsage = believed;
    this.#mostTokens = totalTokens(tokens);
    const ownUsd = typeof costUsd === "number" ? round9(costUsd - (this.#deps.before?.totalCostUsd ?? 0)) : NaN;
    if (Number.isFinite(ownUsd) && ownUsd >= 0) this.totalCostUsd = ownUsd;
    this.#deps.limits.addReported(believed, this.totalCostUsd);
    this.#deps.onUsage(this.#deps.limits.tokens, this.#deps.limits.isEstimated);
    this.#deps.onReported?.();
  };

  ready = (): void => {
    if (this.#isRunning || this.#isClosed) return;
    this.#isRunning = true;
    this.#deps.onRunning();
  };

  session = (id: unknown): void => {
    if (typeof id === "string") this.sessionId = this.#deps.redact(id);
    else this.#warn("the adapter reported a session id that is not a string; it is ignored");
  };

  outage = (failure: ModelOutage | null): void => {
    if (!this.#isClosed) this.modelOutage = failure;
  };

  note = (message: unknown): void => this.#warn(this.#deps.redact(String(message)));

  spawn = (program: string, args: readonly string[], options: SpawnOptions = {}): AgentProcess => {
    const stderr = this.#stderrLines();
    const env = { ...this.env, ...options.env };
    for (const name of Object.keys(env)) this.variables.add(name);
    const child = this.#deps.scope.start({
      program,
      args,
      cwd: this.workspace,
      env,
      kept: true,
      abort: this.abort,
      shell: options.shell,
      stdin: options.stdin,
      ...(stderr === undefined ? {} : { onStderr: stderr.push }),
    });
    return {
      pid: child.pid,
      lines: options.record === false ? child.lines : this.#recordLines(child),
      write: (text) => child.write(text),
      endInput: () => child.endInput(),
      exit: child.exit.then((exit) => {
        stderr?.end();
        return this.#noteExit(exit);
      }),
    };
  };

  /** Ignores everything that arrives afterwards. */
  close(): void {
    const rejected = this.#rejectedCount;
    if (rejected > 0)
      this.#warn(
        rejected === 1
          ? "an entry of an unknown shape was left out"
          : `${rejected} entries of an unknown shape were left out`,
      );
    const { dropped } = this.#entries;
    if (dropped > 0)
      this.#warn(
        `the agent printed too much: ${formatCount(dropped, "transcript line")} left out; the raw file has what it printed`,
      );
    this.#closedEntries ??= this.#entries.list();
    this.#isClosed = true;
  }

  /** What this turn used of a claimed total; null if the total is less than what the session had used before. */
  #subtractEarlier(claimed: TokenUsage | null): TokenUsage | null {
    const earlier = this.#deps.before?.tokenUsage;
    if (claimed === null || earlier === undefined) return claimed;
    return parsePlausibleUsage(subtractUsage(claimed, earlier));
  }

  /** Splits the stderr of one process into lines; undefined without a listener. */
  #stderrLines() {
    const { stderr } = this.#deps;
    if (stderr === undefined) return undefined;
    const splitter = new LineSplitter(stderrLimits);
    return {
      push: (chunk: string) => splitter.push(Buffer.from(chunk)).forEach((line) => stderr(line)),
      end: () => splitter.end().forEach((line) => stderr(line)),
    };
  }

  async *#recordLines(child: Child): AsyncIterable<string> {
    for await (const line of child.lines) {
      this.raw(line);
      yield line;
    }
  }

  #noteExit(exit: ProcessExit): ProcessExit {
    if (exit.spawnError === null) this.exitCode = exit.code;
    // When the turn is over or is being stopped, AXIS itself ends the remaining processes.
    if (exit.signal !== null && !this.abort.aborted && !this.#isClosed)
      this.suspect = `the agent's process was ended by ${exit.signal}, which AXIS did not send`;
    return { ...exit, stderr: this.#deps.redact(exit.stderr) };
  }

  #warn(message: string): void {
    if (!this.warnings.includes(message)) this.warnings.push(message);
  }
}
