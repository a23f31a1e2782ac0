/** What a command line is called by: its program and one plain word, such as `acme deploy`, or the address it opens. */
import { listSimpleCommands, type SimpleCommand } from "../../agents/transcript/shell.ts";
import { type OpenedAddress, parseAddress } from "./address.ts";
import { cleanLine } from "./clean-text.ts";

export interface CommandTarget {
  /** The program and one word. */
  readonly name: string;
  readonly program: string;
  readonly address: OpenedAddress | null;
  /** Whether it tests, lints or compiles: such commands are expected to fail until the work is done. */
  readonly isTest: boolean;
}

/** Commands that prepare the one that matters. */
const preparing = new Set(
  "cd export set unset pushd popd source . ulimit umask shopt trap sleep echo printf true :".split(" "),
);
/** Programs that only start another one. */
const starters = new Set(["npx", "bunx", "pnpx", "uvx"]);
const requesters = new Set(["curl", "wget", "http", "https", "xh"]);
/** Programs whose first word is a file, a pattern or a value, and says nothing about what they do. */
const plainPrograms = new Set(
  (
    "cat head tail less more grep egrep fgrep rg ag find fd ls tree stat file du df wc sort uniq cut tr sed awk jq yq tee " +
    "mkdir rm rmdir cp mv ln touch chmod chown diff cmp test [ [[ basename dirname realpath which whereis type command " +
    "node python python3 ruby perl php java bash sh zsh deno tsx ts-node curl wget http https xh ssh scp rsync nc ping " +
    "kill pkill date env printenv tar zip unzip gzip xargs watch timeout"
  ).split(" "),
);
const runners = new Set(["npm", "pnpm", "yarn", "bun", "deno"]);

/** The part of a command line that names it; null for an empty line. `missing` is a program that was not found. */
export function findCommandTarget(line: string, missing: string | null = null): CommandTarget | null {
  const commands = listSimpleCommands(line).map(unwrap);
  const outer = dropInner(commands, line);
  const main =
    commands.find(({ program }) => program === missing) ??
    outer.find(({ program }) => program !== "" && !preparing.has(program)) ??
    outer.find(({ program }) => program !== "");
  if (main === undefined) return null;
  const program = cleanLine(main.program, 60);
  const name = cleanLine(nameCommand(main), 80);
  if (program === "" || name === "") return null;
  return {
    name: program === missing ? program : name,
    program,
    address: requesters.has(program) ? findRequestAddress(main) : null,
    isTest: outer.some(isTestCommand),
  };
}

/** `npx -y acme@2 deploy` is the command `acme deploy`. */
function unwrap(command: SimpleCommand): SimpleCommand {
  if (!starters.has(command.program)) return command;
  const at = command.words.findIndex((word, index) => index > 0 && !word.startsWith("-"));
  if (at === -1) return command;
  const words = command.words.slice(at);
  const program = (words[0] ?? "").replace(/(?!^)@[^/]*$/, "");
  return {
    ...command,
    words,
    program: program.startsWith("@") ? program : program.slice(program.lastIndexOf("/") + 1),
  };
}

/** Without the commands inside `$(…)`, which come right before the command that uses them. */
function dropInner(commands: readonly SimpleCommand[], line: string): readonly SimpleCommand[] {
  if (!line.includes("$(") || line.includes("$((")) return commands;
  const inner = new Set<number>();
  for (const [index, { words }] of commands.entries()) {
    const count = words.filter((word) => word.includes("$()")).length;
    for (let before = index - 1; before >= Math.max(0, index - count); before -= 1) inner.add(before);
  }
  return commands.filter((_, index) => !inner.has(index));
}

/** Options that say where a command works; their value is not what it does. */
const valued =
  /^(?:-[CcR]|--(?:git-dir|work-tree|prefix|cwd|dir|filter|workspace|config|context|namespace|project|profile|region))$/;

function nameCommand({ program, words }: SimpleCommand): string {
  if (plainPrograms.has(program) || preparing.has(program)) return program;
  const given = words.slice(1).filter((word, index) => !word.startsWith("-") && !valued.test(words[index] ?? ""));
  const [first = "", second = ""] = given;
  if (!isPlainWord(first)) return program;
  const script = runners.has(program) && first === "run" && isPlainWord(second) ? ` ${second}` : "";
  return `${program} ${first}${script}`;
}

function isPlainWord(word: string): boolean {
  return /^[a-z][a-z0-9:-]{0,30}$/i.test(word);
}

/** The first address among the words of curl and its like. */
function findRequestAddress({ words }: SimpleCommand): OpenedAddress | null {
  const given = words.slice(1);
  const written = given.find((word) => /^https?:\/\//i.test(word) || word.startsWith("--url="));
  if (written !== undefined) return parseAddress(written.replace(/^--url=/, ""));
  const bare = given.find(
    (word, index) =>
      /^(?:localhost|(?:[\w-]+\.)+[a-z]{2,}|\d+(?:\.\d+){3})(?::\d+)?(?:\/|$)/i.test(word) &&
      !/^-(?:[a-zA-Z]*[oHdXuAebFTK]|-[\w-]+)$/.test(given[index - 1] ?? ""),
  );
  return bare === undefined ? null : parseAddress(bare);
}

const testPrograms = new Set(
  (
    "jest vitest mocha ava tap jasmine karma pytest tox nox phpunit rspec ctest eslint oxlint tslint biome prettier " +
    "stylelint shellcheck tsc vue-tsc ruff flake8 pylint mypy pyright black golangci-lint rubocop gcc g++ cc clang javac " +
    "kotlinc rustc swiftc cmake ninja mvn gradle gradlew bazel"
  ).split(" "),
);
const testWords: Readonly<Record<string, RegExp>> = {
  npm: /^(?:t|tst|test|run (?:test|lint|build|check|type|compile|format)\S*)/,
  pnpm: /^(?:t|test|lint|build|check|typecheck|run (?:test|lint|build|check|type|compile|format)\S*)/,
  yarn: /^(?:test|lint|build|check|typecheck|run (?:test|lint|build|check|type|compile|format)\S*)/,
  bun: /^(?:test|build|run (?:test|lint|build|check|type|compile|format)\S*)/,
  deno: /^(?:test|lint|check|fmt|compile|task (?:test|lint|build|check))/,
  cargo: /^(?:t|test|build|b|check|c|clippy|fmt|nextest)\b/,
  go: /^(?:test|build|vet|fmt)\b/,
  dotnet: /^(?:test|build|format)\b/,
  swift: /^(?:test|build)\b/,
  make: /^(?:$|all|test|check|lint|build|compile)/,
  node: /(?:^|\s)--(?:test|check)\b|\.test\.[cm]?[jt]sx?\b|(?:^|\s)tests?\//,
  python: /-m (?:pytest|unittest|mypy|flake8|pylint|compileall|py_compile)\b|(?:^|\s)(?:tests?\/|test_)/,
  python3: /-m (?:pytest|unittest|mypy|flake8|pylint|compileall|py_compile)\b|(?:^|\s)(?:tests?\/|test_)/,
};

function isTestCommand({ program, words }: SimpleCommand): boolean {
  if (testPrograms.has(program)) return true;
  const given = words.slice(1, 8).join(" ").slice(0, 300);
  return Object.hasOwn(testWords, program) && (testWords[program]?.test(given) ?? false);
}
