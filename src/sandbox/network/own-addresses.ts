/** The addresses of this machine, also those of interfaces that have no connection at the moment. */
import { readFileSync } from "node:fs";
import { networkInterfaces } from "node:os";

/** Node leaves out interfaces that are not running, but a connection to their addresses still reaches this machine. */
export function listOwnAddresses(): string[] {
  const running = Object.values(networkInterfaces()).flatMap((list = []) => list.map(({ address }) => address));
  return [
    ...running,
    ...parseLocalRoutes(readTable("/proc/net/fib_trie")),
    ...parseInet6(readTable("/proc/net/if_inet6")),
  ];
}

/** Linux prints each address on one line, and what it is on the following ones. */
export function parseLocalRoutes(table: string): string[] {
  const addresses: string[] = [];
  let last = "";
  for (const line of table.split("\n")) {
    last = /\|-- ([\d.]+)$/.exec(line)?.[1] ?? last;
    if (line.includes("/32 host LOCAL")) addresses.push(last);
  }
  return addresses;
}

/** One line for each address, which begins with its 32 hexadecimal digits. */
export function parseInet6(table: string): string[] {
  return [...table.matchAll(/^([0-9a-f]{32}) /gm)].map(([, digits = ""]) => digits.replace(/(.{4})(?=.)/g, "$1:"));
}

function readTable(file: string): string {
  try {
    return readFileSync(file, "latin1");
  } catch {
    return ""; // Other systems have no such table.
  }
}
