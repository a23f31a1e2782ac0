/** Hosts with public addresses for tests: names and addresses are made up, connections lead to servers of the test. */
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { connect, createServer, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { NetworkPolicy } from "../../core/config/sandbox-settings.ts";
import { type Network, openNetwork } from "./network.ts";
import type { Outside } from "./outside.ts";

export class FakeInternet implements Outside, AsyncDisposable {
  /** The answers to the first, second, … lookup of a name; the last one is repeated. */
  readonly names = new Map<string, string[][]>();
  readonly own = ["127.0.0.1", "::1", "198.41.0.4"];
  readonly resolved: string[] = [];
  readonly dialed: string[] = [];
  readonly #ports = new Map<string, number>();
  readonly #servers: Server[] = [];

  async resolve(name: string): Promise<readonly string[]> {
    this.resolved.push(name);
    const answers = this.names.get(name);
    if (answers === undefined) throw Object.assign(new Error("unknown"), { code: "ENOTFOUND" });
    return (answers.length > 1 ? answers.shift() : answers[0]) ?? [];
  }

  listOwnAddresses(): readonly string[] {
    return this.own;
  }

  connect(address: string, port: number): Socket {
    this.dialed.push(`${address}:${port}`);
    // Port 1 of this machine refuses.
    return connect({ host: "127.0.0.1", port: this.#ports.get(`${address}:${port}`) ?? 1, allowHalfOpen: true });
  }

  /** Listens at `address:port`. */
  async host(place: string, server: Server): Promise<void> {
    this.#servers.push(server);
    this.#ports.set(place, await listen(server));
  }

  /** The common case: a name with one address, at which every connection is answered by `onConnection`. */
  async add(name: string, place: string, onConnection: (socket: Socket) => void): Promise<void> {
    this.names.set(name, [[place.replace(/:\d+$/, "")]]);
    await this.host(place, createServer({ allowHalfOpen: true }, onConnection));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const server of this.#servers) server.close();
  }
}

async function listen(server: Server): Promise<number> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  return typeof address === "object" && address !== null ? address.port : 0;
}

export interface TestNetwork extends AsyncDisposable {
  readonly network: Network;
  /** Opens a connection to the proxy. */
  dial(): Socket;
  /** Sends bytes to the proxy, and returns all that comes back until it closes the connection. */
  send(text: string | Buffer): Promise<string>;
  /** Asks for a tunnel, and returns the status and the reason of a refusal. */
  tunnel(target: string): Promise<string>;
}

export async function openTestNetwork(policy: NetworkPolicy, outside: Outside): Promise<TestNetwork> {
  const folder = mkdtempSync(join(tmpdir(), "axis-net-"));
  const network = await openNetwork(policy, { socketFolder: folder, outside });
  // A reset connection is closed, which is what the tests look at.
  const dial = () => connect({ path: join(folder, "port-3128.sock"), allowHalfOpen: true }).on("error", () => {});
  const send = (text: string | Buffer) => {
    const socket = dial();
    socket.write(text);
    return readAll(socket);
  };
  return {
    network,
    dial,
    send,
    tunnel: async (target) => summarize(await send(`CONNECT ${target} HTTP/1.1\r\nhost: ${target}\r\n\r\n`)),
    async [Symbol.asyncDispose]() {
      await network[Symbol.asyncDispose]();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Everything until the other side ends or breaks the connection. */
export function readAll(socket: Socket): Promise<string> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const finish = () => {
      socket.destroy();
      resolve(Buffer.concat(chunks).toString("latin1"));
    };
    socket.on("data", (chunk: Buffer) => chunks.push(chunk));
    socket.once("end", finish).once("close", finish).on("error", finish);
  });
}

/** What has arrived, as soon as it contains `wanted`. */
export function readUntil(socket: Socket, wanted: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = "";
    const onData = (chunk: Buffer): void => {
      text += chunk.toString("latin1");
      if (!text.includes(wanted)) return;
      socket.off("data", onData);
      resolve(text);
    };
    socket.on("data", onData).on("error", reject);
    socket.once("close", () => reject(new Error(`closed after: ${text}`)));
  });
}

/** "200", or the status, the word of `x-axis` and the reason. */
export function summarize(answer: string): string {
  const [, status = "none"] = /^HTTP\/1\.1 (\d+)/.exec(answer) ?? [];
  const [, kind] = /^x-axis: (.*)\r$/m.exec(answer) ?? [];
  const [, reason] = /^x-axis-reason: (.*)\r$/m.exec(answer) ?? [];
  return kind === undefined ? status : `${status} ${kind}: ${reason}`;
}
