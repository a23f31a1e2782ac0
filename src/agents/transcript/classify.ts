/** Decides what a call belongs to: the machine the agent ran on, a service, or the agent itself. */
import type { Category } from "../../core/score/category.ts";
import type { Json } from "../../core/json.ts";
import { readCommandLine, listSimpleCommands } from "./shell.ts";
import {
  agentInternalPath,
  agentKinds,
  agentTools,
  environmentKinds,
  environmentPrefixes,
  environmentTools,
  mcpPrefix,
  networkPrograms,
  networkTools,
  pathKeys,
  shellTools,
} from "./tools.ts";

/** The facts that classification uses. */
export interface ClassifiedCall {
  readonly tool: string;
  /** The kind of an ACP tool call. */
  readonly kind?: string;
  readonly input: Json;
  readonly locations?: readonly string[];
}

/** Returns the categories of a call; the first rule that matches decides. */
export function classify(call: ClassifiedCall): Category[] {
  const tool = call.tool.toLowerCase();
  const kind = call.kind?.toLowerCase() ?? "";
  if (agentTools.has(tool)) return ["agent"];
  if (actsOnMachine(tool)) return machineCategories(call, tool, kind);
  if (agentKinds.has(kind)) return ["agent"];
  if (environmentKinds.has(kind)) return machineCategories(call, tool, kind);
  return ["service"];
}

function actsOnMachine(tool: string): boolean {
  return environmentTools.has(tool) || environmentPrefixes.some((prefix) => tool.startsWith(prefix));
}

function machineCategories(call: ClassifiedCall, tool: string, kind: string): Category[] {
  const command = shellTools.has(tool) || kind === "execute" ? readCommandLine(call.input) : null;
  if (command !== null && agentInternalPath.test(command)) return ["agent"];
  if (listPaths(call.input).some(isInternal) || call.locations?.some(isInternal)) return ["agent"];
  return isNetworkTool(tool) || (command !== null && isNetworkCommand(command))
    ? ["environment", "service"]
    : ["environment"];
}

function isInternal(path: string): boolean {
  return agentInternalPath.test(path);
}

function isNetworkTool(tool: string): boolean {
  if (networkTools.has(tool)) return true;
  return tool.startsWith(mcpPrefix) && !environmentPrefixes.some((prefix) => tool.startsWith(prefix));
}

function isNetworkCommand(command: string): boolean {
  if (command.search(urlPattern) !== -1) return true;
  return listSimpleCommands(command).some(({ program }) => networkPrograms.has(program.toLowerCase()));
}

/** Reads only fields that name a path; content written to a file does not count. */
function listPaths(input: Json): string[] {
  if (typeof input !== "object" || input === null || Array.isArray(input)) return [];
  const fields = input as { readonly [key: string]: Json | undefined };
  return [...pathKeys].flatMap((key) => {
    const value = Object.hasOwn(fields, key) ? fields[key] : undefined;
    if (typeof value === "string") return [value];
    return Array.isArray(value) ? value.filter((part) => typeof part === "string") : [];
  });
}

const urlPattern = /https?:\/\/[^\s"'<>)\]},]+/gi;
const hostPattern = /^https?:\/\/(?:[^/?#@]*@)?([^/?#\\:;|&`$*([]*)/i;
/** The longest possible host name. */
const longestHost = 253;

/** A URL as it occurs in a text, with its host name; the name is empty if it is not written out. */
export interface FoundUrl {
  readonly url: string;
  readonly host: string;
}

/** Finds the URLs in a text, in order. */
export function findUrls(text: string): FoundUrl[] {
  if (!text.includes("://")) return [];
  return Array.from(text.matchAll(urlPattern), ([found]) => ({ url: found, host: readHost(found) }));
}

function readHost(found: string): string {
  const name = hostPattern.exec(found)?.[1] ?? "";
  return name.length > longestHost ? "" : name.toLowerCase().replace(/\.+$/, "");
}
