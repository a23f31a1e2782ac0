/** Shells between AXIS and a program that may kill its parent: they wait for the program, and end the way that ended. */
import { spawnSync } from "node:child_process";
import type { Command } from "./command.ts";
import { namesSurvive } from "./join-shell.ts";

export interface Keeper {
  readonly shell: string;
  /** How the shell starts the program. */
  readonly start: string;
  /** Without it this shell says nothing of a program that was killed. */
  readonly first?: string;
}

/** Tried in this order; which of them leaves an environment as it was, and tells the end, is found out by a probe. */
const keepers: readonly Keeper[] = [
  { shell: "/bin/dash", start: '"$@"' },
  { shell: "/bin/sh", start: '"$@"' },
  // Where it is bash.
  { shell: "/bin/sh", start: '/usr/bin/env -u SHLVL -u _ "$@"', first: "set +o posix" },
];

/** Signals that end the program's group must not end a shell before the program, so it hears them and does nothing. */
const hearSignals = "trap : HUP INT QUIT TERM";

/**
 * A shell has the same number for a program that exits with 137 and for one that is killed, but says something only of
 * the second ("Killed"). So one shell waits for the program and says what it has to say, then "=" and the number; the
 * other listens, and ends the way the program did: exits, or takes the signal itself. Of SIGINT and SIGPIPE no shell
 * says anything; these are told as the exit codes 130 and 141. Who kills the shell that waits leaves nothing said.
 */
function keepLine(keeper: Keeper): string {
  return [
    hearSignals,
    "exec 3>&1 4>&2 2>/dev/null",
    `set -- "$(exec ${keeper.shell} -c '${waitLine(keeper)}' sh "$@" 2>&1)"`,
    "trap - HUP INT QUIT TERM",
    'case "$1" in',
    '"") kill -KILL "$$" ;;',
    '[!=]*) kill -"$((${1##*=} - 128))" "$$" ;;',
    "esac",
    'exit "${1##*=}"',
  ].join("\n");
}

function waitLine({ start, first = ":" }: Keeper): string {
  return [first, "unset PWD OLDPWD SHLVL", hearSignals, `(exec >&3 2>&4 3>&- 4>&-; exec ${start})`, 'echo "=$?"'].join(
    "\n",
  );
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

/** Whether a program started through it has exactly the environment it was given, and is told as killed when it was. */
function isExact(keeper: Keeper): boolean {
  const probe = (...program: string[]) => {
    const args = ["-c", keepLine(keeper), "sh", ...program];
    return spawnSync(keeper.shell, args, { cwd: "/", env: { AXIS_PROBE: "1" }, encoding: "latin1", timeout: 5000 });
  };
  return probe("/usr/bin/env").stdout === "AXIS_PROBE=1\n" && probe("/bin/sh", "-c", "kill -9 $$").signal === "SIGKILL";
}
