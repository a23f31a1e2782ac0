/** Lists the simple commands of a shell line, as classification and judges need them. */
import type { Json } from "../../core/json.ts";
import { scanCommands } from "./shell-scanner.ts";

/** One program with its arguments. */
export interface SimpleCommand {
  /** The last part of the program's path; empty if there is only a redirection, for example after a group. */
  readonly program: string;
  /** The program as written, then its arguments, without quotes. A substitution appears in them as `$()`. */
  readonly words: readonly string[];
  /** Whether one of its redirections writes a file. */
  readonly writesFile: boolean;
}

/** Scripts nested deeper than this are not read. */
const deepestScript = 5;

const shells: ReadonlySet<string> = new Set(["bash", "sh", "zsh", "dash", "ksh", "ash", "fish"]);
/** Options of a shell that take the next word as their value. */
const valuedShellOption = /^(?:[-+][oO]|--rcfile|--init-file)$/;
/** Words before a command that belong to the shell language. */
const keywords: ReadonlySet<string> = new Set("if then elif else fi while until do done ! { } esac coproc".split(" "));
/** Words that start a construct of the shell language, so that no command follows them directly. */
const nonCommandWords: ReadonlySet<string> = new Set(["for", "select", "case"]);
/** Programs that start another one, their options that take a value, and how many words come before the other program. */
const wrappers: ReadonlyMap<string, { readonly valued: string; readonly operands?: number }> = new Map([
  ["sudo", { valued: "-u -g -h -p -C -T -U -D -R -r -t" }],
  ["doas", { valued: "-u -C" }],
  ["env", { valued: "-u -C" }],
  ["time", { valued: "-f -o" }],
  ["command", { valued: "" }],
  ["builtin", { valued: "" }],
  ["exec", { valued: "-a" }],
  ["nohup", { valued: "" }],
  ["setsid", { valued: "" }],
  ["stdbuf", { valued: "-i -o -e" }],
  ["nice", { valued: "-n" }],
  ["timeout", { valued: "-s -k", operands: 1 }],
]);
const assignment = /^[A-Za-z_]\w*(?:\[[^\]]*\])?\+?=/;

/** Lists all simple commands of a text, an inner one before the outer one. Never throws; takes time linear in the text. */
export function listSimpleCommands(line: string): SimpleCommand[] {
  const found: SimpleCommand[] = [];
  collectCommands(line, 0, found);
  return found;
}

function collectCommands(text: string, depth: number, found: SimpleCommand[]): void {
  for (const { words, writesFile } of scanCommands(text)) {
    const own = words.slice(findProgramIndex(words));
    const program = baseName(own[0] ?? "");
    if (nonCommandWords.has(program) || (own.length === 0 && !writesFile)) continue;
    const script = depth < deepestScript && shells.has(program) ? findScript(own) : null;
    if (script !== null) collectCommands(script, depth + 1, found);
    if (script === null || writesFile) found.push({ program, words: own, writesFile });
  }
}

function baseName(word: string): string {
  return word.slice(word.lastIndexOf("/") + 1);
}

/** Finds the index of the program, after assignments, keywords and programs that only start another one. */
function findProgramIndex(words: readonly string[]): number {
  let at = 0;
  for (;;) {
    const word = words[at];
    if (word === undefined) return at;
    const next = skipLanguageWords(word, at) ?? findStartedIndex(words, at);
    if (next === null) return at;
    at = next;
  }
}

/** Returns the index after the language words that `word` starts; null if it is not one of them. */
function skipLanguageWords(word: string, at: number): number | null {
  // `function name { ... }`: the name is not a command, but what follows it is.
  if (word === "function") return at + 2;
  return assignment.test(word) || keywords.has(word) ? at + 1 : null;
}

/** Finds the index of the program that the wrapper at `at` starts; null if it is not a wrapper or starts nothing. */
function findStartedIndex(words: readonly string[], at: number): number | null {
  const name = baseName(words[at] ?? "");
  const wrapper = wrappers.get(name);
  if (wrapper === undefined) return null;
  const valued = wrapper.valued.split(" ");
  let next = at + 1;
  while (words[next]?.startsWith("-") === true) {
    const option = words[next]!;
    // `command -v curl` only asks for its location.
    if (name === "command" && /^-[vV]$/.test(option)) return null;
    next += valued.includes(option) ? 2 : 1;
    if (option === "--") break;
  }
  next += wrapper.operands ?? 0;
  return next < words.length ? next : null;
}

/** Returns the script of `sh -c script`, in whatever form the option is written; null if there is none. */
function findScript(words: readonly string[]): string | null {
  let isScript = false;
  for (let at = 1; at < words.length; at += 1) {
    const word = words[at]!;
    if (!/^[-+]./.test(word)) return isScript ? word : null;
    if (/^-[a-zA-Z]*c[a-zA-Z]*$/.test(word)) isScript = true;
    else if (valuedShellOption.test(word)) at += 1;
  }
  return null;
}

/** Reads the command line in a shell tool's input, or null. Words of a list are quoted where they need it. */
export function readCommandLine(input: Json): string | null {
  if (typeof input === "string") return input;
  if (typeof input !== "object" || input === null || Array.isArray(input)) return null;
  const fields = input as { readonly [key: string]: Json | undefined };
  for (const key of ["command", "cmd", "script"]) {
    const line = Object.hasOwn(fields, key) ? toCommandLine(fields[key]) : null;
    if (line !== null) return line;
  }
  return Object.hasOwn(fields, "commands") ? joinCommandLines(fields["commands"]) : null;
}

/** Joins several command lines. */
function joinCommandLines(value: Json | undefined): string | null {
  if (!Array.isArray(value) || value.length === 0) return null;
  const lines = value.filter((line: Json) => typeof line === "string");
  return lines.length === value.length ? lines.join("\n") : null;
}

function toCommandLine(value: Json | undefined): string | null {
  if (typeof value === "string") return value;
  if (!Array.isArray(value) || value.length === 0) return null;
  const words = value.filter((word: Json) => typeof word === "string");
  if (words.length !== value.length) return null;
  // A list with one item is more often a whole line than a program with a strange name.
  return words.length === 1 ? words[0]! : words.map(quoteWord).join(" ");
}

/** The word in quotes if a shell would split or expand it. */
export function quoteWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
