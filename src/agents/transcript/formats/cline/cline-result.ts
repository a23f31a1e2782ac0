/** Reads what came back from a call of Cline: one output, or a list with one for each command or file. */
import { readContentText } from "../common/content.ts";
import { type Fields, fieldsAt, isFields, textAt } from "../common/fields.ts";
import { toMcpName } from "../common/tool-kinds.ts";

export interface ClineResult {
  readonly output: string;
  readonly isError: boolean;
  readonly exitCode?: number | undefined;
}

export function readClineResult(given: unknown): ClineResult {
  const parts = (Array.isArray(given) ? given : [given]).filter(isFields);
  const failed = parts.filter((part) => part["success"] === false || part["isError"] === true);
  const isError = failed.length > 0 || textAt(fieldsAt({ given }, "given"), "error") !== undefined;
  const exitCode = failed.map(readExitCode).find((code) => code !== undefined);
  const output = parts.length === 0 ? readContentText(given) : parts.map(readPartText).join("\n");
  return { output, isError, exitCode };
}

/** Whether this is a list of results with their success, which no other program writes. */
export function isClineList(given: unknown): boolean {
  if (!Array.isArray(given) || given.length === 0) return false;
  return given.every((part) => isFields(part) && typeof part["success"] === "boolean");
}

function readPartText(part: Fields): string {
  const told = readContentText(part["content"] ?? part["result"]);
  // A command that printed nothing has only its error.
  return told === "" ? (textAt(part, "error") ?? "") : told;
}

/** The program's own message about a failed command is the only place with its exit code. */
function readExitCode(part: Fields): number | undefined {
  const code = /^Command exited with code (\d{1,3})$/.exec(textAt(part, "error") ?? "")?.[1];
  return code === undefined ? undefined : Number(code);
}

/** Tools of MCP servers are named `<server>__<tool>`; none of Cline's own tools has two underscores. */
export function toClineToolName(name: string): string {
  const parts = /^(.+?)__(.+)$/s.exec(name);
  return parts?.[1] === undefined || parts[2] === undefined ? name : toMcpName(parts[1], parts[2]);
}
