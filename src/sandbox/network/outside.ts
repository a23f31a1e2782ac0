/** Connects to a host outside: resolves its name once, and connects to an address that was checked. */
import { lookup } from "node:dns/promises";
import { connect, type Socket } from "node:net";
import pLimit from "p-limit";
import { errorMessage, systemCode } from "../../core/error.ts";
import type { Target } from "./allowlist.ts";
import { listOwnAddresses } from "./own-addresses.ts";
import { isReachableAddress } from "./public-address.ts";

/** What the proxy needs of the machine; tests replace it. */
export interface Outside {
  resolve(name: string): Promise<readonly string[]>;
  /** All addresses of this machine, which may change while a run lasts. */
  listOwnAddresses(): readonly string[];
  connect(address: string, port: number): Socket;
}

/** Lookups occupy threads that AXIS also reads files with, so slow names must not take all of them. */
const lookupsAtOnce = 2;
const connectTimeoutMs = 10_000;
/** Hosts may have dozens; one that cannot be reached at three will not be reached at all. */
const addressesToTry = 3;

/** A new one per run. */
export function openOutside(): Outside {
  const limit = pLimit(lookupsAtOnce);
  return {
    resolve: (name) => limit(async () => (await lookup(name, { all: true })).map(({ address }) => address)),
    listOwnAddresses,
    connect: (address, port) => connect({ host: address, port, allowHalfOpen: true, noDelay: true }),
  };
}

/** Failed: it is allowed, but there is no connection. */
type Connected = { readonly socket: Socket } | { readonly failed: string };
type Reached = Connected | { readonly denied: string };

/** The target must have been allowed. The name is resolved only here and only once, so a later answer has no effect. */
export async function reach({ host, port }: Target, outside: Outside): Promise<Reached> {
  if (host.kind === "address") return connectToFirst([host.text.replace(/^\[|\]$/g, "")], port, outside);
  let addresses: readonly string[];
  try {
    addresses = await outside.resolve(host.text);
  } catch (error) {
    return { failed: `the name cannot be resolved (${systemCode(error) ?? errorMessage(error)})` };
  }
  const own = outside.listOwnAddresses();
  const reachable = addresses.filter((address) => isReachableAddress(address, own));
  if (reachable.length > 0) return connectToFirst(reachable.slice(0, addressesToTry), port, outside);
  return addresses.length === 0 ? { failed: "the name has no address" } : { denied: "the host has no public address" };
}

/** For a port of this machine that the policy names. */
export function reachThisMachine(port: number, outside: Outside): Promise<Connected> {
  return connectToFirst(["127.0.0.1", "::1"], port, outside);
}

async function connectToFirst(addresses: readonly string[], port: number, outside: Outside): Promise<Connected> {
  let code = "";
  for (const address of addresses) {
    const socket = outside.connect(address, port);
    code = await waitForConnection(socket);
    if (code === "") return { socket };
    socket.destroy();
  }
  return { failed: `the host does not answer (${code})` };
}

/** An empty string, or the code of the error. */
function waitForConnection(socket: Socket): Promise<string> {
  return new Promise((resolve) => {
    // Also for later errors, which are followed by "close".
    socket.on("error", (error) => resolve(systemCode(error) ?? "ECONNRESET"));
    const timer = setTimeout(() => resolve("ETIMEDOUT"), connectTimeoutMs);
    socket.once("close", () => resolve("ECONNRESET"));
    socket.once("connect", () => resolve(""));
    socket.once("close", () => clearTimeout(timer)).once("connect", () => clearTimeout(timer));
  });
}
