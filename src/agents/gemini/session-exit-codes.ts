/** Exit codes of commands, from the session file that Gemini CLI writes while it runs: its output does not have them. */
import { closeSync, constants, fstatSync, openSync, readdirSync, readSync } from "node:fs";
import { join } from "node:path";
import { fieldsAt, itemsAt, parseEventObject, textAt } from "../transcript/formats/common/fields.ts";
import type { FindExitCode } from "../transcript/formats/gemini.ts";

/** Far more than is written between two events; of a longer file only this much is read at once. */
const maxReadBytes = 8 * 1024 * 1024;

/** What the model is told about a failed command, at the end of the command's result. */
const exitCodeLine = /\nExit Code: (\d{1,3})\n(?:[^\n]*\n?){0,4}$/;

/** Reads what was added to the file since the last question; the folder belongs to the agent, so only plain files count. */
export function openSessionExitCodes(home: string): FindExitCode {
  const exitCodes = new Map<string, number>();
  let offset = 0;
  let rest = "";
  return (callId) => {
    const file = findSessionFile(home);
    if (file !== null) {
      const added = readFrom(file, offset);
      offset += Buffer.byteLength(added);
      const lines = (rest + added).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) noteExitCodes(line, exitCodes);
    }
    return exitCodes.get(callId);
  };
}

/** Null if there is none yet: then the exit codes stay unknown. */
function findSessionFile(home: string): string | null {
  const folder = join(home, ".gemini", "tmp");
  try {
    const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
    const sessions = names.filter((name) => /(?:^|\/)chats\/session-[^/]+\.jsonl$/.test(name)).toSorted();
    const newest = sessions.at(-1);
    return newest === undefined ? null : join(folder, newest);
  } catch {
    return null;
  }
}

/** Only complete UTF-8 is returned, so that the caller's offset stays right. */
function readFrom(file: string, offset: number): string {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    const stat = fstatSync(descriptor);
    if (!stat.isFile() || stat.size <= offset) return "";
    const bytes = Buffer.alloc(Math.min(stat.size - offset, maxReadBytes));
    const length = readSync(descriptor, bytes, 0, bytes.length, offset);
    const end = bytes.lastIndexOf(0x0a, length - 1) + 1;
    return bytes.toString("utf8", 0, end);
  } catch {
    return ""; // The agent removed or replaced it, and hides only its own exit codes.
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

function noteExitCodes(line: string, exitCodes: Map<string, number>): void {
  if (!line.includes("Exit Code: ")) return;
  try {
    for (const call of itemsAt(parseEventObject(line), "toolCalls")) {
      const response = fieldsAt(fieldsAt(itemsAt(call, "result")[0], "functionResponse"), "response");
      const code = exitCodeLine.exec((textAt(response, "output") ?? "").slice(-400))?.[1];
      const id = textAt(call, "id");
      if (id !== undefined && code !== undefined) exitCodes.set(id, Number(code));
    }
  } catch {
    // A line that is no event says nothing about exit codes.
  }
}
