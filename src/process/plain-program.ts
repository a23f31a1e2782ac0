/** The program that a line of shell starts with: what can be looked for before the line is run. */

const plainWord = /^\s*([^\s"'`$\\;&|<>(){}*?[\]#~=!]+)(?=[\s;&|<>]|$)(?!\s*\()/;

/** The program a line of shell starts with, where it is written plainly; null where it is not, or is the shell's own. */
export function plainProgram(line: string): string | null {
  const word = plainWord.exec(line)?.[1];
  return word === undefined || ownWords.has(word) ? null : word;
}

/** Reserved words and built-in commands of POSIX shells, and of bash where it stands for sh: not looked for on PATH. */
const ownWords = new Set(
  (
    "if then else elif fi do done case esac while until for in select function " +
    "break continue eval exec exit export readonly return set shift times trap unset source local " +
    ": . alias bg cd command echo false fc fg getopts hash jobs kill newgrp printf pwd read test true type ulimit umask unalias wait time " +
    "bind builtin caller chdir compgen complete declare dirs disown enable help history let logout mapfile popd pushd readarray shopt suspend typeset"
  ).split(" "),
);
