import { rm } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { loadPlan } from "../../config/load-plan.ts";
import { temporaryProject } from "../../config/libraries/temporary-repository.ts";
import { listTouchedCells } from "./touched-cells.ts";

const check = { check: "c", verify: { contains: "x" } };
const project = {
  "axis.config.json": {
    agents: [
      { agent: "command", name: "a", command: ["node", "./agents/a.mjs"] },
      { agent: "command", name: "b", command: "sh agents/b.sh" },
    ],
  },
  "agents/a.mjs": "",
  "agents/b.sh": "",
  "fixtures/one/x.txt": "1",
  "fixtures/one-more/x.txt": "1",
  "checks/two.mjs": "",
  "README.md": "",
  "scenarios/one.json": {
    name: "1",
    prompt: "p",
    setup: [{ action: "copy", match: "./fixtures/one/**", destination: "." }],
    judge: [check],
  },
  "scenarios/two.json": {
    name: "2",
    prompt: "p",
    judge: [{ check: "c", verify: { command: "node $AXIS_CONFIG_DIR/checks/two.mjs" } }],
  },
};

const all = ["one a", "one b", "two a", "two b"];

test.each<[string, object, readonly string[]]>([
  ["README.md", { "README.md": "changed" }, []],
  ["scenarios/one.json", { "scenarios/one.json": { name: "1", prompt: "other", judge: [check] } }, ["one a", "one b"]],
  ["scenarios/new.json", { "scenarios/new.json": { name: "N", prompt: "p", judge: [check] } }, ["new a", "new b"]],
  ["fixtures/one/x.txt", {}, ["one a", "one b"]],
  ["fixtures/one-more/x.txt", {}, []],
  ["checks/two.mjs", {}, ["two a", "two b"]],
  ["agents/a.mjs", {}, ["one a", "two a"]],
  ["agents/b.sh", {}, ["one b", "two b"]],
  ["axis.config.json", { "axis.config.json": { ...project["axis.config.json"], env: ["NAME"] } }, all],
])("a change of %s touches the runs that depend on it", async (path, files, expected) => {
  await using place = await temporaryProject(project);
  const plan = () => loadPlan({ folder: place.folder });
  const before = await plan();
  await place.write(files as Record<string, string | object>);
  const cells = listTouchedCells(before, await plan(), [path]);
  expect(cells.map(({ scenario, agent }) => `${scenario} ${agent}`).toSorted()).toEqual(expected);
});

test("without a plan before, everything runs; what is gone does not", async () => {
  await using place = await temporaryProject(project);
  const before = await loadPlan({ folder: place.folder });
  await rm(join(place.folder, "scenarios/one.json"));
  const now = await loadPlan({ folder: place.folder });
  expect(listTouchedCells(null, now, []).map(({ scenario }) => scenario)).toEqual(["two", "two"]);
  expect(listTouchedCells(before, now, ["scenarios/one.json"])).toEqual([]);
});
