/** `axis serve` of the built package, over a real Postgres. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
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

describe("axis serve", () => {
  test("prints an address with a token that may write, answers, and ends with SIGTERM", async () => {
    const { child, url, ended, stderr } = await serve("-v");
    const health = await fetchAnew(new URL("/healthz", url));
    expect([url.hostname, health.status]).toEqual(["127.0.0.1", 200]);
    const token = url.hash.replace("#token=", "");
    const init = { method: "POST", headers: { Authorization: `Bearer ${token}` } };
    const cancel = await fetchAnew(new URL("/v1/runs/run_01JQ7K3V5ZJ9X2M4N6P8R0S1T2/cancel", url), init);
    expect(cancel.status).toBe(404);
    const stream = await fetchAnew(new URL("/v1/events", url));
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

  test("--require-token closes reads on this machine too", async () => {
    const { child, url, ended } = await serve("--require-token");
    expect((await fetchAnew(new URL("/v1/runs", url))).status).toBe(401);
    child.kill("SIGTERM");
    expect(await ended).toBe(0);
  });
});
