/** Recognises output that has only the final answer of a run, and names the option with which a program writes all steps. */
import { type Fields, isFields, textAt } from "./common/fields.ts";

/** Returns why a file with these events is refused; null if it has more than answers. */
export function refuseAnswerOnly(events: readonly Fields[]): string | null {
  const [command, ...others] = new Set(events.map(findCommand));
  if (command === undefined || command === null || others.length > 0) return null;
  return `has only the final answer, and no steps; record the run with: ${command}`;
}

function findCommand(event: Fields): string | null {
  const type = textAt(event, "type");
  if (type === "result" && (textAt(event, "result") !== undefined || typeof event["is_error"] === "boolean"))
    return findProgram(event);
  const isAnswer = textAt(event, "response") !== undefined || isFields(event["error"]);
  return type === undefined && isAnswer && (isFields(event["stats"]) || textAt(event, "session_id") !== undefined)
    ? "gemini -o stream-json"
    : null;
}

function findProgram(event: Fields): string {
  if (textAt(event, "uuid") === undefined && textAt(event, "request_id") !== undefined)
    return "cursor-agent -p --output-format stream-json";
  if (textAt(event, "uuid") !== undefined && !("total_cost_usd" in event)) return "qwen -o stream-json";
  return "claude -p --output-format stream-json --verbose";
}
