/** Opens the network of one run: its proxy, and the ports of this machine that its policy names. */
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type ListenOptions, type Server, type Socket } from "node:net";
import { join } from "node:path";
import type { NetworkPolicy } from "../../core/config/sandbox-settings.ts";
import type { Connection } from "../../core/run/connections.ts";
import { type Forward, proxyPort, proxyVariables } from "../driver.ts";
import { listEntries } from "./allowlist.ts";
import { ConnectionLog } from "./connection-log.ts";
import { OpenSockets } from "./open-sockets.ts";
import { openOutside, type Outside, reachThisMachine } from "./outside.ts";
import { createProxy, type ProxyWorld } from "./proxy.ts";
import { joinSockets } from "./tunnel.ts";

export interface NetworkOptions {
  /**
   * A folder of the run for unix sockets. Null for a sandbox without its own loopback: the proxy then listens on a port
   * of this machine and knows the run by a token, and programs reach the ports of this machine themselves.
   */
  readonly socketFolder: string | null;
  readonly outside?: Outside;
}

export interface Network extends AsyncDisposable {
  /** What must be opened inside; empty without sockets. */
  readonly forwards: readonly Forward[];
  /** Ports of this machine that programs may connect to; empty with sockets. */
  readonly loopbackPorts: readonly number[];
  /** What programs need in their environment. */
  readonly variables: Readonly<Record<string, string>>;
  connections(): Connection[];
}

/** Nothing is opened for "host" and "none". Throws an AxisError for an entry that cannot be read. */
export async function openNetwork(policy: NetworkPolicy, options: NetworkOptions): Promise<Network> {
  const entries = listEntries(policy);
  const ports = [...new Set(entries.flatMap(({ kind, ports: port }) => (kind === "localhost" ? [Number(port)] : [])))];
  const openedAt = performance.now();
  const world: ProxyWorld = {
    entries,
    outside: options.outside ?? openOutside(),
    log: new ConnectionLog(() => performance.now() - openedAt),
    sockets: new OpenSockets(),
  };
  const servers: Server[] = [];
  const network = {
    forwards: [],
    loopbackPorts: [],
    variables: {},
    connections: () => world.log.rows(),
    [Symbol.asyncDispose]: () => closeAll(servers, world.sockets),
  };
  if (policy === "host" || policy === "none") return network;
  try {
    if (options.socketFolder === null) return { ...network, ...(await listenOnPort(world, servers, ports)) };
    const forwards = await listenOnSockets(world, { servers, folder: options.socketFolder, ports });
    return { ...network, forwards, variables: proxyVariables(policy) };
  } catch (error) {
    await closeAll(servers, world.sockets);
    throw error;
  }
}

async function listenOnSockets(
  world: ProxyWorld,
  {
    servers,
    folder,
    ports,
  }: { readonly servers: Server[]; readonly folder: string; readonly ports: readonly number[] },
): Promise<Forward[]> {
  const forwards = [proxyPort, ...ports].map((port) => ({ port, socket: join(folder, `port-${port}.sock`) }));
  for (const { port, socket } of forwards) {
    const server = port === proxyPort ? createProxy(world) : createForwarder(port, world);
    servers.push(server);
    await listen(server, { path: socket });
  }
  return forwards;
}

async function listenOnPort(
  world: ProxyWorld,
  servers: Server[],
  ports: readonly number[],
): Promise<Pick<Network, "loopbackPorts" | "variables">> {
  const token = randomBytes(16).toString("hex");
  const proxy = createProxy({ ...world, token });
  servers.push(proxy);
  await listen(proxy, { host: "127.0.0.1", port: 0 });
  const address = proxy.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const url = `http://axis:${token}@127.0.0.1:${port}`;
  const variables = Object.entries(proxyVariables("open")).map(([name, value]) => [
    name,
    value.replace(`http://127.0.0.1:${proxyPort}`, url),
  ]);
  return { loopbackPorts: [port, ...ports], variables: Object.fromEntries(variables) };
}

/** Connects the run to a port of this machine that its policy names. */
function createForwarder(port: number, { outside, log, sockets }: ProxyWorld): Server {
  const attempt = { host: "localhost", port, how: "port" } as const;
  const forward = async (inside: Socket): Promise<void> => {
    if (!sockets.addInside(inside)) {
      log.add({ ...attempt, allowed: false, reason: "too many connections at once" });
      return void inside.destroy();
    }
    const reached = await reachThisMachine(port, outside);
    if (!("socket" in reached)) {
      log.add({ ...attempt, allowed: true, reason: reached.failed });
      return void inside.destroy();
    }
    sockets.addOutside(reached.socket);
    log.add({ ...attempt, allowed: true }, reached.socket);
    joinSockets(inside, reached.socket);
  };
  return createServer({ allowHalfOpen: true, pauseOnConnect: true }, (inside) => void forward(inside));
}

async function listen(server: Server, where: ListenOptions): Promise<void> {
  server.listen(where);
  await once(server, "listening");
}

async function closeAll(servers: readonly Server[], sockets: OpenSockets): Promise<void> {
  const closed = servers.map((server) => new Promise((resolve) => void server.close(resolve)));
  sockets.closeAll();
  await Promise.all(closed);
}
