/** Runs one command in a given world: finds and parses it, explains what goes wrong, and returns the exit code. */
import { Command, CommanderError } from "commander";
import { AxisError, type ErrorCode, firstError, errorMessage } from "../core/error.ts";
import { findNearestName } from "../core/names/nearest.ts";
import { axisVersion, packageName } from "../core/version.ts";
import type { CliDeps, CommandAction, ShutdownHooks } from "./command.ts";
import { commandTable } from "./command-table.ts";
import { createErrorRedactor } from "./error-redactor.ts";
import { addConfigFlag, readConfigFlag } from "./hint-config.ts";
import { rewriteHelp } from "./invocation.ts";
import { findSystemLimit } from "./system-limits.ts";
import type { Terminal } from "./terminal.ts";

/** User errors exit with 2; these errors do not. */
export const errorExitCodes: Partial<Record<ErrorCode, number>> = {
  "hook-failed": 1,
  disk: 3,
  "report-damaged": 3,
  "store-mismatch": 3,
  "store-unavailable": 3,
};

/** Where a command runs. `cwd` is read only once an action is about to run: a help text needs no folder. */
export interface CommandPlace extends Omit<CliDeps, "abortOnInterrupt"> {
  readonly abortOnInterrupt: (terminal: Terminal, last?: ShutdownHooks) => AbortSignal;
}

/** `args` begins with the name. Nothing is read from this process: environment, folder and terminal are those of `place`. */
export async function runCommand(name: string, args: readonly string[], place: CommandPlace): Promise<number> {
  const { env } = place;
  const isJson = printsJson(name, args);
  const github = env["GITHUB_ACTIONS"] === "true" ? await openGithubTerminal(place.terminal, isJson) : undefined;
  const terminal = github ?? place.terminal;
  try {
    const action = await parse(name, args, terminal);
    if (action === undefined) return 0;
    return await action({ ...place, terminal, abortOnInterrupt: (last) => place.abortOnInterrupt(terminal, last) });
  } catch (error) {
    return printError(error, terminal, { env, args });
  } finally {
    github?.[Symbol.dispose]();
  }
}

/** Whether stdout is for a program. */
export function printsJson(name: string, args: readonly string[]): boolean {
  return name === "schema" || args.includes("--json");
}

async function openGithubTerminal(terminal: Terminal, isJson: boolean): Promise<Terminal & Disposable> {
  const { toGithubTerminal } = await import("./ci/github-terminal.ts");
  return toGithubTerminal(terminal, isJson ? "json" : "text");
}

/** What is to be done; undefined where a help text was all. */
async function parse(name: string, args: readonly string[], terminal: Terminal): Promise<CommandAction | undefined> {
  const row = commandTable.find((candidate) => candidate.name === name);
  if (row === undefined) throw unknownCommandError(name);
  const { define } = await row.load();
  const program = new Command("axis")
    // What follows a command is for it, so that one inside it can have flags of the same names.
    .enablePositionalOptions()
    .exitOverride()
    .configureOutput(toCommanderOutput(terminal));
  const command = program
    .command(name)
    .summary(row.summary)
    .description(row.summary)
    .showHelpAfterError(`See the help with: axis ${name} --help`)
    .exitOverride()
    .configureOutput(toCommanderOutput(terminal));
  let chosen: CommandAction | undefined;
  define(command, (action) => {
    chosen = action;
  });
  for (const part of command.commands) part.showHelpAfterError(`See the help with: axis ${name} ${part.name()} --help`);
  await program.parseAsync(args, { from: "user" });
  return chosen;
}

function toCommanderOutput(terminal: Terminal) {
  const { invocation = "axis" } = terminal;
  return {
    writeOut: (text: string) => terminal.out(rewriteHelp(text.trimEnd(), invocation)),
    writeErr: (text: string) => terminal.err(text.trimEnd()),
    outputError: (text: string, write: (text: string) => void) => write(text.replace(/^error: /, "")),
  };
}

function unknownCommandError(name: string): AxisError {
  const guess = findNearestName(
    name,
    name.startsWith("-") ? ["--help", "--version"] : commandTable.map((row) => row.name),
  );
  const what = name.startsWith("-") ? "option" : "command";
  return new AxisError("command-unknown", `Unknown ${what} "${name}"`, {
    hint: guess === undefined ? "See all commands with: axis --help" : `Did you mean: axis ${guess}`,
  });
}

/** Prints what went wrong and how to fix it, and returns the exit code. */
function printError(
  thrown: unknown,
  terminal: Terminal,
  { env, args }: { readonly env: NodeJS.ProcessEnv; readonly args: readonly string[] },
): number {
  const error = firstError(thrown);
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  const { bad, dim } = terminal.errPaint;
  const shown = createErrorRedactor(env);
  if (error instanceof AxisError) {
    terminal.err(bad(shown(error.message)));
    if (error.hint !== undefined) terminal.err(shown(addConfigFlag(error.hint, readConfigFlag(args))));
    if (args.includes("--debug")) terminal.err(dim(shown(formatStack(error))));
    return errorExitCodes[error.code] ?? 2;
  }
  const limit = findSystemLimit(error);
  if (limit !== undefined) {
    terminal.err(bad(limit.message));
    terminal.err(limit.hint);
    if (args.includes("--debug")) terminal.err(dim(shown(formatStack(thrown))));
    return 3;
  }
  terminal.err(bad(`AXIS itself failed: ${shown(errorMessage(error))}`));
  terminal.err(dim(shown(formatStack(thrown))));
  terminal.err(`This is a bug in ${packageName} ${axisVersion}. Please report it with the lines above.`);
  return 3;
}

function formatStack(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause === undefined ? "" : `\ncaused by: ${formatStack(error.cause)}`;
  return `${error.stack ?? error.message}${cause}`;
}
