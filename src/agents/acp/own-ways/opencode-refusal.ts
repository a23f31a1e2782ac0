/** Why a model refused OpenCode: over ACP it names the kind of error, its export of the session has the status. */
import type { AgentProcess } from "../../../core/agent.ts";
import { fieldsAt, integerAt, itemsAt, objectIn } from "../../../transcript/formats/common/fields.ts";
import type { FindRefusal } from "../../program/refusal.ts";

/** How long the export may take, and how much of one is read: a session that was refused is a short one. */
const patienceMs = 30_000;
const mostCharacters = 4_000_000;

export const opencodeRefusal: FindRefusal = async (sessionId, { spawn, program: [program, ...first] }) => {
  const child = spawn(program, [...first, "export", sessionId], { record: false });
  const text = await inTime(outputOf(child));
  if (text === null) return undefined;
  const last = itemsAt(objectIn(text), "messages").at(-1);
  return integerAt(fieldsAt(fieldsAt(fieldsAt(last, "info"), "error"), "data"), "statusCode");
};

async function outputOf(child: AgentProcess): Promise<string | null> {
  const lines: string[] = [];
  let characters = 0;
  for await (const line of child.lines) {
    characters += line.length;
    if (characters > mostCharacters) return null;
    lines.push(line);
  }
  return lines.join("\n");
}

/** Null where it takes too long; the end of the job ends what is left of it. */
async function inTime<T>(work: Promise<T>): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, patienceMs, null);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
