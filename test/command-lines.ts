/** Finds `axis` command lines in Markdown and help texts, and holds them against the commands as they are defined. */
import { Command, type Option } from "commander";
import { commandTable } from "../src/cli/command-table.ts";

/** One command line as written. */
export interface CommandLine {
  /** Counts from 1. */
  readonly line: number;
  /** From `axis` to its end, without comments. */
  readonly text: string;
}

const shells = new Set(["", "sh", "bash", "shell", "console"]);

/** The command lines of a Markdown text: in fenced blocks of shell, and in inline code. */
export function commandLines(markdown: string): CommandLine[] {
  let fence: { readonly mark: string; readonly language: string } | null = null;
  return markdown.split("\n").flatMap((text, index) => {
    const line = index + 1;
    const mark = /^\s*(`{3,}|~{3,})\s*(\S*)/.exec(text);
    if (mark !== null) {
      const [, ticks = "", language = ""] = mark;
      if (fence === null) fence = { mark: ticks, language };
      else if (ticks.startsWith(fence.mark) && language === "") fence = null;
      return [];
    }
    if (fence !== null) return shells.has(fence.language) ? commandsIn(text, line) : [];
    return [...text.matchAll(/`(axis [^`]+)`/g)].flatMap(([, code = ""]) => commandsIn(code, line));
  });
}

/** The command lines of a help text: lines that begin with `axis`, up to the words that explain them. */
export function helpLines(help: string): CommandLine[] {
  return help.split("\n").flatMap((text, index) => commandsIn(text.trim().split(/ {2,}/)[0] ?? "", index + 1));
}

/** One line of shell may hold several. */
function commandsIn(text: string, line: number): CommandLine[] {
  const plain = text.replace(/^\s*(?:\$ )?/, "").replace(/\s(?:#|\d?>).*$/, "");
  return plain
    .split(/\s*(?:&&|\|\||;|\s\|)\s+/)
    .map((part) => part.replace(/^(?:[A-Z_]+=\S*\s+)*(?:npx (?:--no-install )?)?/, "").trim())
    .filter((part) => /^axis(?:\s|$)/.test(part))
    .map((part) => ({ line, text: part }));
}

/** What is wrong with a command line, or null. */
export async function commandProblem({ text }: Pick<CommandLine, "text">): Promise<string | null> {
  const [, name, ...rest] = words(text);
  if (name === undefined || /^(?:--version|-V|--help|-h|<command>)$/.test(name)) return null;
  if (name === "help") return rest[0] === undefined || isCommand(rest[0]) ? null : `there is no command ${rest[0]}`;
  if (!isCommand(name)) return `there is no command ${name}`;
  const { command, args } = descend(await defined(name), rest);
  return argumentsProblem(command, args);
}

function isCommand(name: string): boolean {
  return commandTable.some((row) => row.name === name);
}

/** A command with its arguments and options, as commander knows it. */
export async function defined(name: string): Promise<Command> {
  const row = commandTable.find((candidate) => candidate.name === name);
  if (row === undefined) throw new Error(`there is no command ${name}`);
  const { define } = await row.load();
  const command = new Command(name);
  define(command, () => {});
  return command;
}

function descend(command: Command, args: readonly string[]): { command: Command; args: readonly string[] } {
  const inner = command.commands.find((candidate) => candidate.name() === args[0]);
  return inner === undefined ? { command, args } : descend(inner, args.slice(1));
}

function argumentsProblem(command: Command, args: readonly string[]): string | null {
  const given: string[] = [];
  for (let at = 0; at < args.length; at += 1) {
    const word = args[at] ?? "";
    if (word === "--") return givenProblem(command, [...given, ...args.slice(at + 1)]);
    if (!/^-[a-zA-Z]$|^--\w/.test(word)) {
      given.push(word);
      continue;
    }
    const [flag = "", joined] = word.split(/=(.*)/s);
    if (flag === "--help" || flag === "-h") continue;
    const option = command.options.find(({ short, long }) => flag === short || flag === long);
    if (option === undefined) return `${command.name()} has no option ${flag}`;
    const value = joined ?? args[at + 1];
    const isValue = joined !== undefined || (value !== undefined && !value.startsWith("-"));
    const problem = valueProblem(option, isValue ? value : undefined);
    if (problem !== null) return problem;
    if (joined === undefined && isValue && (option.required || option.optional)) at += 1;
  }
  return givenProblem(command, given);
}

function valueProblem({ required, argChoices, flags }: Option, value: string | undefined): string | null {
  if (required && value === undefined) return `${flags} needs a value`;
  if (value === undefined || argChoices === undefined || /^[<[]/.test(value) || argChoices.includes(value)) return null;
  return `${flags} does not take ${value}`;
}

/** Too many words, or one that is not among the choices. Too few are allowed: prose names commands without them. */
function givenProblem(command: Command, given: readonly string[]): string | null {
  const places = command.registeredArguments;
  if (command.commands.length > 0 && places.length === 0 && given.length > 0)
    return `${command.name()} has no command ${given[0]}`;
  if (given.length > places.length && places.at(-1)?.variadic !== true)
    return `${command.name()} takes ${places.length} arguments, not ${given.length}`;
  const odd = given.find((word, index) => {
    const choices = places[index]?.argChoices;
    return choices !== undefined && !/^[<[]/.test(word) && !choices.includes(word);
  });
  return odd === undefined ? null : `${command.name()} does not take ${odd}`;
}

/** Splits at white space outside quotes. */
function words(text: string): string[] {
  return [...text.matchAll(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g)].map(([word]) => word.replaceAll(/["']/g, ""));
}
