/** One child process: what it takes to start it, and what it gives back. */
import type { ProcessExit } from "../core/agent.ts";

export interface StartOptions {
  readonly program: string;
  readonly args: readonly string[];
  /** `program` is then one line for the system's shell, and `args` is empty. */
  readonly shell?: boolean;
  readonly cwd: string;
  /** It may be an agent's, or run what an agent wrote, and try to kill its parent: a shell stands in between. */
  readonly kept?: boolean;
  /** Exactly this environment; the scope adds AXIS_RUN_ID. */
  readonly env: Readonly<Record<string, string>>;
  /** Text and then the end of input; "open" for a protocol; left out: no input at all. */
  readonly stdin?: string | { readonly text: string };
  /** Ends the process and its group: SIGTERM, after `graceMs` SIGKILL. */
  readonly abort?: AbortSignal;
  /** Default 5000. */
  readonly graceMs?: number;
  /** Default 8 MiB; a longer line is cut with a mark. */
  readonly lineLimitBytes?: number;
  /** Default 1 GiB in all; beyond it lines are dropped after one mark line, and the process goes on. */
  readonly stdoutLimitBytes?: number;
  /** Default 100,000; the end is kept. */
  readonly stderrLimitBytes?: number;
  readonly onStderr?: (chunk: string) => void;
  /** Takes stdout as it comes, byte for byte; `lines` is then empty and ends when stdout does. */
  readonly onStdout?: (chunk: Uint8Array) => void;
}

export interface Child {
  /** Undefined when nothing was started. */
  readonly pid: number | undefined;
  /** Lines of stdout, for one reader; a slow one pauses the program. One that leaves early drops the rest. */
  readonly lines: AsyncIterable<string>;
  /** Without open input, or after its end, this does nothing. */
  write(text: string): void;
  endInput(): void;
  /** It is known to have ended; what it wrote may still be on its way. */
  readonly hasEnded: boolean;
  /** Never rejects. */
  readonly exit: Promise<ProcessExit>;
  /** Ends the process and its group. */
  stop(): Promise<ProcessExit>;
}

/** A child that never was: its program cannot start, or it was stopped before it could. */
export function absentChild(why: { spawnError: string } | { signal: string }): Child {
  const none = { code: null, signal: null, spawnError: null, stderr: "", durationMs: 0 };
  const exit = Promise.resolve({ ...none, ...why });
  return { pid: undefined, lines: noLines(), write() {}, endInput() {}, hasEnded: true, exit, stop: () => exit };
}

async function* noLines(): AsyncGenerator<string, void, undefined> {}
