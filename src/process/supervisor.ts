/** Shells between AXIS and a program that may kill its parent: they wait for the program and end the same way it did. */
import { spawnSync } from "node:child_process";
import type { Command } from "./command.ts";
import { areNamesSafe } from "./shell.ts";

export interface Supervisor {
  readonly shell: string;
  /** How the shell starts the program. */
  readonly start: string;
  /** Without it, this shell does not report that a program was killed. */
  readonly first?: string;
}

/** Tried in this order; a probe finds out which one leaves an environment unchanged and reports the program's end. */
const supervisors: readonly Supervisor[] = [
  { shell: "/bin/dash", start: '"$@"' },
  { shell: "/bin/sh", start: '"$@"' },
  // If /bin/sh is bash.
  { shell: "/bin/sh", start: '/usr/bin/env -u SHLVL -u _ "$@"', first: "set +o posix" },
];

/** Signals that end the program's group must not end the shell before the program, so it traps and ignores them. */
const trapSignals = "trap : HUP INT QUIT TERM";

/**
 * A shell reports the same number for a program that exits with 137 and for one that is killed, but prints a message only
 // for the second ("Killed"). So one shell waits for the program and prints that message, then "=" and the number; the
 // other reads it and ends the way the program did: it exits, or takes the signal itself. For SIGINT and SIGPIPE no shell
 // prints a message; they become the exit codes 130 and 141. If the waiting shell is killed, nothing is printed.
 */
function toSupervisorScript(keeper: Supervisor): string {
  return [
    trapSignals,
    "exec 3>&1 4>&2 2>/dev/null",
    `set -- "$(exec ${keeper.shell} -c '${toWaitScript(keeper)}' sh "$@" 2>&1)"`,
    "trap - HUP INT QUIT TERM",
    'case "$1" in',
    '"") kill -KILL "$$" ;;',
    '[!=]*) kill -"$((${1##*=} - 128))" "$$" ;;',
    "esac",
    'exit "${1##*=}"',
  ].join("\n");
}

function toWaitScript({ start, first = ":" }: Supervisor): string {
  return [first, "unset PWD OLDPWD SHLVL", trapSignals, `(exec >&3 2>&4 3>&- 4>&-; exec ${start})`, 'echo "=$?"'].join(
    "\n",
  );
}

/** Wraps the command in a supervisor; unchanged if that would alter its environment or no supervisor works. */
export function wrapWithSupervisor(command: Command, keeper: Supervisor | null = findSupervisor()): Command {
  if (keeper === null || !areNamesSafe(Object.keys(command.env))) return command;
  // env takes a program whose path holds "=" for a variable.
  if (keeper.start.includes("env") && command.file.includes("=")) return command;
  return { ...command, file: keeper.shell, args: ["-c", toSupervisorScript(keeper), "sh", command.file, ...command.args] };
}

let cachedSupervisor: Supervisor | null | undefined;

function findSupervisor(): Supervisor | null {
  // Probed once, even if no supervisor works.
  if (cachedSupervisor === undefined) cachedSupervisor = process.platform === "win32" ? null : (supervisors.find(isExact) ?? null);
  return cachedSupervisor;
}

/** Whether a program started through it has exactly the environment it was given and is reported as killed when it was. */
function isExact(keeper: Supervisor): boolean {
  const probe = (...program: string[]) => {
    const args = ["-c", toSupervisorScript(keeper), "sh", ...program];
    return spawnSync(keeper.shell, args, { cwd: "/", env: { AXIS_PROBE: "1" }, encoding: "latin1", timeout: 5000 });
  };
  return probe("/usr/bin/env").stdout === "AXIS_PROBE=1\n" && probe("/bin/sh", "-c", "kill -9 $$").signal === "SIGKILL";
}
