/** For tests: runs a command with arguments in a folder and returns its output. */
import { Command } from "commander";
import { AxisError } from "../core/error.ts";
import type { CliDeps, CommandAction, CommandModule } from "./command.ts";
import { recordedTerminal } from "./terminal.fixture.ts";

/** The outcome of a command. */
export interface Driven {
  /** The exit code; null if it threw an AxisError. */
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
  /** The error's message and hint. */
  readonly mistake: string;
  readonly errorCode: string;
}

export interface DriveOptions {
  readonly env?: NodeJS.ProcessEnv;
  readonly now?: () => Date;
}

/** Parses the arguments and runs the command like the binary, but without printing and exiting. */
export async function drive(
  { define }: CommandModule,
  args: readonly string[],
  { cwd, env, now }: DriveOptions & { readonly cwd: string },
): Promise<Driven> {
  const { said, terminal } = recordedTerminal();
  const world: CliDeps = {
    terminal,
    env: env ?? { PATH: process.env["PATH"] },
    cwd,
    now: now ?? (() => new Date()),
    abortOnInterrupt: () => new AbortController().signal,
  };
  const ended = await act(define, args, world).then(
    (code) => ({ code, mistake: "", errorCode: "" }),
    (error: unknown) => {
      if (!(error instanceof AxisError)) throw error;
      return { code: null, mistake: [error.message, error.hint ?? ""].join("\n"), errorCode: error.code };
    },
  );
  return { ...ended, out: said.out.join("\n"), err: said.err.join("\n") };
}

async function act(define: CommandModule["define"], args: readonly string[], world: CliDeps): Promise<number> {
  const command = new Command("axis")
    .enablePositionalOptions()
    .exitOverride()
    .configureOutput({ writeOut: () => {}, writeErr: () => {} });
  let chosen: CommandAction | undefined;
  define(command, (action) => {
    chosen = action;
  });
  await command.parseAsync(args, { from: "user" });
  return chosen === undefined ? 0 : chosen(world);
}
