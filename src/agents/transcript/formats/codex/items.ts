/** Items of `codex exec --json` that are calls: the started item is the call, the completed item its result. */
import type { Json } from "../../../../core/json.ts";
import type { LineSink } from "../../../../core/agent/line-reader.ts";
import { readContentText } from "../common/content.ts";
import { type Fields, fieldsAt, integerAt, itemsAt, textAt } from "../common/fields.ts";
import { kindField, toMcpName } from "../common/tool-kinds.ts";

interface CallShape {
  tool(item: Fields): string;
  input(item: Fields): Json;
  output(item: Fields): string;
  locations?(item: Fields): string[];
}

const shapes = new Map<string, CallShape>(
  Object.entries({
    command_execution: {
      tool: () => "shell",
      input: (item) => ({ command: unwrapCommand(textAt(item, "command") ?? "") }),
      output: (item) => textAt(item, "aggregated_output") ?? "",
    },
    file_change: {
      tool: () => "file_change",
      input: (item) => ({ changes: (item["changes"] ?? []) as Json }),
      output: (item) => itemsAt(item, "changes").map(changeLine).join("\n"),
      locations: (item) => itemsAt(item, "changes").flatMap((change) => textAt(change, "path") ?? []),
    },
    mcp_tool_call: {
      tool: (item) => toMcpName(textAt(item, "server") ?? "unknown", textAt(item, "tool") ?? "unknown"),
      input: (item) => (item["arguments"] ?? {}) as Json,
      output: (item) =>
        textAt(fieldsAt(item, "error"), "message") ?? readContentText(fieldsAt(item, "result")?.["content"]),
    },
    collab_tool_call: {
      tool: (item) => textAt(item, "tool") ?? "unknown",
      input: (item) => ({ prompt: textAt(item, "prompt") ?? "" }),
      output: (item) => (item["agents_states"] === undefined ? "" : JSON.stringify(item["agents_states"])),
    },
    web_search: {
      tool: () => "web_search",
      input: (item) => ({ query: textAt(item, "query") ?? "" }),
      output: () => "",
    },
    todo_list: {
      tool: () => "todo_list",
      input: (item) => ({ items: (item["items"] ?? []) as Json }),
      output: () => "",
    },
  } satisfies Record<string, CallShape>),
);

/** Codex puts the model's command into a shell: `/bin/bash -lc 'cat x'`. A line in other quotes is kept as it is. */
function unwrapCommand(line: string): string {
  const script = /^\S*\/(?:ba|z)?sh -lc (?:'([^']*)'|"([^"\\$`]*)"|([^\s'"\\$`]+))$/.exec(line);
  return script?.[1] ?? script?.[2] ?? script?.[3] ?? line;
}

function changeLine(change: Fields): string {
  return `${textAt(change, "kind") ?? "change"} ${textAt(change, "path") ?? "unknown"}`;
}

/** The calls of one run. */
export class ItemCalls {
  readonly #started = new Set<string>();

  /** Returns false if the item is not a known call. */
  take(item: Fields, sink: LineSink, moment: "started" | "completed"): boolean {
    const shape = shapes.get(textAt(item, "type") ?? "");
    if (shape === undefined) return false;
    const id = textAt(item, "id") ?? null;
    const seen = id !== null && this.#started.has(id);
    if (!seen) this.#call(item, shape, { id, sink, moment });
    if (moment === "started") return true;
    if (id !== null) this.#started.delete(id);
    sink.emit({ type: "tool_result", id, output: shape.output(item), isError: hasFailed(item), ...exitField(item) });
    return true;
  }

  #call(
    item: Fields,
    shape: CallShape,
    { id, sink, moment }: { id: string | null; sink: LineSink; moment: "started" | "completed" },
  ): void {
    if (moment === "started" && id !== null) this.#started.add(id);
    const tool = shape.tool(item);
    const locations = shape.locations?.(item) ?? [];
    sink.emit({
      type: "tool_use",
      id,
      tool,
      input: shape.input(item),
      ...kindField("codex", tool),
      ...(locations.length === 0 ? {} : { locations }),
      // If only the completed item was seen, the time of the call is unknown.
      ...(moment === "completed" ? { timestamp: null } : {}),
    });
  }
}

function hasFailed(item: Fields): boolean {
  return textAt(item, "status") === "failed" || fieldsAt(item, "error") !== undefined;
}

function exitField(item: Fields): { exitCode?: number } {
  const exitCode = integerAt(item, "exit_code");
  return exitCode === undefined ? {} : { exitCode };
}
