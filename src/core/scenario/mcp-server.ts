/** An MCP server a scenario gives to its agent. */
import { z } from "zod";

const texts = z.record(z.string(), z.string());

export const McpServer = z.discriminatedUnion("type", [
  z.strictObject({
    type: z.literal("stdio"),
    command: z.string().min(1),
    args: z.array(z.string()).optional(),
    env: texts.optional().describe("Environment of the server; ${NAME} is taken from AXIS's own environment."),
  }),
  z.strictObject({
    type: z.literal("http"),
    url: z.string().min(1),
    headers: texts.optional().describe("HTTP headers; ${NAME} is taken from AXIS's own environment."),
  }),
]);
export type McpServer = z.infer<typeof McpServer>;

export const McpServers = z.record(z.string(), McpServer);
export type McpServers = z.infer<typeof McpServers>;
