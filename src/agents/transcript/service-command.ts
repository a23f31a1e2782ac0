/**
 * Decides whether a shell command calls a service: by the programs that run, and by hosts that a config names. A URL in
 * the text of a command decides nothing.
 */
import { listSimpleCommands, quoteWord, type SimpleCommand } from "./shell.ts";

function splitNames(...lists: readonly string[]): ReadonlySet<string> {
  return new Set(lists.flatMap((list) => list.split(" ")));
}

interface Launcher {
  /** The subcommands that start a program; without them, it always does. */
  readonly verbs?: ReadonlySet<string>;
  /** Options that take the next word as their value. */
  readonly valued: ReadonlySet<string>;
}

const packageOptions = splitNames("-p --package -c --call -w --workspace --filter -C --cwd --dir --prefix");

/** Programs that start another one, and count for themselves, too. `sudo` and the like are left out by the parser. */
const launchers: ReadonlyMap<string, Launcher> = new Map([
  ["npx", { valued: packageOptions }],
  ["bunx", { valued: packageOptions }],
  ["pnpx", { valued: packageOptions }],
  ["uvx", { valued: splitNames("--from --with -p --python") }],
  ["npm", { verbs: splitNames("exec x"), valued: packageOptions }],
  ["pnpm", { verbs: splitNames("exec dlx"), valued: packageOptions }],
  ["yarn", { verbs: splitNames("exec dlx"), valued: packageOptions }],
  ["bun", { verbs: splitNames("x"), valued: packageOptions }],
  ["pipx", { verbs: splitNames("run"), valued: splitNames("--spec --python") }],
  ["xargs", { valued: splitNames("-a -d -E -I -L -n -P -s --max-args --max-procs --delimiter --replace") }],
  ["watch", { valued: splitNames("-n --interval") }],
]);

/** Programs that read or print what they are given and open no address. */
const localPrograms = splitNames(
  "grep egrep fgrep rg ag ack sed awk gawk mawk perl echo printf cat tac bat head tail less more tee cut tr sort uniq",
  "wc diff cmp comm paste join fold column jq yq test [ [[ true false : export declare local readonly set unset read",
  "alias printenv ls tree find fd mkdir touch rm rmdir cp mv ln stat file basename dirname realpath which whereis type",
  "command vim vi nano emacs code",
);

/** Subcommands of git that contact the address they are given. */
const gitVerbs = splitNames("clone fetch pull push ls-remote");
const gitOptions = splitNames("-C -c --git-dir --work-tree --namespace");

/** Programs that are given hosts without a scheme. */
const hostPrograms = splitNames(
  "docker podman nerdctl skopeo crane helm kubectl psql pg_dump mysql mysqldump redis-cli mongosh ping dig nslookup host",
);

/** Options whose value is prose. */
const proseOptions = splitNames("-m --message --title --body --description --notes");

/** Programs started by programs that are deeper than this are not looked at. */
const deepestLaunch = 5;
/** A longer word is a text, not a name or an address. */
const longestWord = 2048;

/** Whether one of the programs of a command line is a service, or is given a host that is one. */
export function callsService(line: string, services: ReadonlySet<string>): boolean {
  return listSimpleCommands(line).some((command) => isServiceCall(command, services, 0));
}

function isServiceCall(command: SimpleCommand, services: ReadonlySet<string>, depth: number): boolean {
  const [first = "", ...options] = command.words;
  const program = readProgramName(first);
  if (services.has(program) && (program !== "rsync" || options.some(isRemotePath))) return true;
  if (listAddressedHosts(program, options).some((host) => isNamedHost(host, services))) return true;
  if (depth === deepestLaunch) return false;
  return listStartedLines(program, options).some((line) =>
    listSimpleCommands(line).some((started) => isServiceCall(started, services, depth + 1)),
  );
}

/** `/usr/bin/curl`, `curl.exe` and `wrangler@3` lose what is not the name; a scope such as `@railway/cli` stays. */
function readProgramName(word: string): string {
  if (word.length > longestWord) return "";
  const scoped = /^@[^/@]+\/[^/@]+/.exec(word)?.[0];
  const name = scoped ?? word.slice(word.lastIndexOf("/") + 1).replace(/(?!^)@.*$/s, "");
  return name.toLowerCase().replace(/\.(?:exe|cmd)$/, "");
}

/** The command lines that a launcher, or `find -exec`, starts. */
function listStartedLines(program: string, options: readonly string[]): string[] {
  const started = program === "find" ? listFindCommands(options) : [findLaunched(program, options)];
  return started.flatMap((words) => (words.length === 0 ? [] : [words.map(quoteWord).join(" ")]));
}

function findLaunched(program: string, options: readonly string[]): readonly string[] {
  const launcher = launchers.get(program);
  if (launcher === undefined) return [];
  const at = skipOptions(options, launcher.valued);
  if (launcher.verbs === undefined) return options.slice(at);
  if (!launcher.verbs.has(options[at] ?? "")) return [];
  const rest = options.slice(at + 1);
  return rest.slice(skipOptions(rest, launcher.valued));
}

/** The words after each `-exec` up to its end. */
function listFindCommands(options: readonly string[]): string[][] {
  const found: string[][] = [];
  let current: string[] | null = null;
  for (const option of options) {
    if (/^-(?:exec|execdir|ok|okdir)$/.test(option)) found.push((current = []));
    else if (option === ";" || option === "+") current = null;
    else current?.push(option);
  }
  return found;
}

/** The index of the first word that is neither an option nor the value of one. */
function skipOptions(words: readonly string[], valued: ReadonlySet<string>): number {
  let at = 0;
  while (words[at]?.startsWith("-") === true) {
    if (words[at] === "--") return at + 1;
    at += valued.has(words[at]!) ? 2 : 1;
  }
  return at;
}

/** Whether a word of rsync is on another machine: `host:path`, `user@host:path` or `rsync://host`. */
function isRemotePath(word: string): boolean {
  return !word.startsWith("-") && /^[^/:]+:/.test(word);
}

/** The hosts that a program is told to contact. Only a whole argument can be an address. */
function listAddressedHosts(program: string, options: readonly string[]): string[] {
  if (localPrograms.has(program)) return [];
  if (program === "git" && !gitVerbs.has(options[skipOptions(options, gitOptions)] ?? "")) return [];
  return options.flatMap((word, index) =>
    proseOptions.has(options[index - 1] ?? "") ? [] : readHost(word, hostPrograms.has(program)),
  );
}

/** The host of `https://host/path`, `--option=https://host`, `user@host:path`, and where it is usual of `host/path`. */
function readHost(word: string, canBeBare: boolean): string[] {
  if (word.length > longestWord || /\s/.test(word)) return [];
  const value = word.replace(/^--?[\w-]+=/, "");
  const address = /^[a-z][a-z0-9+.-]*:\/\/(?:[^/?#@]*@)?([^/?#:]+)/i.exec(value);
  const remote = address ?? /^(?:[\w.-]+@)?([\w.-]+):(?!\/\/)/.exec(value);
  const found = remote ?? (canBeBare ? /^([\w.-]+)(?:\/|$)/.exec(value) : null);
  return found?.[1] === undefined ? [] : [found[1].toLowerCase().replace(/\.+$/, "")];
}

/** A named host includes its subdomains. */
function isNamedHost(host: string, services: ReadonlySet<string>): boolean {
  if (services.has(host)) return true;
  for (let dot = host.indexOf("."); dot !== -1; dot = host.indexOf(".", dot + 1)) {
    const parent = host.slice(dot + 1);
    if (parent.includes(".") && services.has(parent)) return true;
  }
  return false;
}
