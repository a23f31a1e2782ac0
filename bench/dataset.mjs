/** Evaluations of datasets: scores per second on one core, waiting for a slow model, and the memory of a million items. */
import { createWriteStream, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { figure, heading } from "./figures.mjs";
import { isolated } from "./isolated.mjs";

const rounds = 3;

export async function dataset(folder) {
  await throughput(folder);
  await waiting(folder);
  await memory(folder);
}

/** Both by the clock and by processor time: on a machine with other work, the second is what one core does. */
async function throughput(folder) {
  heading(`Evaluations of datasets, from file to results file; best of ${rounds}`);
  const file = await write(folder, "small.jsonl", 50_000);
  writeFileSync(
    join(folder, "half.yaml"),
    "name: Half\ninstruction: How good is it?\nrequired_fields: [actual_output]\n",
  );
  for (const [label, kind, count, aim] of [
    ["two heuristic metrics", "heuristic", 50_000, 50_000],
    ["six heuristic and retrieval metrics", "many", 50_000, 50_000],
    ["one judged metric, instant model", "judged", 50_000, 5000],
  ]) {
    const runs = [];
    for (let round = 0; round < rounds; round += 1)
      runs.push(await isolated("dataset.work.mjs", [kind, file, join(folder, "out.jsonl"), count, 0, 50]));
    for (const { rows, lines } of runs) if (rows !== lines) throw new Error(`${rows} rows, ${lines} lines`);
    const rate = (clock) => Math.max(...runs.map((run) => (run.rows / run[clock]) * 1000));
    const note = `aim >= ${aim} per second`;
    figure(`${label}: scores per second`, rate("wallMs"), { note });
    figure(`${label}: scores per second of processor time`, rate("cpuMs"), { note });
  }
  rmSync(file);
}

async function waiting(folder) {
  const [count, latencyMs, concurrency] = [2000, 200, 50];
  heading(`A model that takes ${latencyMs} ms, ${concurrency} at once, ${count} items`);
  const file = await write(folder, "slow.jsonl", count);
  const { wallMs } = await isolated("dataset.work.mjs", [
    "judged",
    file,
    join(folder, "out.jsonl"),
    count,
    latencyMs,
    concurrency,
  ]);
  const ideal = (count / concurrency) * latencyMs;
  figure("time / ideal time", wallMs / ideal, { unit: "x", most: 1 / 0.95, note: `ideal ${ideal} ms` });
  rmSync(file);
}

async function memory(folder) {
  const count = Number(process.env.AXIS_BENCH_ITEMS ?? 1_000_000);
  heading(`${count} items as JSONL, two heuristic metrics, rows streamed out`);
  const file = await write(folder, "million.jsonl", count);
  const run = await isolated("dataset.work.mjs", ["heuristic", file, join(folder, "out.jsonl"), count, 0, 5]);
  const [early, late] = [run.residentMb.slice(2, 8), run.residentMb.slice(-6)];
  const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;
  figure("most memory (resident)", Math.max(...run.residentMb), { unit: "MB", most: 300 });
  figure("memory near the end / near the beginning", mean(late) / mean(early), { unit: "x", most: 1.2 });
  figure("time", run.wallMs / 1000, { unit: "s", note: `${Math.round(run.megabytes)} MB of results` });
  if (run.lines !== 2 * count || run.scored !== run.lines) throw new Error(`${run.lines} lines, ${run.scored} scored`);
  rmSync(file);
}

async function write(folder, name, count) {
  const file = join(folder, name);
  const words = "the quick brown fox jumps over the lazy dog and is gone before anybody can look";
  const lines = function* () {
    for (let index = 0; index < count; index += 1)
      yield `${JSON.stringify({
        id: `item-${index}`,
        query: `question ${index}`,
        actual_output: `${words} ${index % 7}`,
        expected_output: `${words} ${index % 5}`,
        latency: (index % 100) / 20,
        actual_ranking: ["a", "b", "c"],
        expected_reference: [index % 2 === 0 ? "b" : "z"],
      })}\n`;
  };
  await pipeline(lines, createWriteStream(file));
  return file;
}
