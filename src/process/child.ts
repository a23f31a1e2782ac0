/** One child process: how to start it, and what it returns. */
import type { ProcessExit } from "../core/agent.ts";

export interface StartOptions {
  readonly program: string;
  readonly args: readonly string[];
  /** If true, `program` is one line for the system's shell, and `args` is empty. */
  readonly shell?: boolean;
  readonly cwd: string;
  /** Puts a shell in between, because the program may belong to an agent, or run its code, and try to kill its parent. */
  readonly kept?: boolean;
  /** The complete environment; the scope adds AXIS_RUN_ID. */
  readonly env: Readonly<Record<string, string>>;
  /** Text followed by the end of input; "open" for a protocol; if omitted, no input at all. */
  readonly stdin?: string | { readonly text: string };
  /** Ends the process and its group: SIGTERM, then SIGKILL after `graceMs`. */
  readonly abort?: AbortSignal;
  /** Default 5000. */
  readonly graceMs?: number;
  /** Default 8 MiB; a longer line is cut and marked. */
  readonly lineLimitBytes?: number;
  /** Default 1 GiB in total; beyond it, lines are dropped after one line that says so, and the process continues. */
  readonly stdoutLimitBytes?: number;
  /** Default 100,000; the end is kept. */
  readonly stderrLimitBytes?: number;
  readonly onStderr?: (chunk: string) => void;
  /** Receives stdout byte for byte as it arrives; `lines` is then empty and ends when stdout does. */
  readonly onStdout?: (chunk: Uint8Array) => void;
}

export interface Child {
  /** Undefined if nothing was started. */
  readonly pid: number | undefined;
  /** Lines of stdout, for one reader; a slow reader pauses the program. If the reader stops early, the rest is dropped. */
  readonly lines: AsyncIterable<string>;
  /** Does nothing without open input or after its end. */
  write(text: string): void;
  endInput(): void;
  /** Whether the process is known to have ended; its output may still be arriving. */
  readonly hasEnded: boolean;
  /** Never rejects. */
  readonly exit: Promise<ProcessExit>;
  /** Ends the process and its group. */
  stop(): Promise<ProcessExit>;
}

/** A child that never ran: its program cannot start, or it was stopped before it could. */
export function createAbsentChild(why: { spawnError: string } | { signal: string }): Child {
  const none = { code: null, signal: null, spawnError: null, stderr: "", durationMs: 0 };
  const exit = Promise.resolve({ ...none, ...why });
  return { pid: undefined, lines: noLines(), write() {}, endInput() {}, hasEnded: true, exit, stop: () => exit };
}

async function* noLines(): AsyncGenerator<string, void, undefined> {}
