/** Runs work in a process of its own, so that what one bench leaves in memory is not counted in another. */
import { spawn } from "node:child_process";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const bench = dirname(fileURLToPath(import.meta.url));
const usageHook = pathToFileURL(join(bench, "usage-hook.mjs")).href;

/** Runs a program of this folder with these arguments; returns the JSON value it printed. */
export async function isolated(program, args) {
  const { stdout } = await runNode(["--expose-gc", join(bench, program), ...args.map(String)]);
  return JSON.parse(stdout);
}

/** Runs node; returns what it printed, how long it took from start to end, and the most memory it had. */
export function runNode(args, { cwd } = {}) {
  const began = performance.now();
  const child = spawn(process.execPath, ["--import", usageHook, ...args], {
    cwd,
    stdio: ["ignore", "pipe", "pipe", "pipe"],
  });
  const texts = ["", "", "", ""];
  for (const number of [1, 2, 3]) child.stdio[number].setEncoding("utf8").on("data", (text) => (texts[number] += text));
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => {
      const [, stdout, stderr, usage] = texts;
      if (code === 0) resolve({ stdout, wallMs: performance.now() - began, peakRssMb: Number(usage) / 1024 });
      else reject(new Error(`node ${args.join(" ")} ended with ${code}:\n${stderr}`));
    });
  });
}
