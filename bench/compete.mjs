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
/** As many looks as --until decided has by default, at fewer trials. */
const rounds = [3, 6, 12, 18, 24];
/** Of one trial, in points: what agents show on tasks they sometimes fail. */
const trialDeviation = 10;
/** A spread of scenarios from hard to easy, in points. */
const levels = Array.from({ length: scenarios }, (_, index) => 55 + 5 * index);

const source = createJiti(import.meta.url);

export async function compete() {
  const { buildCompetition } = await source.import("../src/report/competition/build-competition.ts");
  const { simulateContest } = await source.import("../src/report/competition/simulate.fixture.ts");
  heading(`Competitions: ${contests} contests of two, ${scenarios} scenarios, ${trials} trials`);
  /** The share of contests that name a proven winner, and that one the better entrant if there is one. */
  const share = (better, label, looks) => {
    const random = createRandom(`compete/${label}`);
    const isProven = (contest) => {
      const memory = new Map();
      const points = (agent, scenario, trial) => {
        const key = `${agent}/${scenario}/${trial}`;
        const level = levels[scenario] + (agent === "better" ? better : 0);
        if (!memory.has(key)) memory.set(key, Math.min(100, Math.max(0, level + draw(random))));
        return memory.get(key);
      };
      const most = looks?.at(-1) ?? trials;
      return (looks ?? [trials]).some((seen) => {
        const { verdict, winner } = buildCompetition(
          {
            results: simulateContest(["better", "other"], { scenarios, trials: seen, points }),
            seed: `${label}/${contest}`,
            reportId: "bench",
          },
          { ...start, runs: scenarios * most, ...(looks && { looks }) },
          { branches: [] },
        );
        return verdict === "PROVEN" && (better === 0 || winner === "better");
      });
    };
    const proven = Array.from({ length: contests }, (_, contest) => isProven(contest)).filter(Boolean);
    return (100 * proven.length) / contests;
  };
  figure("identical entrants called PROVEN", share(0, "identical"), { unit: "%", most: 5 });
  figure("identical entrants called PROVEN, five looks", share(0, "looks", rounds), { unit: "%", most: 5 });
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
