/** Resolves what to start into a command for the system, or into the reason it cannot start. */
import { closeSync, openSync, readSync, statSync } from "node:fs";
import type { StartOptions } from "./running-child.ts";
import { locateProgram } from "./find-program.ts";
import { type Joiner, joinArguments, canJoin } from "./shell.ts";

export interface Command {
  readonly file: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Whether it joins its control group before it becomes the program. */
  readonly joins: boolean;
  /** Whether the arguments are a single line that is already quoted, as cmd.exe requires. */
  readonly verbatim?: boolean;
}

/** Finds the program before anything starts, because a shell in between would turn "not found" into an exit code. */
export function resolveCommand(options: StartOptions): Command | { readonly error: string } {
  if (!isFolder(options.cwd)) return { error: "ENOTDIR" };
  if (options.shell) return shellCommand(options);
  const found = locateProgram(options.program, options.env, options.cwd);
  if ("error" in found) return found;
  const missing = findMissingInterpreter(found.path);
  if (missing !== null) return { error: missing };
  return { file: found.path, args: options.args, env: options.env, joins: false };
}

/** Wraps the command in a shell that joins the group first; unchanged if that would alter its environment. */
export function wrapWithJoiner(command: Command, joiner: Joiner, entrances: readonly string[]): Command {
  if (!canJoin(joiner, command.file, Object.keys(command.env))) return command;
  const args = [...joinArguments(joiner, entrances), command.file, ...command.args];
  return { ...command, file: joiner.shell, args, joins: true };
}

function shellCommand({ program, env }: StartOptions): Command {
  if (process.platform !== "win32") return { file: "/bin/sh", args: ["-c", program], env, joins: false };
  const file = env["ComSpec"] ?? "cmd.exe";
  return { file, args: ["/d", "/s", "/c", `"${program}"`], env, joins: false, verbatim: true };
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    // It is missing or not accessible; either way no program can start in it.
    return false;
  }
}

/** Returns the error code for a script whose `#!` line names a missing program; null otherwise. */
function findMissingInterpreter(path: string): string | null {
  const interpreter = /^#![ \t]*([^\s\0]+)/.exec(readBeginning(path))?.[1];
  if (interpreter === undefined || process.platform === "win32") return null;
  const found = locateProgram(interpreter, {}, "/");
  return "error" in found ? found.error : null;
}

/** The first bytes of a file, for its `#!` line; empty if it cannot be read. */
export function readBeginning(path: string): string {
  let file: number | undefined;
  try {
    file = openSync(path, "r");
    const bytes = Buffer.alloc(256);
    return bytes.toString("latin1", 0, readSync(file, bytes, 0, bytes.length, 0));
  } catch {
    // A program may be executable but not readable; then it is not a script.
    return "";
  } finally {
    if (file !== undefined) closeSync(file);
  }
}
