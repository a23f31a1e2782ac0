/** What a command is: a definition for commander, given a terminal, returning an exit code. */
import type { Command } from "commander";
import type { Terminal } from "./terminal.ts";

/** A command's whole world. */
export interface CliWorld {
  readonly terminal: Terminal;
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
  readonly now: () => Date;
  /** Turns Ctrl-C into an abort; only commands that work for a while ask for it. A second one ends everything. */
  readonly interruptible: (last?: LastThings) => AbortSignal;
}

/** What there is still to do when everything ends at once. */
export interface LastThings {
  /** Begun before processes are killed, and given a moment. */
  readonly begin?: () => Promise<void>;
  /** What to type next, as a sentence; undefined where there is nothing to go on with. */
  readonly wayOn?: () => string | undefined;
}

/** Runs with the parsed arguments and gives the exit code. */
export type CommandAction = (world: CliWorld) => Promise<number>;

export interface CommandModule {
  /** Adds arguments and options; `act` is called with what was parsed. */
  readonly define: (command: Command, act: (action: CommandAction) => void) => void;
}
