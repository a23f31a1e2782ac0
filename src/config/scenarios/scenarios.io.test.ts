/** Holds which files and entries of a config are scenarios, and under which keys. */
import { expect, test } from "vitest";
import { validAgent, validScenario, temporaryProject } from "../libraries/temporary-repository.ts";

const config = (more: object) => ({ "axis.config.json": { agents: [validAgent], ...more } });

test("names of files that one system writes in other characters than another are the same key", async () => {
  const decomposed = "e\u0301te\u0301";
  await using project = await temporaryProject({
    ...config({ scenarios: ["./scenarios", `./other/${decomposed}2.json`] }),
    [`scenarios/sub/${decomposed}.json`]: validScenario,
    [`other/${decomposed}2.json`]: validScenario,
  });
  expect((await project.plan()).jobs.map(({ cell }) => cell.scenario)).toEqual(["sub/\u00e9t\u00e9", "\u00e9t\u00e92"]);
});

test("one file that two entries reach is one scenario", async () => {
  await using project = await temporaryProject({
    ...config({ scenarios: ["./scenarios", "./scenarios/a.json"] }),
    "scenarios/a.json": validScenario,
  });
  expect((await project.plan()).jobs.map(({ cell }) => cell.scenario)).toEqual(["a"]);
});

test("a file is a scenario by its prompt, its rubric, or the old name of that", async () => {
  await using project = await temporaryProject({
    ...config({}),
    "scenarios/a.json": validScenario,
    "scenarios/no-rubric.json": { name: "B", prompt: "p" },
    "scenarios/no-prompt.json": { name: "C", judge: "j" },
    "scenarios/old.json": { name: "D", rubric: "j" },
    "scenarios/list.json": [validScenario],
    "scenarios/text.json": '"prompt"',
    "scenarios/null.json": "null",
  });
  const said = await project.refusal();
  expect(said).toContain("scenarios/no-rubric.json  judge\n  This key is required");
  expect(said).toContain("scenarios/no-prompt.json  prompt\n  This key is required");
  expect(said).toContain("scenarios/old.json  prompt\n  This key is required");
  expect(said).not.toMatch(/(?:list|text|null)\.json/);
});

test("a path that is not there is told what it is relative to; git's short form of a repository, how it is written here", async () => {
  await using project = await temporaryProject(config({ scenarios: ["./nowhere", "git@github.com:acme/tasks.git"] }));
  const said = await project.refusal();
  expect(said).toContain('scenarios[0]\n  File or folder "./nowhere" does not exist.\n  Paths are relative to');
  expect(said).toContain('\n  For a repository, write the whole URL: "ssh://git@github.com/acme/tasks.git".');
});
