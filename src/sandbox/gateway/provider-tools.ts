/** Removes tools that run at the model's provider from a request: they would bypass any sandbox. */
import { type JsonView, toList, toObject, toText } from "../../core/json-view.ts";
import type { AnswerWire } from "./wires/answer.ts";

export interface ScreenedRequest {
  readonly body: JsonView;
  /** The names of the removed tools. */
  readonly withheld: readonly string[];
  /** Whether nothing is left of what the request wanted: a model without its tool would invent the results. */
  readonly isEmpty: boolean;
}

/** Returns the request without the tools that are not granted. Tools that the program runs itself always pass. */
export function withholdProviderTools(
  wire: AnswerWire["name"],
  body: JsonView,
  granted: readonly string[],
): ScreenedRequest {
  if (granted.includes("*")) return { body, withheld: [], isEmpty: false };
  const names = new Set(granted.map(toToolName));
  const withheld = new Set<string>();
  const isGranted = (name: string) => names.has(name) || (withheld.add(name), false);
  const screened = screens[wire](body, isGranted);
  if (withheld.size === 0) return { body, withheld: [], isEmpty: false };
  const isEmpty = toList(body["tools"]).length > 0 && toList(screened["tools"]).length === 0;
  return { body: dropLostChoice(screened, withheld), withheld: [...withheld].toSorted(), isEmpty };
}

/** The name in snake_case, without the date or state of its version: `web_search_20250305` is `web_search`. */
export function toToolName(name: string): string {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .replace(/_(?:\d{8}|preview(?:_[\d_]+)?|\d{4}_\d{2}_\d{2})$/, "");
}

type IsGranted = (name: string) => boolean;
type Screen = (body: JsonView, isGranted: IsGranted) => JsonView;

const anthropicLocal = /^(?:custom|bash|text_editor|computer|memory|tool_search_tool_(?:regex|bm25))$/;
const openaiLocal = /^(?:function|custom|namespace|local_shell|apply_patch|computer|computer_use)$/;
const googleLocal: readonly string[] = ["functionDeclarations", "computerUse"];

const screens: Readonly<Record<AnswerWire["name"], Screen>> = {
  anthropic: (body, isGranted) => {
    const tools = keepTools(body, (tool) => {
      const name = toToolName(toText(tool["type"]) || "custom");
      return anthropicLocal.test(name) ? tool : isGranted(name) ? tool : null;
    });
    return dropFields(tools, { mcp_servers: "mcp", container: "code_execution" }, isGranted);
  },
  responses: (body, isGranted) => {
    const keep = (tool: JsonView): JsonView | null => screenOpenaiTool(tool, isGranted);
    const screened = keepTools(body, keep);
    if (!Array.isArray(body["input"])) return screened;
    const input = (body["input"] as unknown[]).map((item) =>
      toObject(item)["type"] === "additional_tools" ? keepTools(toObject(item), keep) : item,
    );
    return { ...screened, input };
  },
  chat: (body, isGranted) => {
    const screened = keepTools(body, (tool) => screenOpenaiTool(tool, isGranted));
    // Services of this API switch on search by fields of their own.
    const fields = {
      web_search_options: "web_search",
      plugins: "web_search",
      search_parameters: "web_search",
      enable_search: "web_search",
    };
    return dropFields(screened, fields, isGranted);
  },
  google: (body, isGranted) =>
    keepTools(body, (tool) => {
      const entries = Object.entries(tool).filter(
        ([name]) => googleLocal.includes(name) || isGranted(toToolName(name)),
      );
      return entries.length === 0 ? null : Object.fromEntries(entries);
    }),
};

function keepTools(body: JsonView, keep: (tool: JsonView) => JsonView | null): JsonView {
  if (!Array.isArray(body["tools"])) return body;
  return { ...body, tools: toList(body["tools"]).flatMap((tool) => keep(tool) ?? []) };
}

function screenOpenaiTool(tool: JsonView, isGranted: IsGranted): JsonView | null {
  const name = toToolName(toText(tool["type"]));
  if (name === "namespace") return keepTools(tool, (inner) => screenOpenaiTool(inner, isGranted));
  if (openaiLocal.test(name) || isRunByClient(name, tool)) return tool;
  return isGranted(name) ? tool : null;
}

/** These two run at the client or at the provider, depending on a field. */
function isRunByClient(name: string, tool: JsonView): boolean {
  if (name === "shell") return toObject(tool["environment"])["type"] === "local";
  return name === "tool_search" && tool["execution"] === "client";
}

function dropFields(body: JsonView, fields: Readonly<Record<string, string>>, isGranted: IsGranted): JsonView {
  const dropped = Object.entries(fields)
    .filter(([field, tool]) => isSet(body[field]) && !isGranted(tool))
    .map(([field]) => field);
  return dropped.length === 0
    ? body
    : Object.fromEntries(Object.entries(body).filter(([name]) => !dropped.includes(name)));
}

function isSet(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : value !== undefined && value !== null && value !== false;
}

/** A choice of a tool that is gone would be an invalid request. */
function dropLostChoice(body: JsonView, withheld: ReadonlySet<string>): JsonView {
  const choice = toObject(body["tool_choice"]);
  const named = [choice["name"], choice["type"]].map((name) => toToolName(toText(name)));
  if (!named.some((name) => withheld.has(name))) return body;
  return Object.fromEntries(Object.entries(body).filter(([name]) => name !== "tool_choice"));
}
