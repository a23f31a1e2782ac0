/** What a command is: a definition for commander, given a terminal, returning an exit code. */
import type { Command } from "commander";
import type { Terminal } from "./terminal.ts";

/** A command's whole world. */
export interface CliWorld {
  readonly terminal: Terminal;
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
  readonly now: () => Date;
  /**
   * Turns Ctrl-C into an abort; only commands that work for a while ask for it. A second one ends everything: `last` is
   * what is begun then, and given a moment.
   */
  readonly interruptible: (last?: () => Promise<void>) => AbortSignal;
}

/** Runs with the parsed arguments and gives the exit code. */
export type CommandAction = (world: CliWorld) => Promise<number>;

export interface CommandModule {
  /** Adds arguments and options; `act` is called with what was parsed. */
  readonly define: (command: Command, act: (action: CommandAction) => void) => void;
}
