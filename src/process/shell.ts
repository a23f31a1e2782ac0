/** The shell line that lets a program join its control group before it starts. */
import { isAbsolute } from "node:path";
import { findProgram } from "./find-program.ts";

/** Finds the program that a shell line starts with, and whether it exists. */
const plainWord = /^\s*([^\s"'`$\\;&|<>(){}*?[\]#~=!]+)(?=[\s;&|<>)]|$)/;

/** Returns the program a shell line starts with, if it is written plainly; null if not, or if it is a shell built-in. */
export function findPlainProgram(line: string): string | null {
  const word = plainWord.exec(line)?.[1];
  return word === undefined || shellWords.has(word) ? null : word;
}

/** Returns the program a line starts with if it is certainly missing; a workspace path is not, as the agent may create it. */
export async function findAbsentProgram(line: string, env: { readonly PATH?: string }): Promise<string | null> {
  const program = findPlainProgram(line);
  if (program === null || (program.includes("/") && !isAbsolute(program))) return null;
  return (await findProgram(program, env, "/")) === null ? program : null;
}

/** Reserved words and built-in commands of POSIX shells and bash, which are not looked up on PATH. */
const shellWords = new Set(
  (
    "if then else elif fi do done case esac while until for in function select coproc " +
    "break continue eval exec exit export readonly return set shift times trap unset source local " +
    ": . alias bg cd command echo false fc fg getopts hash jobs kill newgrp printf pwd read test true type ulimit umask unalias wait time " +
    "bind builtin caller compgen complete compopt declare dirs disown enable help history let logout mapfile popd pushd readarray shopt suspend typeset"
  ).split(" "),
);

export interface Joiner {
  readonly shell: string;
  /** How the shell turns into the program. */
  readonly become: string;
}

const plainExec = 'exec "$@"';
/** bash restores SHLVL on exec. A program whose path contains "=" cannot use this, because env takes it for a variable. */
const execWithoutShlvl = 'exec /usr/bin/env -u SHLVL "$@"';

/** Tried in this order; a probe finds out which one leaves an environment unchanged. */
export const joiners: readonly Joiner[] = [
  { shell: "/bin/sh", become: plainExec },
  { shell: "/bin/dash", become: plainExec },
  { shell: "/bin/sh", become: execWithoutShlvl },
];

/** A failed join must not print to the program's stderr; the code that ends the group checks whether it worked. */
function joinLine(count: number): string {
  const joins = Array.from({ length: count }, (_, index) => `echo 0 > "$${index}"; `).join("");
  const others = count > 1 ? `shift ${count - 1}; ` : "";
  return `{ ${joins}} 2>/dev/null; ${others}unset PWD OLDPWD SHLVL; `;
}

/** Arguments for the shell; the program and its arguments follow unchanged, whatever characters they contain. */
export function joinArguments(joiner: Joiner, entrances: readonly string[]): string[] {
  return ["-c", joinLine(entrances.length) + joiner.become, ...entrances];
}

/** Whether a program with these variable names arrives unchanged. A name that is not an identifier would be lost. */
export function canJoin(joiner: Joiner, program: string, names: readonly string[]): boolean {
  return (joiner.become !== execWithoutShlvl || !program.includes("=")) && areNamesSafe(names);
}

/** Whether a shell passes variables with these names on unchanged. */
export function areNamesSafe(names: readonly string[]): boolean {
  return names.every((name) => /^[A-Za-z_][A-Za-z0-9_]*$/.test(name) && !shellNames.test(name));
}

/** Names that a shell itself sets, changes or unsets. */
const shellNames =
  /^(_|PWD|OLDPWD|SHLVL|IFS|PPID|OPTIND|OPTARG|PS[0-9]|LINENO|ENV|MAIL|MAILPATH|MAILCHECK|HISTSIZE|ATTY|RANDOM|SECONDS|E?UID|GROUPS|SHELLOPTS|POSIXLY_CORRECT|BASH.*|FUNCNEST)$/;
