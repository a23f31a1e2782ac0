/** Holds which scenarios meet which agents, and what is said of names that nobody has. */
import { expect, test } from "vitest";
import { validAgent, validScenario, temporaryProject } from "../libraries/temporary-repository.ts";

const config = (more: object) => ({ "axis.config.json": { agents: [validAgent], ...more } });

test("an agent runs only the scenarios it names, and a scenario only with the agents it names", async () => {
  const agent = (name: string, scenarios?: string[]) => ({ ...validAgent, name, ...(scenarios && { scenarios }) });
  await using project = await temporaryProject({
    ...config({
      adapters: { mine: "./mine.mjs" },
      agents: [
        agent("all"),
        agent("picky", ["cms/*", "hello@loud"]),
        { agent: "mine", model: "m", scenarios: ["*"] },
        { agent: "mine", name: "renamed" },
      ],
    }),
    "mine.mjs": "export default { name: 'mine', run() {} };",
    "scenarios/cms/post.json": { ...validScenario, agents: ["picky", "all"] },
    "scenarios/hello.json": { ...validScenario, variants: [{ name: "loud" }, { name: "quiet" }] },
    "scenarios/own.json": { ...validScenario, agents: ["mine"] },
    "scenarios/one.json": { ...validScenario, agents: ["mine|*"] },
  });
  expect((await project.plan()).jobs.map(({ cell }) => `${cell.scenario} ${cell.agent}`)).toEqual([
    "cms/post all",
    "cms/post picky",
    "hello@loud all",
    "hello@loud picky",
    "hello@loud mine|m",
    "hello@loud renamed",
    "hello@quiet all",
    "hello@quiet mine|m",
    "hello@quiet renamed",
    "one mine|m",
    "own mine|m",
    "own renamed",
  ]);
});

test("where no scenario takes any of the agents, they are named", async () => {
  await using project = await temporaryProject({
    ...config({
      agents: [
        { ...validAgent, name: "one", scenarios: ["a"] },
        { ...validAgent, name: "two", scenarios: ["b"] },
      ],
    }),
    "scenarios/a.json": { ...validScenario, agents: ["two"] },
    "scenarios/b.json": { ...validScenario, agents: ["one"] },
  });
  expect(await project.refusal()).toBe(
    "There is nothing to run: no scenario accepts any of these agents\nAgents: one, two. Check agents in the scenarios and scenarios in the agents",
  );
});

test("of many files that are passed over five are named", async () => {
  const files = Object.fromEntries(
    Array.from({ length: 7 }, (_, index) => [`scenarios/${index}.json`, { some: "data" }]),
  );
  await using project = await temporaryProject({ ...config({}), ...files });
  const lines = (await project.refusal()).split("\n");
  expect(lines).toHaveLength(8);
  expect(lines[6]).toBe("and 2 more");
});

test.each([
  [{ judgeSamples: 1 }, true],
  [{ judgeSamples: 99 }, true],
  [{ judgeSamples: 0 }, false],
  [{ judgeSamples: 2 }, false],
  [{ judgeSamples: 101 }, false],
  [{ judgeSamples: 1.5 }, false],
  [{ concurrency: 1 }, true],
  [{ concurrency: 1.5 }, false],
  [{ trials: 1 }, true],
  [{ trials: 1000 }, true],
  [{ trials: 0 }, false],
  [{ trials: 2.5 }, false],
  [{ failUnder: 0 }, true],
  [{ failUnder: 100 }, true],
  [{ failUnder: 100.5 }, false],
  [{ failUnder: -1 }, false],
])("that the flag %j can be planned with is %s", async (request, can) => {
  await using project = await temporaryProject({ ...config({}), "scenarios/a.json": validScenario });
  if (can) expect((await project.plan(request)).jobs.length).toBeGreaterThan(0);
  else expect(await project.refusal(request)).toMatch(/^--[a-z-]+ takes an? /);
});

test("a scenario that an agent names and nobody wrote is a warning, said once, with what may be meant", async () => {
  const agent = (name: string) => ({ ...validAgent, name, scenarios: ["hello", "helo", "other/*"] });
  await using project = await temporaryProject({
    ...config({ agents: [agent("one"), agent("two")], settings: { trials: 2 } }),
    "scenarios/hello.json": { ...validScenario, variants: [{ name: "loud" }] },
  });
  expect((await project.plan()).warnings).toEqual([
    'The agent "one" names the scenario "helo", which does not exist. Did you mean "hello"?',
    'The agent "one" names the scenario "other/*", which does not exist.',
    'The agent "two" names the scenario "helo", which does not exist. Did you mean "hello"?',
    'The agent "two" names the scenario "other/*", which does not exist.',
  ]);
});

test("a filter that misses a template, or an agent with a model, by a letter is answered with what all of them share", async () => {
  await using project = await temporaryProject({
    ...config({ agents: [{ ...validAgent, command: "x {model}", model: "m" }] }),
    "scenarios/hello.json": { ...validScenario, variants: [{ name: "loud" }, { name: "quiet" }] },
  });
  expect(await project.refusal({ scenarios: ["helo"] })).toBe('No scenario matches "helo"\nDid you mean "hello"?');
  expect(await project.refusal({ scenarios: ["hello@lod"] })).toBe(
    'No scenario matches "hello@lod"\nDid you mean "hello@loud"?',
  );
  expect(await project.refusal({ agents: ["comand"] })).toBe('No agent matches "comand"\nDid you mean "command"?');
  expect(await project.refusal({ agents: ["command|x"] })).toBe(
    'No agent matches "command|x"\nDid you mean "command|m"?',
  );
});
