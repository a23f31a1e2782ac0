/** `axis serve` of the built package, over a real Postgres. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createDatabase } from "../test-database.ts";
import { fetchAnew } from "../fixtures/fetch-anew.ts";

const cli = join(dirname(fileURLToPath(import.meta.url)), "../../dist/cli.js");
let folder: string;
let env: NodeJS.ProcessEnv;
// A database for each test: with a token that another one made, the server that must refuse to start would start.
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "axis-serve-"));
  env = { ...process.env, AXIS_DATABASE_URL: await createDatabase() };
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const axis = (...args: string[]) => spawnSync(process.execPath, [cli, ...args], { cwd: folder, env, encoding: "utf8" });

interface Served {
  readonly child: ChildProcess;
  readonly url: URL;
  readonly ended: Promise<number | null>;
  readonly stderr: () => string;
}

async function serve(...args: string[]): Promise<Served> {
  const child = spawn(process.execPath, [cli, "serve", "--port", "0", ...args], { cwd: folder, env });
  let [out, err] = ["", ""];
  child.stderr.on("data", (part) => (err += String(part)));
  const ended = new Promise<number | null>((resolve) => child.once("exit", (code) => resolve(code)));
  const url = await new Promise<URL>((resolve, reject) => {
    child.stdout.on("data", (part) => {
      out += String(part);
      if (out.includes("\n")) resolve(new URL(out.trim()));
    });
    void ended.then((code) => reject(new Error(`it ended with ${code}: ${err}`)));
  });
  return { child, url, ended, stderr: () => err };
}

/** Writes bytes and gives everything that came until the other side closed. */
function talk(port: number, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1", () => socket.write(text));
    let answer = "";
    socket.setEncoding("latin1").on("data", (part) => (answer += part));
    socket.on("error", reject).on("close", () => resolve(answer));
  });
}

describe("axis serve", () => {
  test("prints an address with a token that may write, answers, and ends with SIGTERM", async () => {
    const { child, url, ended, stderr } = await serve("-v");
    const health = await fetchAnew(new URL("/healthz", url));
    expect([url.hostname, health.status]).toEqual(["127.0.0.1", 200]);
    const token = url.hash.replace("#token=", "");
    const headers = { Authorization: `Bearer ${token}` };
    const cancelled = new URL("/v1/runs/run_01JQ7K3V5ZJ9X2M4N6P8R0S1T2/cancel", url);
    expect((await fetchAnew(cancelled, { method: "POST", headers })).status).toBe(404);
    const stream = await fetchAnew(new URL("/v1/events", url), { headers });
    const text = stream.text();
    child.kill("SIGTERM");
    expect(await text).toContain("event: closing");
    expect(await ended).toBe(0);
    expect(stderr()).toContain("GET /healthz 200");
    expect(stderr()).not.toContain(token);
  });

  test("listens elsewhere than on loopback only when a token counts", async () => {
    const refused = axis("serve", "--host", "0.0.0.0", "--port", "0");
    expect(refused.status).toBe(2);
    expect(refused.stderr).toContain("axis token create");
    const made = axis("token", "create", "--name", "ci", "--scope", "read");
    expect(made.status).toBe(0);
    const { child, url, ended } = await serve("--host", "0.0.0.0");
    const runs = new URL(`http://127.0.0.1:${url.port}/v1/runs`);
    expect((await fetchAnew(runs)).status).toBe(401);
    expect((await fetchAnew(runs, { headers: { Authorization: `Bearer ${made.stdout.trim()}` } })).status).toBe(200);
    child.kill("SIGTERM");
    expect(await ended).toBe(0);
  });

  test("reads need the token of the printed address, also on this machine", async () => {
    const { child, url, ended } = await serve();
    const reads = ["/v1/runs", "/v1/workspaces", "/v1/events", "/v1/workers", "/metrics"].map(
      (path) => new URL(path, url),
    );
    for (const read of reads) expect((await fetchAnew(read)).status).toBe(401);
    const headers = { Authorization: `Bearer ${url.hash.replace("#token=", "")}` };
    expect((await fetchAnew(new URL("/v1/runs", url), { headers })).status).toBe(200);
    child.kill("SIGTERM");
    expect(await ended).toBe(0);
  });

  test("--open-reads opens reads to programs on this machine, but not through a proxy, and says so", async () => {
    const { child, url, ended, stderr } = await serve("--open-reads");
    expect((await fetchAnew(new URL("/v1/runs", url))).status).toBe(200);
    // A proxy as nginx is with a plain proxy_pass: HTTP/1.0, the Host of this server, no header that names the client.
    const ask = (head: string) => talk(Number(url.port), `GET /v1/runs ${head}Connection: close\r\n\r\n`);
    expect(await ask(`HTTP/1.0\r\nHost: ${url.host}\r\n`)).toMatch(/^HTTP\/1\.1 401 /);
    expect(await ask(`HTTP/1.1\r\nHost: ${url.host}\r\nVia: 1.1 proxy\r\n`)).toMatch(/^HTTP\/1\.1 401 /);
    expect(await ask(`HTTP/1.1\r\nHost: ${url.host}\r\n`)).toMatch(/^HTTP\/1\.1 200 /);
    child.kill("SIGTERM");
    expect(await ended).toBe(0);
    expect(stderr()).toContain("Reads are open");
  });

  test.each([[["--host", "0.0.0.0"]], [["--trust-proxy"]], [["--require-token"]]])(
    "--open-reads with %s is refused before anything starts",
    (flags) => {
      const { status, stderr, stdout } = axis("serve", "--port", "0", "--open-reads", ...flags);
      expect([status, stdout]).toEqual([2, ""]);
      expect(stderr).toContain(`--open-reads cannot be combined with ${flags.join(" ")}`);
    },
  );
});
