/** What it costs to start and end a program through AXIS, beside starting it with node alone. */
import { figure, heading, median } from "./figures.mjs";
import { isolated } from "./isolated.mjs";

const rounds = 3;

export async function processes() {
  heading(`Processes: starting and ending "true"; ${rounds} runs, in turn`);
  const runs = [];
  for (let round = 0; round < rounds; round += 1) runs.push(await isolated("processes.work.mjs", []));
  const bare = median(runs.map((run) => run.bareMs));
  figure("bare spawn, until its exit", bare, { unit: "ms" });
  figure("the agent's spawn, until its exit", median(runs.map((run) => run.spawnMs)), { unit: "ms" });
  figure("a run with one process, beyond a run without", median(runs.map((run) => run.scopeMs)), { unit: "ms" });
  figure("that / bare spawn", median(runs.map((run) => run.scopeMs)) / bare, { unit: "x", note: "no target is set" });
}
