/** A shell between AXIS and a program that may kill its parent: it waits for the program, and ends the way that ended. */
import { spawnSync } from "node:child_process";
import type { Command } from "./command.ts";
import { namesSurvive } from "./join-shell.ts";

export interface Keeper {
  readonly shell: string;
  /** How the shell starts the program. */
  readonly start: string;
}

/** Tried in this order; which of them leaves an environment as it was is found out by a probe. */
const keepers: readonly Keeper[] = [
  { shell: "/bin/sh", start: '"$@"' },
  { shell: "/bin/dash", start: '"$@"' },
  { shell: "/bin/sh", start: '/usr/bin/env -u SHLVL -u _ "$@"' },
];

/**
 * Signals that end the program's group must not end the shell before the program, so it hears them and does nothing.
 * What it would say of the end (such as "Killed") is nobody's output. A status above 128 is a signal, which it then
 * takes itself; so does a program that exits with such a number, as shells have it.
 */
function keepLine({ start }: Keeper): string {
  return [
    "unset PWD OLDPWD SHLVL",
    "trap : HUP INT QUIT TERM",
    "exec 3>&2 2>/dev/null",
    `(exec 2>&3 3>&-; exec ${start})`,
    'set -- "$?"',
    "trap - HUP INT QUIT TERM",
    '[ "$1" -gt 128 ] && kill -"$(($1 - 128))" "$$"',
    'exit "$1"',
  ].join("\n");
}

/** The same command behind a keeper; unchanged where that would touch its environment, or nothing can keep it. */
export function keptCommand(command: Command, keeper: Keeper | null = usualKeeper()): Command {
  if (keeper === null || !namesSurvive(Object.keys(command.env))) return command;
  // env takes a program whose path holds "=" for a variable.
  if (keeper.start.includes("env") && command.file.includes("=")) return command;
  return { ...command, file: keeper.shell, args: ["-c", keepLine(keeper), "sh", command.file, ...command.args] };
}

let found: Keeper | null | undefined;

function usualKeeper(): Keeper | null {
  // Asked once, also where nothing can keep a program.
  if (found === undefined) found = process.platform === "win32" ? null : (keepers.find(isExact) ?? null);
  return found;
}

/** Whether a program started through it has exactly the environment it was given. */
function isExact(keeper: Keeper): boolean {
  const args = ["-c", keepLine(keeper), "sh", "/usr/bin/env"];
  const env = { AXIS_PROBE: "1" };
  const { stdout } = spawnSync(keeper.shell, args, { cwd: "/", env, encoding: "latin1", timeout: 5000 });
  return stdout === "AXIS_PROBE=1\n";
}
