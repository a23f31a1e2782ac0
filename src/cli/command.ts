/** The shape of a command: it defines itself on a commander object, receives its dependencies, returns an exit code. */
import type { Command } from "commander";
import type { Terminal } from "./terminal.ts";

/** Everything a command may use. */
export interface CliDeps {
  readonly terminal: Terminal;
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
  readonly now: () => Date;
  /** Turns Ctrl-C into an abort; only long-running commands ask for it. A second Ctrl-C ends everything. */
  readonly abortOnInterrupt: (last?: ShutdownHooks) => AbortSignal;
}

/** What still has to happen when a second signal ends everything at once. */
export interface ShutdownHooks {
  /** Starts before processes are killed, and gets a short time to finish. */
  readonly beforeKill?: () => Promise<void>;
  /** How many runs are under way, for what the first signal prints. */
  readonly countRuns?: () => number;
  /** A sentence that tells the user what to type next; undefined if nothing can be resumed. */
  readonly resumeHint?: () => string | undefined;
}

/** Runs with the parsed arguments and returns the exit code. */
export type CommandAction = (deps: CliDeps) => Promise<number>;

export interface CommandModule {
  /** Adds arguments and options; commander's action calls `act` with the parsed values. */
  readonly define: (command: Command, act: (action: CommandAction) => void) => void;
}
