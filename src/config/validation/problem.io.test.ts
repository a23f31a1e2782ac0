import { expect, test } from "vitest";
import { validAgent, temporaryProject } from "../libraries/temporary-repository.ts";

test("all problems of all files are said at once, each with file, place, problem and way out", async () => {
  await using project = await temporaryProject({
    "axis.config.json": {
      agents: [validAgent, { agent: "replay", model: "m", transcript: "t.ndjson" }],
      tasks: "./scenarios",
      settings: { scoring_weights: { goal_achievement: 0.3 }, limits: { scenario: { timeMinutes: 5 } } },
      judging: { agents: ["some/model"] },
    },
    "scenarios/cms/create-post.json": {
      name: "Create a post",
      prompt: "Write a post",
      judge: [{ check: "It is there", weight: 1 }, { check: "It is good" }],
      variants: [{ name: "control" }, { name: "terse", promt: "Post" }],
    },
    "scenarios/other.json": {
      name: "Other",
      prompt: "Do",
      judge: [{ check: "x", verify: { file: "a", exists: false, contains: "b" } }],
    },
  });
  expect(await project.refusal()).toBe(`axis.config.json  settings.limits.scenario.timeMinutes
  Unknown key "timeMinutes". Did you mean "time_minutes"?
axis.config.json  tasks
  Unknown key "tasks". Did you mean "scenarios"?
axis.config.json  settings.scoring_weights
  The four weights sum to 0.900; they must sum to 1.0 (0.99 to 1.01).
  Raise one of them by 0.100.
axis.config.json  judging.agents[0]
  Unknown provider "some".
  Providers: anthropic, openai, google, compatible, openai-compatible
scenarios/cms/create-post.json  variants[1].promt
  Unknown key "promt". Did you mean "prompt"?
scenarios/cms/create-post.json  judge
  The given weights sum to 1.000, which leaves nothing for the one check without a weight.
  Lower the given weights, or give every check one.
scenarios/other.json  judge[0].verify.exists
  With exists: false, no key other than file may be set.
axis.config.json  agents[1].model
  The agent "replay" does not accept a model.
  Set the model in flags or in the agent's own configuration, and a label for reports in name.
Check again with: axis doctor`);
});

test("the command to check again names the config that was named", async () => {
  await using project = await temporaryProject({
    "inner/my agents.json": { agents: [validAgent], scenarios: "../scenarios", tasks: 1 },
    "scenarios/a.json": { name: "A", prompt: "Do", judge: "Done" },
  });
  expect(await project.refusal({ configFile: "inner/my agents.json" })).toMatch(
    /Unknown key "tasks".*\nCheck again with: axis doctor -c 'inner\/my agents\.json'$/s,
  );
});
