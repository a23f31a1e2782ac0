/** Holds which judges are asked several times. */
import { expect, test } from "vitest";
import { validAgent, validScenario, temporaryProject } from "../libraries/temporary-repository.ts";

const config = (more: object) => ({ "axis.config.json": { agents: [validAgent], ...more } });

test("a panel is not asked several times, and a judge that is has one name for it", async () => {
  await using project = await temporaryProject({
    ...config({ judging: { panel: ["rules", "openai/a", "openai/b"] } }),
    "scenarios/a.json": validScenario,
  });
  expect(await project.refusal({ judgeSamples: 3 })).toContain("--judge-samples cannot be used with a panel");
  const [job] = (await project.plan({ judge: "openai/a", judgeSamples: 3 })).jobs;
  expect(job?.judges.goal.members).toHaveLength(3);
  expect(job?.judges.goal).toBe(job?.judges.agent);
});
