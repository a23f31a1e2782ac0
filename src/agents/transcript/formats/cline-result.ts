/** Reads the result of a Cline call: one output, or one for each command or file. */
import { readContentText } from "./common/content.ts";
import { type Fields, fieldsAt, isFields, textAt } from "./common/fields.ts";

interface ClineResult {
  readonly output: string;
  readonly isError: boolean;
  readonly exitCode?: number;
}

export function readClineResult(event: Fields): ClineResult {
  const given = event["output"];
  const parts = (Array.isArray(given) ? given : [given]).filter(isFields);
  const failed = parts.filter((part) => part["success"] === false || part["isError"] === true);
  const isError =
    failed.length > 0 ||
    textAt(event, "error") !== undefined ||
    textAt(fieldsAt(event, "output"), "error") !== undefined;
  const exitCode = failed.map(readClineExitCode).find((code) => code !== undefined);
  const output = parts.length === 0 ? readContentText(given) : parts.map(partText).join("\n");
  const told = output === "" ? (textAt(event, "error") ?? "") : output;
  return { output: told, isError, ...(exitCode === undefined ? {} : { exitCode }) };
}

function partText(part: Fields): string {
  const content = part["content"];
  if (content !== undefined) return readContentText(content);
  // A command that printed nothing has only its error.
  return textAt(part, "result") || (textAt(part, "error") ?? "");
}

/** The program's own message about a failed command is the only place with its exit code. */
function readClineExitCode(part: Fields): number | undefined {
  const code = /^Command exited with code (\d{1,3})$/.exec(textAt(part, "error") ?? "")?.[1];
  return code === undefined ? undefined : Number(code);
}
