/** Finds the program that a shell line starts with, and whether it exists. */
import { isAbsolute } from "node:path";
import { findProgram } from "./find-program.ts";

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
