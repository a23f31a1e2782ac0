/** Evaluates one dataset in a process of its own and prints how fast it was, in time and in processor time. */
import { createReadStream, rmSync, statSync } from "node:fs";
import { door } from "./doors.mjs";

const [kind, file, out, count, latencyMs, concurrency] = process.argv.slice(2);
const { evaluate } = await door("metrics");
const items = Number(count);

/** A model that answers any question of the metric below, at once or after a while. */
const judge = {
  id: "fake/instant",
  async ask(question) {
    if (Number(latencyMs) > 0) await new Promise((resolve) => setTimeout(resolve, Number(latencyMs)));
    const value = question.answer.parse({ score: 0.5, explanation: "half" });
    return { status: "answered", value, spending: { costUsd: 0, calls: 1 } };
  },
};

const metrics = {
  heuristic: ["exact_string_match", "contains_match"],
  many: ["exact_string_match", "contains_match", "latency", "length_constraint", "recall_at_k", "mean_reciprocal_rank"],
  judged: [file.replace(/[^/]*$/, "half.yaml")],
}[kind];

const residentMb = [];
const onEvent = (event) => {
  if (event.type === "item-end" && event.index % Math.ceil(items / 20) === 0)
    residentMb.push(process.memoryUsage.rss() / 1e6);
};
const before = process.cpuUsage();
const began = performance.now();
const result = await evaluate(file, metrics, {
  out,
  resume: false,
  collect: false,
  onEvent,
  ...(kind === "judged" ? { judge, concurrency: Number(concurrency) } : {}),
});
const wallMs = performance.now() - began;
const { user, system } = process.cpuUsage(before);
const rows = result.summary.metrics.reduce((sum, { n }) => sum + n, 0);
const scored = result.summary.metrics.reduce((sum, metric) => sum + metric.scored, 0);
let lines = 0;
for await (const chunk of createReadStream(out)) for (const byte of chunk) if (byte === 10) lines += 1;
const megabytes = statSync(out).size / 1e6;
rmSync(out);
console.log(JSON.stringify({ rows, scored, lines, megabytes, wallMs, cpuMs: (user + system) / 1000, residentMb }));
