/** Rules for MCP servers that the schema cannot express. */
import type { McpServers } from "../../core/scenario/mcp-server.ts";
import { mayBeWebAddress, webAddressDescription } from "../../core/scenario/web-address.ts";
import { appendPath, type Location, type Problem, createProblem } from "./problem.ts";

const addressSuggestion =
  'Write the full address, such as "https://shop.example.com/mcp"; for a server that is a program on this machine, set "type": "stdio".';

/** Finds addresses that cannot be called. They are not repeated, since a key may be part of one. */
export function serverProblems(servers: McpServers, place: Location): Problem[] {
  // A key that reaches the prototype is reported elsewhere, and has no shape.
  const sound = Object.entries(servers).filter(([name]) => name !== "__proto__");
  return sound.flatMap(([name, server]) =>
    server.type === "stdio" || mayBeWebAddress(server.url)
      ? []
      : [createProblem(appendPath(place, name, "url"), `This is not an ${webAddressDescription}.`, addressSuggestion)],
  );
}
