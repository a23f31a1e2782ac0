/** What can come next on a command line: from the command table, the commands themselves, and the names of the project. */
import { type Argument, Command, type Option } from "commander";
import { commandTable } from "../command-table.ts";
import { findWords } from "../options.ts";
import { listProjectNames, type NameKind } from "./project-names.ts";
import type { Completion } from "./scripts.ts";

/** `words` are those after `axis`; the last one is being typed and may be empty. */
export async function listCompletions(words: readonly string[], cwd: string): Promise<Completion[]> {
  const typed = words.at(-1) ?? "";
  const before = words.slice(0, -1);
  const [name] = before;
  const all =
    name === undefined || name === "help"
      ? listCommands(name)
      : await listInside(name, before.slice(1), { typed, cwd });
  return all.filter(({ value }) => value.startsWith(typed));
}

function listCommands(before: string | undefined): Completion[] {
  const commands = commandTable.map(({ name, summary }) => ({ value: name, about: summary }));
  if (before === "help") return commands;
  return [
    ...commands,
    { value: "--help", about: "Show all commands" },
    { value: "--version", about: "Print the version" },
  ];
}

/** Where the cursor is in a command. */
interface Cursor {
  readonly typed: string;
  readonly cwd: string;
}

async function listInside(name: string, before: readonly string[], cursor: Cursor): Promise<Completion[]> {
  const row = commandTable.find((each) => each.name === name);
  if (row === undefined) return [];
  const command = new Command(name);
  (await row.load()).define(command, () => {});
  const { inner, waiting, positionals } = walk(command, before);
  if (waiting !== undefined && (waiting.required || !cursor.typed.startsWith("-"))) {
    const values = await listValues(waiting, `${name} ${nameOption(waiting)}`, cursor);
    if (waiting.required || values.length > 0) return values;
  }
  if (cursor.typed.startsWith("-")) return listOptions(inner);
  const place = inner.registeredArguments[positionals] ?? findVariadic(inner);
  const subcommands =
    positionals === 0 ? inner.commands.map((each) => ({ value: each.name(), about: each.description() })) : [];
  return [...subcommands, ...(place === undefined ? [] : await listValues(place, `${name} ${place.name()}`, cursor))];
}

/** The subcommand, the option whose value comes next, and how many arguments there are already. */
function walk(command: Command, words: readonly string[]) {
  let inner = command;
  let waiting: Option | undefined;
  let positionals = 0;
  for (const word of words) {
    const takesWord = waiting?.required === true || (waiting !== undefined && !word.startsWith("-"));
    const sub = inner.commands.find((each) => each.name() === word);
    if (takesWord) waiting = undefined;
    else if (word.startsWith("-")) waiting = findOption(inner, word);
    else if (positionals === 0 && sub !== undefined) inner = sub;
    else positionals += 1;
  }
  return { inner, waiting, positionals };
}

/** An option that takes a value which the word does not hold already. */
function findOption(command: Command, word: string): Option | undefined {
  return command.options.find(
    ({ long, short, required, optional }) => (required || optional) && (word === long || word === short),
  );
}

function findVariadic(command: Command): Argument | undefined {
  return command.registeredArguments.find(({ variadic }) => variadic);
}

function listOptions(command: Command): Completion[] {
  return [
    ...command.options.map(({ long, short, description }) => ({ value: long ?? short ?? "", about: description })),
    { value: "--help", about: "Show this help" },
  ];
}

/** `-s, --scenario <keys>` is called "--scenario keys". */
function nameOption({ long, flags }: Option): string {
  return `${long} ${/[<[](.+?)[>\]]/.exec(flags)?.[1] ?? ""}`;
}

/** The names of the project that a value can be, by its command and what it is called there. */
const namesByPlace: readonly (readonly [RegExp, NameKind])[] = [
  [/^\w+ (?:reportId|report|a|b|--(?:failed|resume|report) .*)$/, "report"],
  [/^\w+ (?:scenarioKey|scenarios?|--scenario .*)$/, "scenario"],
  [/^(?:init|doctor) --agent /, "built-in agent"],
  [/^\w+ --agent /, "agent"],
];

/** Values of an option or argument; none where it is a file or free text, so that the shell offers files. */
async function listValues(
  place: Pick<Option | Argument, "argChoices" | "parseArg">,
  name: string,
  { typed, cwd }: Cursor,
): Promise<Completion[]> {
  const choices = place.argChoices ?? findWords(place.parseArg);
  if (choices !== undefined) return choices.map((value) => ({ value, about: "" }));
  const kind = namesByPlace.find(([pattern]) => pattern.test(name))?.[1];
  if (kind === undefined) return [];
  // Names that were typed before, separated by commas, stay.
  const kept = typed.slice(0, typed.lastIndexOf(",") + 1);
  return (await listProjectNames(kind, cwd)).map((value) => ({ value: `${kept}${value}`, about: "" }));
}
