/** What a call was aimed at: an address, a tool of an MCP server, a command, or another tool. */
import { type Call, readCallOutput } from "../../agents/transcript/call.ts";
import { readCommandLine } from "../../agents/transcript/shell.ts";
import { mcpPrefix, shellTools } from "../../agents/transcript/tools.ts";
import type { Fix } from "../../core/report/fix.ts";
import { type OpenedAddress, findInputAddress } from "./address.ts";
import { cleanLine } from "./clean-text.ts";
import { findCommandTarget } from "./command-target.ts";

export interface CallTarget {
  readonly name: string;
  readonly type: Exclude<Fix["targetType"], "check" | "ending">;
  /** The host, server or program that it belongs to, or the tool itself. */
  readonly owner: string;
  readonly address: OpenedAddress | null;
  readonly isTest: boolean;
}

const longestName = 80;

/** A stretch of thinking is aimed at nothing. */
export const thinking: CallTarget = {
  name: "thinking",
  type: "tool",
  owner: "thinking",
  address: null,
  isTest: false,
};

export function findTarget(call: Call): CallTarget {
  const name = cleanLine(call.tool, longestName) || "unknown";
  const isMcp = name.startsWith(mcpPrefix);
  if (isMcp) return toMcpTarget(name);
  const line = readShellLine(call);
  if (line === null) return toAddressTarget(findInputAddress(call.tool, call.input)) ?? toToolTarget(name);
  const command = findCommandTarget(line, findMissingProgram(call));
  if (command === null) return toToolTarget(name);
  const { program, isTest } = command;
  return (
    toAddressTarget(command.address) ?? { name: command.name, type: "command", owner: program, address: null, isTest }
  );
}

/** The command line of a call that runs one. */
export function readShellLine({ tool, kind, input }: Call): string | null {
  const isShell = shellTools.has(tool.toLowerCase()) || kind?.toLowerCase() === "execute";
  return isShell ? readCommandLine(input) : null;
}

/** `mcp__acme__search_docs` is `acme.search_docs`. */
function toMcpTarget(name: string): CallTarget {
  const [server = "", ...tool] = name.slice(mcpPrefix.length).split("__");
  const full = tool.length === 0 ? server : `${server}.${tool.join("__")}`;
  return { name: full || name, type: "mcp", owner: server || name, address: null, isTest: false };
}

function toAddressTarget(address: OpenedAddress | null): CallTarget | null {
  return address === null ? null : { name: address.key, type: "url", owner: address.host, address, isTest: false };
}

function toToolTarget(name: string): CallTarget {
  return { name, type: "tool", owner: name, address: null, isTest: false };
}

const notFound = /(?:^|[\s:])([\w@.+-]{1,60}): (?:command )?not found|command not found: ([\w@.+-]{1,60})/;

/** The program that the shell could not find. */
function findMissingProgram(call: Call): string | null {
  const [, first, second] = notFound.exec((readCallOutput(call) ?? "").slice(0, 2_000)) ?? [];
  return first ?? second ?? null;
}
