/** Rules of MCP servers that their schema cannot hold. */
import type { McpServers } from "../../core/scenario/mcp-server.ts";
import { mayBeWebAddress, webAddressWords } from "../../core/scenario/web-address.ts";
import { below, type Place, type Problem, problemAt } from "./problem.ts";

const suggestion =
  'Write it whole, such as "https://shop.example.com/mcp"; a server that is a program of this machine has "type": "stdio".';

/** Addresses that nobody could ask. They are not repeated: a key may be part of one. */
export function serverProblems(servers: McpServers, place: Place): Problem[] {
  // What reaches prototypes is reported by itself, and has no shape.
  const sound = Object.entries(servers).filter(([name]) => name !== "__proto__");
  return sound.flatMap(([name, server]) =>
    server.type === "stdio" || mayBeWebAddress(server.url)
      ? []
      : [problemAt(below(place, name, "url"), `This is no ${webAddressWords}.`, suggestion)],
  );
}
