/** The names of Gemini CLI's tools. */
import { toMcpName } from "../common/tool-kinds.ts";

/** Also of Qwen Code, which descends from Gemini CLI. */
export const shellTool = "run_shell_command";

/** Tools of MCP servers are named `mcp_<server>_<tool>`, and server names contain no underscore. */
export function toGeminiToolName(name: string): string {
  const parts = /^mcp_([^_]+)_(.+)$/s.exec(name);
  return parts?.[1] === undefined || parts[2] === undefined ? name : toMcpName(parts[1], parts[2]);
}
