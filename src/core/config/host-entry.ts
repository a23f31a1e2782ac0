/** Reads the hosts of a network list: `name`, `*.name` or `*`, each with a port or without; an address or localhost with one. */

/** A host in the one form in which hosts are compared: lower case, ASCII, no final dot; an IPv6 address has brackets. */
export interface Host {
  readonly kind: "name" | "address";
  readonly text: string;
}

export interface HostEntry {
  readonly kind: "name" | "below" | "every" | "address" | "localhost";
  /** Empty for `*`. For `*.name` it is the name. */
  readonly host: string;
  readonly ports: "web" | "all" | number;
}

const invalidPort = "has an invalid port; write a number from 1 to 65535, or *";

export type ParsedEntry = { readonly entry: HostEntry } | { readonly problem: string };

/** Inside a sandbox, the proxy and the gateway listen on these. */
const portsInUse = new Map([
  [3128, "proxy"],
  [8383, "gateway"],
]);

/**
 * Null if it is no host. Names in any script become ASCII. Whatever a program would accept as an IPv4 address (decimal,
 * hexadecimal, octal, with fewer than four parts) becomes that address, so it cannot pass for a name.
 */
export function parseHost(text: string): Host | null {
  const url = isHostText(text) ? `http://${text}/` : "";
  if (!URL.canParse(url)) return null;
  const host = new URL(url).hostname.replace(/\.$/, "");
  if (/^\[.*\]$|^\d+\.\d+\.\d+\.\d+$/.test(host)) return { kind: "address", text: host };
  const isName = host.length <= 253 && /^[\w-]{1,63}(?:\.[\w-]{1,63})*$/.test(host);
  return isName ? { kind: "name", text: host } : null;
}

/** A URL would drop, decode or split at some characters; here they make the text invalid. */
function isHostText(text: string): boolean {
  return /^\[[\da-f:.]+\]$/i.test(text) || /^[^\s\p{C}%/?#@\\:[\]*]+$/u.test(text);
}

/** Null unless it is a decimal number from 1 to 65535. */
export function parsePort(text: string): number | null {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  return port >= 1 && port <= 65_535 ? port : null;
}

/** The problem says what is wrong with the entry and what to write instead. */
export function parseHostEntry(text: string): ParsedEntry {
  if (/^[a-z][a-z\d+.-]*:\/\//i.test(text)) return problem(text, "is a URL; write only its host, such as example.com");
  if (/[/@?#\\\s]/.test(text)) return problem(text, "may contain only a host and a port, such as example.com:8080");
  const [, hostText = "", portText] = /^(.*?|\[.*\])(?::(\*|\d+))?$/.exec(text) ?? [];
  const ports = parsePorts(portText);
  if (ports === null) return problem(text, invalidPort);
  return hostText === "*" ? { entry: { kind: "every", host: "", ports } } : parseNamedEntry(text, hostText, ports);
}

function parsePorts(text: string | undefined): HostEntry["ports"] | null {
  if (text === undefined) return "web";
  return text === "*" ? "all" : parsePort(text);
}

function parseNamedEntry(text: string, hostText: string, ports: HostEntry["ports"]): ParsedEntry {
  const isBelow = hostText.startsWith("*.");
  const host = parseHost(isBelow ? hostText.slice(2) : hostText);
  if (host === null) return problem(text, findHostProblem(text));
  if (host.kind === "address") return isBelow ? problem(text, "has * before an address") : toAddress(text, host, ports);
  if (/(?:^|\.)localhost$/.test(host.text)) return toLocalhost(text, isBelow ? "*" : host.text, ports);
  return { entry: { kind: isBelow ? "below" : "name", host: host.text, ports } };
}

function findHostProblem(text: string): string {
  if (text.split(":").length > 2) return "has an IPv6 address without brackets; write it like [2001:db8::1]:443";
  if (/[^:]:[^:]*$/.test(text) && !/:(?:\*|\d+)$/.test(text)) return invalidPort;
  if (text.replace(/:\*$/, "").includes("*")) return "has * in an unsupported place; write *.example.com, or * alone";
  return "is not a host name; write it like example.com, *.example.com or *";
}

function toAddress(text: string, { text: host }: Host, ports: HostEntry["ports"]): ParsedEntry {
  if (typeof ports !== "number") return problem(text, `is an address, which needs one port, such as ${host}:443`);
  if (/^127\.|^\[::1\]$/.test(host)) return problem(text, `is this machine; write localhost:${ports}`);
  if (isUnreachable(host)) return problem(text, "is link-local or reserved, and is never reached");
  return { entry: { kind: "address", host, ports } };
}

/** Addresses at which clouds offer credentials to a machine, and which are not link-local. */
const metadataServices = ["100.100.100.200", "168.63.129.16", "192.0.0.192", "[fd00:ec2::254]"];

/** Link-local, "this network", multicast, reserved, metadata; of IPv6 also every form that contains an IPv4 address. */
export function isUnreachable(host: string): boolean {
  if (metadataServices.includes(host)) return true;
  return /^(?:0|22[4-9]|2[345]\d)\.|^169\.254\.|^\[(?:::|fe[89a-f]|ff|64:ff9b:|2002:|2001:0?:)/.test(host);
}

function toLocalhost(text: string, host: string, ports: HostEntry["ports"]): ParsedEntry {
  if (host !== "localhost") return problem(text, "is this machine; write localhost and a port, such as localhost:3000");
  if (typeof ports !== "number") return problem(text, "needs one port, such as localhost:3000");
  // Programs inside have no right to open lower ones.
  if (ports < 1024) return problem(text, "has a port below 1024, which cannot be opened in a sandbox");
  const user = portsInUse.get(ports);
  if (user !== undefined) return problem(text, `has the port that the ${user} uses in a sandbox; use another one`);
  return { entry: { kind: "localhost", host, ports } };
}

function problem(text: string, what: string): { problem: string } {
  return { problem: `"${text}" ${what}` };
}
