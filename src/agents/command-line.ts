/** Builds the command line of the command agent: fills placeholders, finds the program beside the config, adds flags last. */
import { isAbsolute, join, resolve } from "node:path";
import type { AgentTask } from "../core/agent.ts";
import { findPlainProgram } from "../process/shell.ts";
import { flagArguments } from "./flags.ts";
import { fillShellLine, findRelativeProgram, findShellPlaceholders, quoteArgument } from "./shell-words.ts";

const placeholderNames = ["prompt", "model", "workspace", "home"] as const;
type PlaceholderName = (typeof placeholderNames)[number];
type PlaceholderValues = Readonly<Record<PlaceholderName, string>>;

/** What to start; with `shell`, the program is a shell command line and there are no arguments. */
export interface CommandLine {
  readonly program: string;
  readonly args: readonly string[];
  readonly shell: boolean;
  /** Whether the prompt is among the arguments; otherwise it goes to stdin. */
  readonly holdsPrompt: boolean;
}

/** Builds the command line of a task. */
export function buildCommandLine(
  command: string | readonly string[],
  task: AgentTask,
  paths: { workspace: string; home: string },
): CommandLine {
  const values: PlaceholderValues = {
    prompt: task.prompt,
    model: task.model ?? "",
    workspace: paths.workspace,
    home: paths.home,
  };
  const flags = flagArguments(task.flags);
  const holdsPrompt = hasPlaceholder(command, "prompt");
  if (typeof command === "string") {
    const line = [buildShellLine(command.trimEnd(), values, task.configDir), ...flags.map(quoteArgument)].join(" ");
    return { program: line, args: [], shell: true, holdsPrompt };
  }
  const [program = "", ...args] = command.map((part) => fillPlaceholders(part, values));
  return { program: resolveProgramPath(program, task.configDir), args: [...args, ...flags], shell: false, holdsPrompt };
}

/** Describes what is wrong with the `command` of an agent entry, in sentences; empty if it can run. */
export function listCommandProblems({ command, model }: Pick<AgentTask, "command" | "model">): string[] {
  const [program = ""] = typeof command === "string" ? [command] : (command ?? []);
  if (command === undefined || program.trim() === "") {
    return [`The command agent needs "command": a shell command line, or a program and its arguments as a list`];
  }
  const problems: string[] = [];
  if (model !== undefined && !hasPlaceholder(command, "model")) {
    problems.push("A model is set, but the command has no {model} placeholder to pass it");
  }
  if (
    typeof command === "string" &&
    findShellPlaceholders(command, placeholderNames).some(({ quotes }) => quotes === "tangled")
  ) {
    problems.push(
      "A placeholder follows a backtick, a here-document, a comment or a quoted $(...), where it cannot be quoted safely; " +
        "move it before them, or write the command as a list",
    );
  }
  return problems;
}

/** The program that must exist before anything runs, as written and as resolved from the config; null if that is unclear. */
export function findNeededProgram(
  command: string | readonly string[],
  configDir: string,
): { written: string; program: string } | null {
  const written = typeof command === "string" ? findShellProgram(command) : (command[0] ?? null);
  if (written === null || /\{(?:prompt|model|workspace|home)\}/.test(written)) return null;
  const program = resolveProgramPath(written, configDir);
  // A path such as bin/agent is inside the workspace, which setup still has to fill.
  return program.includes("/") && !isAbsolute(program) ? null : { written, program };
}

function findShellProgram(line: string): string | null {
  const relative = findRelativeProgram(line);
  const isWhole = relative !== null && /^(?:[\s;&|<>)]|$)/.test(line.slice(relative.end));
  return isWhole ? relative.path : findPlainProgram(line);
}

function hasPlaceholder(command: string | readonly string[], name: PlaceholderName): boolean {
  if (typeof command === "string") return findShellPlaceholders(command, [name]).length > 0;
  return command.some((part) => part.includes(`{${name}}`));
}

/** Replaces in one pass, so that a placeholder inside a prompt stays as it is. */
function fillPlaceholders(part: string, values: PlaceholderValues): string {
  return part.replace(/\{(prompt|model|workspace|home)\}/g, (_, name: PlaceholderName) => values[name]);
}

/** A program that starts with ./ or ../ is relative to the config; any other is looked up on PATH. */
export function resolveProgramPath(program: string, configDir: string): string {
  return /^\.\.?\//.test(program) ? resolve(configDir, program) : program;
}

function buildShellLine(line: string, values: PlaceholderValues, configDir: string): string {
  const relative = findRelativeProgram(line);
  if (relative === null) return fillShellLine(line, values);
  const { start, end, path } = relative;
  const program = quoteArgument(join(configDir, path));
  return fillShellLine(line.slice(0, start), values) + program + fillShellLine(line.slice(end), values);
}
