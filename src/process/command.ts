/** Turns what is to be started into what the system is asked to start, or into the reason it cannot be. */
import { closeSync, openSync, readSync, statSync } from "node:fs";
import type { StartOptions } from "./child.ts";
import { locateProgram } from "./find-program.ts";
import { type Joiner, joinArguments, survivesJoining } from "./join-shell.ts";

export interface Command {
  readonly file: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** It joins its control group before it becomes the program. */
  readonly joins: boolean;
  /** The arguments are one line that is already quoted, as cmd.exe wants it. */
  readonly verbatim?: boolean;
}

/** The program, found before anything is started: a shell in between would turn "not found" into an exit code. */
export function resolveCommand(options: StartOptions): Command | { readonly error: string } {
  if (!isFolder(options.cwd)) return { error: "ENOTDIR" };
  if (options.shell) return shellCommand(options);
  const found = locateProgram(options.program, options.env, options.cwd);
  if ("error" in found) return found;
  const missing = missingInterpreter(found.path);
  if (missing !== null) return { error: missing };
  return { file: found.path, args: options.args, env: options.env, joins: false };
}

/** The same command, but through a shell that first joins the group; unchanged where that would touch its environment. */
export function joiningCommand(command: Command, joiner: Joiner, entrances: readonly string[]): Command {
  if (!survivesJoining(joiner, command.file, Object.keys(command.env))) return command;
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
    // Not there, or closed to us: a program cannot stand in it either way.
    return false;
  }
}

/** The code for a script whose `#!` line names a program that is not there; null for everything else. */
function missingInterpreter(path: string): string | null {
  const interpreter = /^#![ \t]*([^\s\0]+)/.exec(beginning(path))?.[1];
  if (interpreter === undefined || process.platform === "win32") return null;
  const found = locateProgram(interpreter, {}, "/");
  return "error" in found ? found.error : null;
}

function beginning(path: string): string {
  let file: number | undefined;
  try {
    file = openSync(path, "r");
    const bytes = Buffer.alloc(256);
    return bytes.toString("latin1", 0, readSync(file, bytes, 0, bytes.length, 0));
  } catch {
    // A program may be executable and not readable; then it is no script.
    return "";
  } finally {
    if (file !== undefined) closeSync(file);
  }
}
