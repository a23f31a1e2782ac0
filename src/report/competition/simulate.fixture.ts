/** For tests and the bench: the results of a simulated contest. */
import type { PairResult } from "../../core/report/pair-result.ts";
import { sampleResult } from "../../store/sample-result.fixture.ts";
import { foldTrials } from "../build.ts";

interface ContestShape {
  readonly scenarios: number;
  readonly trials: number;
  /** The AXIS Result of a trial, in points. */
  readonly points: (agent: string, scenario: number, trial: number) => number;
}

export function simulateContest(agents: readonly string[], { scenarios, trials, points }: ContestShape): PairResult[] {
  return agents.flatMap((agentName) =>
    Array.from({ length: scenarios }, (_, scenario) =>
      foldTrials(
        Array.from({ length: trials }, (_unused, trial) =>
          sampleResult({
            scenarioKey: `scenario-${scenario}`,
            agentName,
            trial: trial + 1,
            runId: `${agentName}-${scenario}-${trial + 1}`,
            axisScore: points(agentName, scenario, trial + 1),
          }),
        ),
      ),
    ),
  );
}
