import { expect, test } from "vitest";
import { buildCompetition } from "../competition/build-competition.ts";
import { simulateContest } from "../competition/simulate.fixture.ts";
import { renderCompetition } from "./competition-markdown.ts";

test("a summary says who won, ranks everybody, and keeps names from becoming Markdown", () => {
  const agents = ["one", "[link](https://example.com) | @all"];
  const results = simulateContest(agents, {
    scenarios: 2,
    trials: 3,
    points: (agent, scenario, trial) => (agent === "one" ? 90 : 60) - scenario - trial,
  });
  const competition = buildCompetition(
    { results, seed: "seed", reportId: "r" },
    {
      id: "cmp_1",
      base: { commit: "0", ref: "HEAD" },
      isDirty: false,
      rank: "axis",
      concurrency: 1,
      agents,
      runs: 6,
    },
    { branches: [] },
  );
  const lines = renderCompetition(competition);
  expect(lines.slice(0, 4)).toEqual(["### Competition", "", "`WINNER one, proven`", ""]);
  expect(lines).toContainEqual(expect.stringMatching(/^\| 1 \| `one` \| 6 of 6 \| .* \| by 6 to 0 passed runs \|$/));
  expect(lines).toContainEqual(expect.stringContaining("| 2 | `[link](https://example.com) \\| @all` | 0 of 6 |"));
});

test("a report without a competition has no such part", () => {
  expect(renderCompetition(undefined)).toEqual([]);
});
