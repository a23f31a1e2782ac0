/** Decides what a call belongs to: the machine the agent ran on, a service, or the agent itself. */
import type { Category } from "../../core/score/category.ts";
import type { Json } from "../../core/json.ts";
import { defaultServices } from "../../core/config/services.ts";
import { callsService } from "./service-command.ts";
import { readCommandLine } from "./shell.ts";
import {
  agentInternalPath,
  agentKinds,
  agentTools,
  environmentKinds,
  environmentPrefixes,
  environmentTools,
  mcpPrefix,
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

/** Programs and hosts that are services, in lower case. */
export type Services = ReadonlySet<string>;

/** Returns the categories of a call; the first rule that matches decides. */
export function classify(call: ClassifiedCall, services: Services = defaultServices): Category[] {
  const tool = call.tool.toLowerCase();
  const kind = call.kind?.toLowerCase() ?? "";
  if (agentTools.has(tool)) return ["agent"];
  if (actsOnMachine(tool)) return machineCategories(call, { tool, kind, services });
  if (agentKinds.has(kind)) return ["agent"];
  if (environmentKinds.has(kind)) return machineCategories(call, { tool, kind, services });
  return ["service"];
}

function actsOnMachine(tool: string): boolean {
  return environmentTools.has(tool) || environmentPrefixes.some((prefix) => tool.startsWith(prefix));
}

interface MachineCall {
  readonly tool: string;
  readonly kind: string;
  readonly services: Services;
}

function machineCategories(call: ClassifiedCall, { tool, kind, services }: MachineCall): Category[] {
  const command = shellTools.has(tool) || kind === "execute" ? readCommandLine(call.input) : null;
  if (command !== null && agentInternalPath.test(command)) return ["agent"];
  if (listPaths(call.input).some(isInternal) || call.locations?.some(isInternal)) return ["agent"];
  const isService = isNetworkTool(tool) || services.has(tool) || (command !== null && callsService(command, services));
  return isService ? ["environment", "service"] : ["environment"];
}

function isInternal(path: string): boolean {
  return agentInternalPath.test(path);
}

function isNetworkTool(tool: string): boolean {
  if (networkTools.has(tool)) return true;
  return tool.startsWith(mcpPrefix) && !environmentPrefixes.some((prefix) => tool.startsWith(prefix));
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
