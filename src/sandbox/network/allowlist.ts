/** Decides by name whether a run may connect to a host; addresses that a name resolves to are checked later. */
import type { NetworkPolicy } from "../../core/config/sandbox-settings.ts";
import {
  type Host,
  type HostEntry,
  isUnreachable,
  parseHost,
  parseHostEntry,
  parsePort,
} from "../../core/config/host-entry.ts";
import { AxisError } from "../../core/error.ts";

/** What a program asked the proxy to connect it to. */
export interface Target {
  readonly host: Host;
  readonly port: number;
}

export type Decision = { readonly allowed: true } | { readonly allowed: false; readonly reason: string };

/** The entries of a policy: "open" is every public host, "none" has none. Not for "host", which has no proxy. */
export function listEntries(policy: NetworkPolicy): HostEntry[] {
  if (policy === "none" || policy === "host") return [];
  return (policy === "open" ? ["*"] : policy).map((text) => {
    const parsed = parseHostEntry(text);
    if ("problem" in parsed)
      throw new AxisError("config-invalid", parsed.problem, { hint: "Correct this entry of sandbox.network" });
    return parsed.entry;
  });
}

/** Reads `host:port`, the form of a CONNECT request; null if it is anything else. Programs send names as ASCII. */
export function parseTarget(text: string, defaultPort?: number): Target | null {
  if (!/^[\x21-\x7e]{1,300}$/.test(text)) return null;
  const [, hostText = "", portText] = /^(\[[^\]]*\]|[^:]*)(?::(\d+))?$/.exec(text) ?? [];
  const port = portText === undefined ? (defaultPort ?? null) : parsePort(portText);
  const host = parseHost(hostText);
  return host === null || port === null ? null : { host, port };
}

/** The same for every run with these entries: it looks at nothing else. */
export function decide({ host, port }: Target, entries: readonly HostEntry[]): Decision {
  if (host.kind === "address") return decideAddress(host.text, port, entries);
  if (/(?:^|\.)localhost$/.test(host.text))
    return deny("localhost is not reached through the proxy; list localhost with a port, and connect to it directly");
  const matching = entries.filter((entry) => matchesName(entry, host.text));
  if (matching.length === 0) return deny("the host is not in the network list");
  return matching.some(({ ports }) => matchesPort(ports, port))
    ? { allowed: true }
    : deny("the port is not in the network list");
}

function decideAddress(text: string, port: number, entries: readonly HostEntry[]): Decision {
  if (isUnreachable(text)) return deny("link-local and reserved addresses are never reached");
  const isListed = entries.some((entry) => entry.kind === "address" && entry.host === text && entry.ports === port);
  return isListed ? { allowed: true } : deny("an address must be in the network list, with its port");
}

function matchesName({ kind, host }: HostEntry, name: string): boolean {
  if (kind === "every") return true;
  if (kind === "name") return name === host;
  return kind === "below" && name.endsWith(`.${host}`);
}

function matchesPort(ports: HostEntry["ports"], port: number): boolean {
  if (ports === "web") return port === 80 || port === 443;
  return ports === "all" || ports === port;
}

function deny(reason: string): Decision {
  return { allowed: false, reason };
}
