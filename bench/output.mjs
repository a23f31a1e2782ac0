/** Agents that print 1 GB, each in its own way: the most memory that running and scoring them takes. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { axis } from "./doors.mjs";
import { figure, heading } from "./figures.mjs";
import { runNode } from "./isolated.mjs";

const megabytes = 1000;
const flood = join(dirname(fileURLToPath(import.meta.url)), "output.work.mjs");

const ways = {
  text: "plain text, in lines",
  "no-line-end": "plain text without a line end",
  "long-lines": "messages of 8 MB",
  results: "results of calls, 1 MB each",
  messages: "very many short messages",
};

export async function output(folder) {
  heading(`Output: an agent prints ${megabytes} MB, and is scored`);
  for (const [way, name] of Object.entries(ways)) {
    const { peakRssMb, wallMs } = await run(folder, way);
    figure(`${name}, most memory (resident)`, peakRssMb, {
      unit: "MB",
      most: 600,
      note: `${Math.round(wallMs / 1000)} s`,
    });
  }
}

async function run(folder, way) {
  const cwd = mkdtempSync(join(folder, "output-"));
  try {
    mkdirSync(join(cwd, "scenarios"));
    const command = [process.execPath, flood, way, String(megabytes)];
    const agents = [{ agent: "command", name: "flood", command }];
    const judge = [{ check: "It ends", verify: { contains: "the end" } }];
    const scenario = { name: "Flood", prompt: "Print.", judge, limits: { time_minutes: 60 } };
    writeFileSync(join(cwd, "axis.config.json"), JSON.stringify({ scenarios: "./scenarios", agents }));
    writeFileSync(join(cwd, "scenarios", "flood.json"), JSON.stringify(scenario));
    return await runNode([axis, "run"], { cwd });
  } finally {
    rmSync(cwd, { recursive: true });
  }
}
