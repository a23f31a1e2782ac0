/** Reads the output of an ACP agent's call; each agent puts it somewhere else. */
import { readContentText } from "../common/content.ts";
import { type Fields, fieldsAt, integerAt, itemsAt, textAt } from "../common/fields.ts";

/** Output that the agent passes on while the call is running. */
export function readTerminalPiece(meta: Fields | undefined): string | undefined {
  return textAt(fieldsAt(meta, "terminal_output_delta"), "data") ?? textAt(fieldsAt(meta, "terminal_output"), "data");
}

/** Returns the output in the update that ends a call, or otherwise the output that arrived before it. */
export function readOutputText(update: Fields, before: string): string {
  const raw = update["rawOutput"];
  if (typeof raw === "string") return raw;
  const shown = itemsAt(update, "content")
    .map(shownText)
    .filter((text) => text !== "")
    .join("\n");
  if (shown !== "") return shown;
  return before === "" ? rawText(fieldsAt(update, "rawOutput"), raw) : before;
}

function shownText(item: Fields): string {
  const content = fieldsAt(item, "content");
  if (content !== undefined) return readContentText([content]);
  return textAt(item, "type") === "diff" ? `[diff: ${textAt(item, "path") ?? "unknown"}]` : "";
}

function rawText(output: Fields | undefined, raw: unknown): string {
  if (output === undefined) return readContentText(raw);
  const error = fieldsAt(output, "error");
  const told = textAt(output, "output") ?? textAt(output, "formatted_output") ?? textAt(error, "message");
  const content = output["content"] ?? output["contents"] ?? fieldsAt(output, "result")?.["content"];
  return told ?? textAt(output, "error") ?? readContentText(content);
}

/** Returns the exit code of a command, if the agent reports it at all. */
export function readAcpExitCode(update: Fields): number | undefined {
  const output = fieldsAt(update, "rawOutput");
  const exit = fieldsAt(fieldsAt(update, "_meta"), "terminal_exit");
  return (
    integerAt(output, "exit_code") ??
    integerAt(output, "exitCode") ??
    integerAt(fieldsAt(output, "metadata"), "exit") ??
    integerAt(exit, "exit_code") ??
    readShellExit(output)
  );
}

/** Copilot lists the shell's exit among the contents. */
function readShellExit(output: Fields | undefined): number | undefined {
  for (const item of itemsAt(output, "contents")) {
    const nested = fieldsAt(item, "shell_exit") ?? (textAt(item, "type") === "shell_exit" ? item : undefined);
    const code = integerAt(item, "shell_exit") ?? integerAt(nested, "exitCode") ?? integerAt(nested, "exit_code");
    if (code !== undefined) return code;
  }
  return undefined;
}
