/**
 * How often a competition says "proven" of identical entrants, and of one that is better by ten points. Each simulated
 * contest is ranked and judged by the code of `axis compete`. Run alone: npm run bench compete
 */
import { createJiti } from "jiti";
import { createRandom, normalQuantile } from "../dist/statistics.js";
import { figure, heading } from "./figures.mjs";

const contests = 400;
const scenarios = 5;
const trials = 5;
const lead = 10;
/** Of one trial, in points: what agents show on tasks they sometimes fail. */
const trialDeviation = 10;
/** A spread of scenarios from hard to easy, in points. */
const levels = Array.from({ length: scenarios }, (_, index) => 55 + 5 * index);

const source = createJiti(import.meta.url);

export async function compete() {
  const { buildCompetition } = await source.import("../src/report/competition/build-competition.ts");
  const { simulateContest } = await source.import("../src/report/competition/simulate.fixture.ts");
  heading(`Competitions: ${contests} contests of two, ${scenarios} scenarios, ${trials} trials`);
  const share = (better, label) => {
    const random = createRandom(`compete/${label}`);
    let proven = 0;
    for (let contest = 0; contest < contests; contest += 1) {
      const points = (agent, scenario) =>
        Math.min(100, Math.max(0, levels[scenario] + (agent === "better" ? better : 0) + draw(random)));
      const results = simulateContest(["better", "other"], { scenarios, trials, points });
      const { verdict, winner } = buildCompetition(
        { results, seed: `${label}/${contest}`, reportId: "bench" },
        { ...start, runs: scenarios * trials },
        { branches: [] },
      );
      if (verdict === "PROVEN" && (better === 0 || winner === "better")) proven += 1;
    }
    return (100 * proven) / contests;
  };
  figure("identical entrants called PROVEN", share(0, "identical"), { unit: "%", most: 5 });
  const found = share(lead, "lead");
  figure(`one better by ${lead} points: not PROVEN`, 100 - found, { unit: "%", most: 10 });
  figure(`one better by ${lead} points: PROVEN`, found, { unit: "%" });
}

const start = {
  id: "cmp_bench",
  base: { commit: "0", ref: "HEAD" },
  isDirty: false,
  rank: "scorecard",
  concurrency: 1,
  agents: ["better", "other"],
};

function draw(random) {
  return trialDeviation * normalQuantile(Math.max(random.uniform(), 2 ** -53));
}
