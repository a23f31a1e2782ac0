/**
 * A program that must be started in new namespaces for networks and mounts. It makes a second machine with public
 * addresses, connects to it by a cable, and attacks the network of a sandbox with real lookups and connections.
 */
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bwrapDriver } from "../bwrap.ts";
import { attackedNames, attackNetwork, serveAttackedHost } from "../network-attacks.fixture.ts";
import { runInsideWith } from "../run-inside.fixture.ts";
import { openOutside } from "./outside.ts";

const ip = (...words: string[]) => execFileSync("ip", words);

/** Has every address that the attacks aim at, so that each of them would succeed without the proxy's rules. */
async function startInternet(): Promise<AsyncDisposable> {
  const again = [process.execPath, ...process.execArgv, ...process.argv.slice(1), "internet"];
  const child = spawn("unshare", ["--net", "--", ...again], { stdio: ["pipe", "pipe", "inherit"] });
  await once(child.stdout, "data");
  const pid = String(child.pid);
  ip("link", "add", "near", "type", "veth", "peer", "name", "far", "netns", pid);
  const far = (...words: string[]) => execFileSync("nsenter", ["--target", pid, "--net", "ip", ...words]);
  for (const address of ["93.184.216.34/24", "10.0.0.5/32", "169.254.169.254/32"])
    far("address", "add", address, "dev", "far");
  far("link", "set", "far", "up");
  ip("address", "add", "93.184.216.1/24", "dev", "near");
  ip("link", "set", "near", "up");
  ip("link", "set", "lo", "up");
  ip("route", "add", "default", "via", "93.184.216.34");
  return {
    async [Symbol.asyncDispose]() {
      child.stdin.end();
      await once(child, "exit");
    },
  };
}

async function serve(port: number): Promise<void> {
  const server = createServer({ allowHalfOpen: true }, (socket) =>
    serveAttackedHost(socket, socket.localAddress ?? "", port),
  );
  await once(server.listen(port, "0.0.0.0"), "listening");
}

async function beInternet(): Promise<void> {
  for (const port of [22, 80, 443, 8080]) await serve(port);
  process.stdout.write("ready\n");
  await once(process.stdin.resume(), "end");
  process.exit(0);
}

async function attack(): Promise<void> {
  const hosts = join(mkdtempSync(join(tmpdir(), "axis-egress-")), "hosts");
  writeFileSync(
    hosts,
    Object.entries(attackedNames)
      .map(([name, address]) => `${address} ${name}\n`)
      .join(""),
  );
  execFileSync("mount", ["--bind", hosts, "/etc/hosts"]);
  await using _internet = await startInternet();
  // On this machine, too: what it serves itself must not be reached by its addresses.
  for (const port of [80, 4000]) await serve(port);
  const reachable = await Promise.all(["10.0.0.5", "169.254.169.254", "93.184.216.34"].map(canReach));
  if (reachable.includes(false)) throw new Error("The second machine does not answer, so the attacks prove nothing");
  process.stdout.write(JSON.stringify(await attackNetwork(runInsideWith(bwrapDriver, null), openOutside())));
}

async function canReach(address: string): Promise<boolean> {
  const socket = openOutside().connect(address, 80);
  const answered = await once(socket, "connect").then(
    () => true,
    () => false,
  );
  socket.destroy();
  return answered;
}

await (process.argv.includes("internet") ? beInternet() : attack());
process.exit(0);
