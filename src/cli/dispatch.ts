/** Runs one command: arguments in, an exit code out; prints errors as sentences. */
import { Console } from "node:console";
import { Command, CommanderError } from "commander";
import { AxisError, type ErrorCode, firstError, messageOf } from "../core/error.ts";
import { nearest } from "../core/names/nearest.ts";
import { axisVersion, packageName } from "../core/version.ts";
import type { CommandAction, CliWorld } from "./command.ts";
import type { CommandRow } from "./command-table.ts";
import { withoutSecrets } from "./shown-error.ts";
import { endOnSignals, exitAs, onSignals, refuseEarlyExit } from "./signals.ts";
import { onStrayErrors } from "./stray.ts";
import { openTerminal, type Terminal } from "./terminal.ts";

/** Mistakes of the user end in 2; these do not. */
const otherExits: Partial<Record<ErrorCode, number>> = {
  "hook-failed": 1,
  disk: 3,
  "report-damaged": 3,
  "store-mismatch": 3,
  "store-unavailable": 3,
};

/** Commands that run agents. They ask for an orderly end once their plan is made. */
const plansFirst = new Set(["run", "demo"]);

/** Finds, parses and runs; then exits. */
export async function dispatch(name: string, args: readonly string[], table: readonly CommandRow[]): Promise<void> {
  // What modules of a project print, such as a package that greets, is no data.
  globalThis.console = new Console(process.stderr);
  const plain = openTerminal(process.env);
  endOnSignals(plain, plansFirst.has(name) ? "Nothing was run yet." : undefined);
  refuseEarlyExit(plain);
  onStrayErrors(plain);
  const printsJson = name === "schema" || args.includes("--json");
  const github = process.env["GITHUB_ACTIONS"] === "true" ? await openGithub(plain, printsJson) : undefined;
  const terminal = github ?? plain;
  const code = await runCommand(name, args, { table, terminal }).catch((error: unknown) =>
    explain(error, terminal, args.includes("--debug")),
  );
  github?.[Symbol.dispose]();
  await drained(process.stdout);
  const failure = terminal.outputFailure();
  if (failure !== undefined) plain.err(`The output could not be written: ${failure}`);
  await drained(process.stderr);
  exitAs(failure === undefined ? code : 3);
}

/** Loaded only where it is needed. */
async function openGithub(terminal: Terminal, printsJson: boolean): Promise<Terminal & Disposable> {
  const { githubTerminal } = await import("./ci/github-terminal.ts");
  return githubTerminal(terminal, printsJson ? "json" : "text");
}

async function runCommand(
  name: string,
  args: readonly string[],
  { table, terminal }: { table: readonly CommandRow[]; terminal: Terminal },
): Promise<number> {
  const row = table.find((candidate) => candidate.name === name);
  if (row === undefined) throw unknownCommand(name, table);
  const { define } = await row.load();
  const program = new Command("axis")
    // What follows a command is for it, so that one inside it can have flags of the same names.
    .enablePositionalOptions()
    .exitOverride()
    .configureOutput(outputOf(terminal));
  const command = program
    .command(name)
    .summary(row.summary)
    .description(row.summary)
    .showHelpAfterError(`Look it up with: axis ${name} --help`)
    .exitOverride()
    .configureOutput(outputOf(terminal));
  let chosen: CommandAction | undefined;
  define(command, (action) => {
    chosen = action;
  });
  for (const part of command.commands) part.showHelpAfterError(`Look it up with: axis ${name} ${part.name()} --help`);
  await program.parseAsync(args, { from: "user" });
  return chosen === undefined ? 0 : chosen(worldOf(terminal));
}

function worldOf(terminal: Terminal): CliWorld {
  return {
    terminal,
    env: process.env,
    cwd: currentFolder(),
    now: () => new Date(),
    interruptible: (last) => onSignals(terminal, last),
  };
}

function currentFolder(): string {
  try {
    return process.cwd();
  } catch (cause) {
    throw new AxisError("config-missing", "The current folder is no longer there", {
      hint: "Change to another one",
      cause,
    });
  }
}

function outputOf(terminal: Terminal) {
  return {
    writeOut: (text: string) => terminal.out(text.trimEnd()),
    writeErr: (text: string) => terminal.err(text.trimEnd()),
    outputError: (text: string, write: (text: string) => void) => write(text.replace(/^error: /, "")),
  };
}

function unknownCommand(name: string, table: readonly CommandRow[]): AxisError {
  const guess = nearest(name, name.startsWith("-") ? ["--help", "--version"] : table.map((row) => row.name));
  const what = name.startsWith("-") ? "option" : "command";
  return new AxisError("command-unknown", `There is no ${what} "${name}"`, {
    hint: guess === undefined ? "See all commands with: axis --help" : `Did you mean: axis ${guess}`,
  });
}

/** Prints what went wrong and what to do, and gives the exit code. */
function explain(thrown: unknown, terminal: Terminal, debug: boolean): number {
  const error = firstError(thrown);
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  const { bad, dim } = terminal.errPaint;
  const shown = withoutSecrets(process.env);
  if (error instanceof AxisError) {
    terminal.err(bad(shown(error.message)));
    if (error.hint !== undefined) terminal.err(shown(error.hint));
    if (debug) terminal.err(dim(shown(stackOf(error))));
    return otherExits[error.code] ?? 2;
  }
  terminal.err(bad(`AXIS itself failed: ${shown(messageOf(error))}`));
  terminal.err(dim(shown(stackOf(thrown))));
  terminal.err(`This is a defect of ${packageName} ${axisVersion}. Please report it with the lines above.`);
  return 3;
}

function stackOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause === undefined ? "" : `\ncaused by: ${stackOf(error.cause)}`;
  return `${error.stack ?? error.message}${cause}`;
}

function drained(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((done) => {
    // A stream says what went wrong with it only after it has called back.
    const resolve = () => setImmediate(done);
    if (stream.destroyed || stream.errored !== null) resolve();
    else stream.write("", () => resolve()); // Also called with an error: then there is nothing left to wait for.
  });
}
