/** Starts a container as a run would, and looks whether it can do what it must and nothing else. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runProgram } from "../../process/run-program.ts";
import { openScope } from "../../process/scope.ts";
import type { Sandbox, SandboxRun } from "../driver.ts";

const timeoutMs = 30_000;

/** It writes to its folder and connects to a socket; it must not see a file outside, nor write to the image. */
const script = `
const fs = require("node:fs");
const [canary, port] = process.argv.slice(1);
const isRefused = (act) => { try { act(); return false; } catch { return true; } };
fs.writeFileSync("written", "");
if (!isRefused(() => fs.readFileSync(canary))) throw new Error("a file outside can be read");
if (!isRefused(() => fs.writeFileSync("/axis-probe", ""))) throw new Error("the image can be written");
if (!isRefused(() => fs.writeFileSync("/proc/sys/kernel/core_pattern", "core"))) throw new Error("/proc/sys can be written");
const socket = require("node:net").connect(Number(port), "127.0.0.1", () => socket.destroy());
socket.on("error", (error) => { throw error; });
`;

/** Null if everything is as it must be; otherwise quotes the engine or Node. */
export async function findContainerProblem(open: (run: SandboxRun) => Sandbox): Promise<string | null> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "axis-probe-")));
  const folders = {
    work: join(root, "work"),
    home: join(root, "home"),
    tmp: join(root, "tmp"),
    shared: join(root, "s"),
  };
  for (const folder of Object.values(folders)) mkdirSync(folder);
  const canary = join(root, "canary");
  writeFileSync(canary, "");
  const forward = { port: 3128, socket: join(root, "socket") };
  const server = createServer().listen(forward.socket);
  const run = {
    runId: "axis-probe",
    folders,
    read: [],
    path: "",
    hidden: [],
    forwards: { agent: [forward], checks: [] },
  };
  try {
    await using sandbox = open(run);
    await using scope = await openScope({ runId: "", home: folders.home });
    const args = ["-e", script, canary, String(forward.port)];
    const start = {
      program: "node",
      args,
      cwd: folders.work,
      env: { HOME: folders.home, PATH: process.env["PATH"] ?? "" },
    };
    const { exit, timedOut } = await runProgram(scope, { ...sandbox.wrap(start, "agent"), timeoutMs });
    if (timedOut) return `it did not end within ${timeoutMs / 1000} s`;
    if (exit.code === 0) return null;
    return findErrorLine(exit.stderr) ?? exit.spawnError ?? `exit code ${exit.code}`;
  } finally {
    server.close();
    rmSync(root, { recursive: true, force: true });
  }
}

/** An uncaught error of Node is followed by its stack. */
function findErrorLine(stderr: string): string | null {
  const lines = stderr.split("\n").filter((line) => line.trim() !== "");
  return lines.find((line) => /^\w*Error\b/.test(line)) ?? lines.at(-1) ?? null;
}
