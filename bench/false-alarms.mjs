/**
 * How often an agent compared with itself raises an alarm, and how often a real drop is found: by `compareRuns`, and by
 * the rule "worse by more than one point". Every number repeats with the seed. Run alone: node bench/false-alarms.mjs
 */
import { argv } from "node:process";
import { pathToFileURL } from "node:url";
import { compareRuns, createRandom, normalQuantile } from "../dist/statistics.js";
import { figure, heading } from "./figures.mjs";

const scenarios = 20;
const trials = 5;
const drop = 0.1;
const onePoint = 0.01;
/** Of one trial, in scores from 0 to 1: what agents show on tasks they sometimes fail. */
const trialDeviation = 0.1;
/** A spread of scenarios from hard to easy. */
const levels = Array.from({ length: scenarios }, (_, index) => 0.45 + (0.4 * index) / (scenarios - 1));

/** Prints the alarms of A/A experiments and the power at a real drop of ten points. */
export function falseAlarms({ experiments = 2000, seed = 1, samples = 1000 } = {}) {
  const design = { experiments, seed, samples };
  const most = 100 * (0.05 + 2 * Math.sqrt((0.05 * 0.95) / experiments));
  heading(`False alarms: ${experiments} comparisons of an agent with itself, ${scenarios} scenarios, seed ${seed}`);
  for (const plan of plans) {
    const { alarms, anyPair, meanOnly } = simulate(plan, 0, design);
    figure(`verdict, ${describe(plan)}`, 100 * alarms, { unit: "%", most });
    figure("  one-point rule on any scenario", 100 * anyPair, { unit: "%" });
    figure("  one-point rule on the mean of all scenarios", 100 * meanOnly, { unit: "%" });
  }
  heading(`Power: a real drop of ${100 * drop} points, the same designs`);
  for (const plan of plans) {
    const { regressed, anyPair, meanOnly } = simulate(plan, drop, design);
    figure(`verdict, ${describe(plan)}`, 100 * regressed, { unit: "%" });
    figure("  one-point rule on any scenario", 100 * anyPair, { unit: "%" });
    figure("  one-point rule on the mean of all scenarios", 100 * meanOnly, { unit: "%" });
  }
}

const plans = [
  { metric: "score", scope: "suite", trials },
  { metric: "score", scope: "population", trials },
  { metric: "score", scope: "population", trials: 1 },
  { metric: "pass", scope: "suite", trials },
  { metric: "pass", scope: "population", trials: 1 },
];

function describe({ metric, scope, trials: count }) {
  return `${metric}, ${scope} scope, ${count} ${count === 1 ? "trial" : "trials"}`;
}

/** The shares of experiments in which each rule speaks up. */
function simulate(plan, lost, { experiments, seed, samples }) {
  const { metric, scope } = plan;
  const random = createRandom(`${seed}/${describe(plan)}/${lost}`);
  const counts = { alarms: 0, regressed: 0, anyPair: 0, meanOnly: 0 };
  for (let experiment = 0; experiment < experiments; experiment += 1) {
    const [before, after] = [runOf(plan, 0, random), runOf(plan, lost, random)];
    const found = compareRuns(before, after, { metric, scope, samples, seed: `${seed}/${experiment}` });
    const deltas = before.map(({ values }, index) => mean(after[index].values) - mean(values));
    if (found.verdict === "regressed") counts.regressed += 1;
    if (found.verdict === "regressed" || found.improved) counts.alarms += 1;
    if (deltas.some((delta) => delta < -onePoint)) counts.anyPair += 1;
    if (mean(deltas) < -onePoint) counts.meanOnly += 1;
  }
  return Object.fromEntries(Object.entries(counts).map(([rule, count]) => [rule, count / experiments]));
}

function runOf({ metric, trials: count }, lost, random) {
  return levels.map((level, index) => ({
    scenario: `scenario-${index}`,
    values: Array.from({ length: count }, () => trial(metric, level - lost, random)),
  }));
}

function trial(metric, level, random) {
  if (metric === "pass") return random.uniform() < level ? 1 : 0;
  const score = level + trialDeviation * normalQuantile(Math.max(random.uniform(), 2 ** -53));
  return Math.min(1, Math.max(0, score));
}

function mean(values) {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

if (argv[1] !== undefined && import.meta.url === pathToFileURL(argv[1]).href) falseAlarms();
