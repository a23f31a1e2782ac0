/** Why a model refused Codex: its output has only text, but its session file has the HTTP status. */
import { constants } from "node:fs";
import { open, readdir } from "node:fs/promises";
import { join } from "node:path";
import { readCodexStatus } from "../transcript/formats/codex/codex-error.ts";
import { fieldsAt, parseEventObject } from "../transcript/formats/common/fields.ts";
import type { FindRefusal } from "../program/refusal.ts";

/** The last line ends the turn, and it is short. */
const maxEndBytes = 64 * 1024;

export const codexRefusal: FindRefusal = async (sessionId, { home }) => {
  const sessions = join(home, ".codex", "sessions");
  const files = await readdir(sessions, { recursive: true });
  const name = files.find((file) => file.endsWith(`-${sessionId}.jsonl`));
  if (name === undefined) return undefined;
  const line = (await readEnd(join(sessions, name))).trimEnd().split("\n").at(-1) ?? "";
  return readCodexStatus(fieldsAt(fieldsAt(parseEventObject(line), "payload"), "error"));
};

/** The agent controls this folder, so only a plain file is read, and only its end. */
async function readEnd(file: string): Promise<string> {
  await using handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  const found = await handle.stat();
  if (!found.isFile()) return "";
  const length = Math.min(found.size, maxEndBytes);
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, found.size - length);
  return buffer.toString("utf8", 0, bytesRead);
}
