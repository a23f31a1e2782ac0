/** How AXIS was started, as its user would type it again, so that every printed command works when pasted. */
import { realpathSync } from "node:fs";
import { delimiter, join, relative, sep } from "node:path";
import { quoteShellWord } from "../core/shell-word.ts";
import { packageName } from "../core/version.ts";
import type { Terminal } from "./terminal.ts";

interface Start {
  /** The file that Node runs. */
  readonly script: string;
  readonly env: NodeJS.ProcessEnv;
  /** Where the user is. */
  readonly cwd: string;
}

/** `axis` if the shell finds this program under that name, else what starts it: npx, or node with its file. */
export function findInvocation({ script, env, cwd }: Start = readStart()): string {
  const given = env["AXIS_COMMAND"];
  if (given !== undefined && given !== "") return given;
  const throughNpx = `npx ${packageName}`;
  if (env["npm_command"] === "exec") return throughNpx;
  const file = resolveLink(script) ?? script;
  const isInstalled = file.includes(`${sep}node_modules${sep}`);
  const onPath = findAxis(env["PATH"] ?? "");
  if (onPath !== undefined && (onPath === file || isInstalled)) return "axis";
  if (isInstalled) return throughNpx;
  const near = relative(cwd, file);
  return `node ${quoteShellWord(near.length < file.length ? near : file)}`;
}

function readStart(): Start {
  const { argv, env } = process;
  return { script: argv[1] ?? "", env, cwd: resolveLink(".") ?? "/" };
}

/** The `axis` of the user's shell; npm adds the folders of a package to PATH only for the scripts that it runs. */
function findAxis(path: string): string | undefined {
  const folders = path
    .split(delimiter)
    .filter((folder) => folder !== "" && !folder.endsWith(join("node_modules", ".bin")));
  return folders.map((folder) => resolveLink(join(folder, "axis"))).find((file) => file !== undefined);
}

function resolveLink(file: string): string | undefined {
  try {
    return realpathSync(file);
  } catch {
    return undefined; // There is no such file.
  }
}

/** Messages put a command after a colon, a label or another command; the label is followed by at least two spaces. */
const commandInText = /(?<=: |&& |^ *(?:Apply|Next|Open|Report|Resume) {2,})axis (?=[a-z-])/gm;
/** Help texts put examples on lines of their own. */
const commandInHelp = /(?<=^ {2})axis (?=[a-z])/gm;

/** Replaces `axis` in the commands of a message. */
export function rewriteCommands(text: string, invocation: string): string {
  return text.replace(commandInText, () => `${invocation} `);
}

/** Replaces `axis` in the commands of a help text, also in its examples. */
export function rewriteHelp(text: string, invocation: string): string {
  return rewriteCommands(text, invocation).replace(commandInHelp, () => `${invocation} `);
}

/** Returns a terminal that prints commands as they were started. With `data`, stdout is for programs and stays as it is. */
export function toInvokedTerminal(terminal: Terminal, invocation: string, stdout: "data" | "text"): Terminal {
  if (invocation === "axis") return terminal;
  const write = (print: Terminal["out"]) => (text: string) => print(rewriteCommands(text, invocation));
  return { ...terminal, invocation, err: write(terminal.err), ...(stdout === "text" && { out: write(terminal.out) }) };
}
