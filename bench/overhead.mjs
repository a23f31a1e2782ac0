/** What AXIS adds to a run of an agent program: the time of the whole run beyond the program's own. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { cacheFolder } from "../scripts/install-agents.mjs";
import { figure, heading, median } from "./figures.mjs";
import { isolated } from "./isolated.mjs";

const runs = 20;

/** Real programs are measured where `npm run test:agents` has put them. */
const real = [
  { adapter: "claude-code", program: "claude" },
  { adapter: "codex", program: "codex" },
];

export async function overhead(folder) {
  heading(`Overhead: ${runs} runs one after the other, setup to report, a model that answers at once`);
  await measured("a program of 300 ms", ["command", "", folder]);
  for (const { adapter, program } of real) {
    const bin = join(cacheFolder(), program, "node_modules", ".bin");
    if (existsSync(join(bin, program))) await measured(adapter, [adapter, bin, folder]);
    else console.log(`  ${adapter} is not measured: npm run test:agents installs it`);
  }
}

async function measured(what, args) {
  const { own, whole } = await isolated("overhead.work.mjs", [...args, runs]);
  const beyond = whole.map((ms, index) => ms - own[index]);
  figure(`${what}: its own time, median`, median(own), { unit: "ms" });
  figure(`${what}: AXIS beyond that, median`, median(beyond), { unit: "ms", most: 150 });
}
