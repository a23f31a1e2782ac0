/** For the suite: an MCP server with a tool that works and one that fails. */
import { McpServer } from "@modelcontextprotocol/server";
import { StdioServerTransport } from "@modelcontextprotocol/server/stdio";
import { z } from "zod";

const server = new McpServer({ name: "sums", version: "1.0.0" });
const numbers = z.object({ a: z.number(), b: z.number() });

server.registerTool("add_numbers", { description: "Adds two numbers", inputSchema: numbers }, async ({ a, b }) => {
  // As a sentence: Gemini CLI takes a bare number for structured content, and refuses it.
  return { content: [{ type: "text", text: `The sum is ${a + b}.` }] };
});
server.registerTool("break_down", { description: "Always fails", inputSchema: numbers }, async () => {
  return { isError: true, content: [{ type: "text", text: "It broke down, as it always does." }] };
});
await server.connect(new StdioServerTransport());
