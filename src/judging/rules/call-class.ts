/** Classifies the effect of a call: it writes, it only reads, or the effect is not visible from outside. */
import type { SimpleCommand } from "../../agents/transcript/shell.ts";

/** Whether the request uses a method other than GET or carries data. */
function isWritingRequest(program: string, words: readonly string[]): boolean {
  if (program === "curl") return isCurlWrite(words);
  if (program === "wget") return isWgetWrite(words);
  return false;
}

const curlData = /^--(?:data(?:-ascii|-binary|-raw|-urlencode)?|form(?:-string)?|upload-file|json)(?:=|$)/;
/** Short options of curl whose value is the rest of the word, or the next word. */
const curlValues = new Set("AbCcDEeHhKmoPQrtUuwxYyz".split(""));

/** With `-G` the data becomes part of the URL, so only the method counts. */
function isCurlWrite(words: readonly string[]): boolean {
  let method: string | null = null;
  let data = false;
  let asQuery = false;
  for (let place = 0; place < words.length; place++) {
    const word = words[place]!;
    const option = word.startsWith("--") ? parseLongOption(word) : parseShortOptions(word);
    if (option.method) method = option.value ?? words[++place] ?? null;
    else if (option.skipsNext) place++;
    data ||= option.data;
    asQuery ||= option.asQuery;
  }
  const hasBody = data && !asQuery;
  return hasBody || (method !== null && method.toUpperCase() !== "GET");
}

interface CurlOption {
  readonly method: boolean;
  readonly value: string | null;
  readonly data: boolean;
  readonly asQuery: boolean;
  readonly skipsNext: boolean;
}
const noOption: CurlOption = { method: false, value: null, data: false, asQuery: false, skipsNext: false };

function parseLongOption(word: string): CurlOption {
  if (/^--request(?:=|$)/.test(word)) return { ...noOption, method: true, value: word.split("=")[1] ?? null };
  return { ...noOption, data: curlData.test(word), asQuery: word === "--get" };
}

/** Reads a cluster such as `-sSX` or `-XPOST`, up to the first option that takes a value. */
function parseShortOptions(word: string): CurlOption {
  if (!/^-[A-Za-z]/.test(word)) return noOption;
  let asQuery = false;
  for (let place = 1; place < word.length; place++) {
    const letter = word[place]!;
    const value = word.slice(place + 1) || null;
    if (letter === "X") return { ...noOption, asQuery, method: true, value };
    if ("dFT".includes(letter)) return { ...noOption, asQuery, data: true, skipsNext: value === null };
    if (curlValues.has(letter)) return { ...noOption, asQuery, skipsNext: value === null };
    if (letter === "G") asQuery = true;
  }
  return { ...noOption, asQuery };
}

function isWgetWrite(words: readonly string[]): boolean {
  return words.some((word, place) => {
    if (/^--(?:post|body)-(?:data|file)(?:=|$)/.test(word)) return true;
    if (!/^--method(?:=|$)/.test(word)) return false;
    return (word.split("=")[1] ?? words[place + 1] ?? "GET").toUpperCase() !== "GET";
  });
}

/** Finds the subcommand of a program, skipping the options before it. */
const gitOptionsWithValue = new Set(["-C", "-c", "--git-dir", "--work-tree", "--namespace", "--exec-path"]);

/** The subcommand of git, given its arguments: `log` in `git -C web --no-pager log`. */
function findGitVerb(words: readonly string[]): string | null {
  return findFirstWord(words, gitOptionsWithValue);
}

/** Options of package managers that only say where the subcommand applies; each takes the next word as its value. */
const packageOptionsWithValue = new Set(
  "-C --prefix --cwd --dir --filter -F -w --workspace workspace --manifest-path --root -c -p --package".split(" "),
);

/** The subcommand of a package manager, given its arguments: `add` in `yarn workspace web add zod`. */
function findPackageVerb(words: readonly string[]): string | null {
  const verb = findFirstWord(words, packageOptionsWithValue);
  return verb === "global" ? findFirstWord(words.slice(words.indexOf("global") + 1), packageOptionsWithValue) : verb;
}

function findFirstWord(words: readonly string[], withValue: ReadonlySet<string>): string | null {
  for (let place = 0; place < words.length; place++) {
    const word = words[place]!;
    if (withValue.has(word)) place++;
    else if (!word.startsWith("-")) return word;
  }
  return null;
}

export type CallClass = "write" | "read" | "opaque";

/** The parts of a call that decide its class. */
export interface ClassedCall {
  /** In lower case. */
  readonly tool: string;
  readonly acpKind: string;
  readonly isShell: boolean;
  readonly commands: readonly SimpleCommand[];
}

interface ClassRow {
  readonly tools: ReadonlySet<string>;
  /** The kinds that the Agent Client Protocol assigns to a call. */
  readonly acpKinds: ReadonlySet<string>;
  /** The prefixes of the last part of an MCP tool's name. */
  readonly mcpVerbs: readonly string[];
  shell(commands: readonly SimpleCommand[]): boolean;
}

const writeRow: ClassRow = {
  tools: toNameSet(
    "write edit multiedit notebookedit write_file edit_file create_file replace apply_patch file_change",
    "str_replace_editor str_replace_based_edit_tool mkdir rm cp mv touch chmod chown patch",
  ),
  acpKinds: toNameSet("edit modify add delete move"),
  mcpVerbs: [...toNameSet("create update delete set add remove send post put write publish deploy upload")],
  shell: (commands) => commands.some(isWrite),
};

const readRow: ClassRow = {
  tools: toNameSet(
    "read read_file read_many_files notebookread view glob grep ls list_dir list_directory cat head tail find stat wc",
    "pwd which whereis file du df search_file_content webfetch web_fetch fetch websearch web_search",
  ),
  acpKinds: toNameSet("read search fetch"),
  mcpVerbs: [...toNameSet("get list read search find fetch query describe show view")],
  shell: (commands) => commands.length > 0 && commands.every(isRead),
};

/** Classifies a call; the first matching row decides. */
export function classifyCall(call: ClassedCall): CallClass {
  if (matchesRow(writeRow, call)) return "write";
  return matchesRow(readRow, call) ? "read" : "opaque";
}

function matchesRow(row: ClassRow, { tool, acpKind, isShell, commands }: ClassedCall): boolean {
  if (row.tools.has(tool) || row.acpKinds.has(acpKind)) return true;
  const part = findMcpAction(tool);
  if (part !== null && row.mcpVerbs.some((verb) => part.startsWith(verb))) return true;
  return isShell && row.shell(commands);
}

/** The last part of an MCP tool's name: `create_post` in `mcp__cms__create_post`. */
function findMcpAction(tool: string): string | null {
  return tool.startsWith("mcp__") ? tool.slice(tool.lastIndexOf("__") + 2) : null;
}

const writingPrograms = toNameSet("rm mv cp mkdir rmdir touch chmod chown ln tee patch");
const readingPrograms = toNameSet(
  "ls cat head tail find grep egrep fgrep rg ag wc stat file du df pwd cd which whereis tree sort uniq cut tr diff cmp",
  "awk sed jq echo printf date curl wget",
);
const readingVerbs = toNameSet("status log diff show branch ls-files blame rev-parse");
const packageManagers = toNameSet("npm npx yarn pnpm pip pip3 cargo go bundle gem composer brew apt apt-get");
const installingVerbs = toNameSet("install add remove uninstall update upgrade ci i");

function isWrite({ program, words, writesFile }: SimpleCommand): boolean {
  const [, ...options] = words;
  if (writesFile || writingPrograms.has(program)) return true;
  if (program === "sed") return options.some((option) => /^(?:-[nrEsuz]*i|--in-place)/.test(option));
  if (program === "git") return !readingVerbs.has(findGitVerb(options) ?? "status");
  if (packageManagers.has(program)) return installingVerbs.has(findPackageVerb(options) ?? "");
  return isWritingRequest(program, options);
}

/** Only called for commands that do not write. */
function isRead({ program, words }: SimpleCommand): boolean {
  if (program === "git") return readingVerbs.has(findGitVerb(words.slice(1)) ?? "");
  return readingPrograms.has(program);
}

function toNameSet(...lines: string[]): ReadonlySet<string> {
  return new Set(lines.flatMap((line) => line.split(" ")));
}
