import { expect, test } from "vitest";
import { temporaryProject } from "../../config/libraries/temporary-repository.ts";
import { listCompletions } from "./completions.ts";

const project = {
  "axis.config.json": { agents: [{ agent: "command", name: "tinker" }, "codex"], scenarios: "./evals" },
  "evals/cms/create.yaml": "",
  "evals/hello.json": {},
  ".axis/reports/2026-01-01-000000/report.json": { results: [{ scenarioKey: "old", agentName: "gone" }] },
  ".axis/reports/2026-01-02-000000/report.json": { results: [{ scenarioKey: "hello@fast", agentName: "tinker" }] },
};

test.each([
  ["rescor", ["rescore"]],
  ["--v", ["--version"]],
  ["help reco", ["recover"]],
  ["nothing ", []],
  ["run --script", ["--script", "--script-log"]],
  ["reports exp", ["export"]],
  ["reports export --format ", ["html", "markdown", "badge"]],
  ["schema --out x rep", ["report"]],
  ["run --until ", ["decided"]],
  ["run --junit ", []],
  ["reports ", ["export", "trend", "merge", "latest", "2026-01-02-000000", "2026-01-01-000000"]],
  ["run --failed 2026-01-02", ["2026-01-02-000000"]],
  ["run --failed --until ", ["decided"]],
  ["reports latest ", ["cms/create", "hello", "hello@fast"]],
  ["run -s hello,cms", ["hello,cms/create"]],
  ["run --agent ", ["codex", "tinker"]],
  ["init -a claude", ["claude-code", "claude-sdk"]],
])("after %j come %j", async (line, expected) => {
  await using place = await temporaryProject(project);
  const found = await listCompletions(line.split(" "), place.folder);
  expect(found.map(({ value }) => value)).toEqual(expected);
});

test("every command can be completed, and explains each of its flags", async () => {
  await using place = await temporaryProject({});
  const commands = await listCompletions([""], place.folder);
  for (const { value } of commands.filter((command) => !command.value.startsWith("-"))) {
    const flags = await listCompletions([value, "--"], place.folder);
    expect([value, flags.filter(({ about }) => about === "")]).toEqual([value, []]);
    expect(flags.map((flag) => flag.value)).toContain("--help");
  }
});
