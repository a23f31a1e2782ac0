/** Why a model refused OpenCode: over ACP only the kind of error is known, but the exported session has the HTTP status. */
import type { AgentProcess } from "../../../core/agent.ts";
import { fieldsAt, integerAt, itemsAt, parseEventObject } from "../../transcript/formats/common/fields.ts";
import { waitAtMost } from "../../wait-at-most.ts";
import type { FindRefusal } from "../../program/refusal.ts";

/**
 * How long the export may take, and how much of it is read: a refused session is short. The program, if still running,
 * ends with the job.
 */
const exportTimeoutMs = 30_000;
const maxExportLength = 4_000_000;

export const opencodeRefusal: FindRefusal = async (sessionId, { spawn, program: [program, ...first] }) => {
  const child = spawn(program, [...first, "export", sessionId], { record: false });
  const text = await waitAtMost(readOutput(child), exportTimeoutMs);
  if (text === null) return undefined;
  const last = itemsAt(parseEventObject(text), "messages").at(-1);
  return integerAt(fieldsAt(fieldsAt(fieldsAt(last, "info"), "error"), "data"), "statusCode");
};

async function readOutput(child: AgentProcess): Promise<string | null> {
  const lines: string[] = [];
  let characters = 0;
  for await (const line of child.lines) {
    characters += line.length;
    if (characters > maxExportLength) return null;
    lines.push(line);
  }
  return lines.join("\n");
}
