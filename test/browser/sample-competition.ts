/** The report of a competition of three agents, with the numbers that AXIS computes from its runs. */
import type { Competition, CompetitionJudging } from "../../src/core/report/competition.ts";
import type { RunDetail } from "../../src/core/report/run-detail.ts";
import { buildCompetition } from "../../src/report/competition/build-competition.ts";
import { addUpDuels } from "../../src/report/competition/judge-competition.ts";
import { reportOf, type WrittenPage, writeSample } from "./sample-page.ts";
import { otherPatch, otherPatchText, samplePatch, samplePatchText } from "./sample-patch.ts";
import { calls, sampleRun } from "./sample-run.ts";

export interface ContestSample {
  readonly scenarios: readonly string[];
  /** Best first: the first passes always, the second fails its last trial, others never pass. */
  readonly agents: readonly string[];
  readonly trials: number;
}

const text = (content: string) => new TextEncoder().encode(content);
const patches = { [samplePatch.file]: text(samplePatchText), [otherPatch.file]: text(otherPatchText) };

async function runContest({ scenarios, agents, trials }: ContestSample): Promise<RunDetail[]> {
  const runs: RunDetail[] = [];
  for (const scenarioKey of scenarios)
    for (const [rank, agentName] of agents.entries())
      for (let trial = 1; trial <= trials; trial += 1) {
        const isGood = rank === 0 || (rank === 1 && (trial < trials || trials === 1));
        const overrides = {
          scenarioKey,
          agentName,
          trial,
          runId: `run_${runs.length}`,
          file: `scenarios/${runs.length}.json`,
          durationMs: 20_000 * (rank + 1) + trial,
          totalCostUsd: 0.05 * (rank + 1),
          checks: [{ index: 0, status: "decided" as const, score: isGood ? 10 : 2, rationale: "so" }],
          patch: rank === 0 ? samplePatch : rank === 1 ? otherPatch : { ...samplePatch, files: 0 },
        };
        runs.push(await sampleRun(calls(4 + rank), overrides));
      }
  return runs;
}

function judgeContest(runs: readonly RunDetail[], { agents, scenarios, trials }: ContestSample): Competition {
  const branches = runs
    .filter(({ patch }) => patch?.files !== 0)
    .map(({ scenarioKey, agentName, trial, runId }, at) => {
      const branch = `axis/8e3zd84d/${scenarioKey}/agent-${agents.indexOf(agentName)}/t${trial}`;
      return { scenarioKey, agentName, trial, runId, branch, commit: String(at).padStart(40, "0") };
    });
  const start = {
    id: "cmp_01M7RD5WY2CAYTDZ0A8E3ZD84D",
    base: { commit: "0123456789ab".padEnd(40, "0"), ref: "main" },
    isDirty: true,
    rank: "scorecard" as const,
    concurrency: 1,
  };
  return buildCompetition(reportOf(runs), { ...start, agents, runs: scenarios.length * trials }, { branches });
}

/** `more` adds to the competition what a judge or a person said. */
export async function writeContest(
  sample: ContestSample,
  more: (runs: readonly RunDetail[]) => Partial<Competition> = () => ({}),
): Promise<WrittenPage & { readonly competition: Competition }> {
  const runs = await runContest(sample);
  const competition = { ...judgeContest(runs, sample), ...more(runs) };
  return { ...(await writeSample(runs, { competition }, patches)), competition };
}

/** What a judge said of the first two agents: the first wins a scenario, the answers for the next disagree, one is missing for a third. */
export function sampleJudging(runs: readonly RunDetail[], agents: readonly string[]): CompetitionJudging {
  const [one = "", other = ""] = agents;
  const find = (scenarioKey: string, agentName: string) =>
    runs.find((run) => run.scenarioKey === scenarioKey && run.agentName === agentName)?.runId ?? "";
  const endings = [
    { result: "one", replies: ["one", "one"], reason: "A multiplies price and quantity; B adds them." },
    { result: "tie", replies: ["one", "other"], reason: "A is shorter." },
    { result: null, replies: ["other", null], reason: "the judge did not answer" },
  ] as const;
  const scenarios = [...new Set(runs.map(({ scenarioKey }) => scenarioKey))];
  const duels = scenarios.map((scenarioKey, at) => {
    const { result, replies, reason } = endings[at % endings.length] ?? endings[0];
    const runIds = { oneRunId: find(scenarioKey, one), otherRunId: find(scenarioKey, other) };
    return { scenarioKey, one, other, ...runIds, result, reason, replies: [...replies] };
  });
  const notes = ["The judge and careful are of the same family."];
  return addUpDuels({ judge: "model-x", costUsd: 0.04, notes, duels }, "seed");
}
