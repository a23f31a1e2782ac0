/** Formats what Claude Code reports about itself as one line. */
import { type Fields, integerAt, textAt } from "../common/fields.ts";

/** Subtypes that occur all the time and say nothing about the run. */
const noise = new Set("status thinking_tokens ui_invalidate hook_started hook_progress hook_response".split(" "));
const known = new Set(
  "init api_retry permission_denied task_started task_notification task_progress compact_boundary api_error".split(" "),
);

export interface SystemLine {
  /** Null for noise. */
  readonly text: string | null;
  readonly isKnown: boolean;
}

export function formatSystemLine(event: Fields): SystemLine {
  const subtype = textAt(event, "subtype") ?? "system";
  if (noise.has(subtype)) return { text: null, isKnown: true };
  const facts = listSystemFacts(event).join(", ");
  const content = textAt(event, "content");
  const text = [facts === "" ? subtype : `${subtype} (${facts})`, ...(content === undefined ? [] : [content])].join(
    ": ",
  );
  return { text, isKnown: known.has(subtype) || content !== undefined };
}

function listSystemFacts(event: Fields): string[] {
  const words = ["model", "permissionMode", "permission_mode", "tool_name", "status", "description", "error"];
  const told = words.flatMap((key) => textAt(event, key) ?? []);
  const attempt = integerAt(event, "attempt");
  const status = integerAt(event, "error_status");
  return [
    ...(attempt === undefined ? [] : [`attempt ${attempt}`]),
    ...(status === undefined ? [] : [`status ${status}`]),
    ...told,
  ];
}
