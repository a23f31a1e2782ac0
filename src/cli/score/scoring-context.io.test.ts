import { expect, test } from "vitest";
import { temporaryProject } from "../../config/libraries/temporary-repository.ts";
import type { CliDeps } from "../command.ts";
import { recordedTerminal } from "../terminal.fixture.ts";
import { openScoringContext } from "./scoring-context.ts";

const config = {
  agents: [{ agent: "command", command: "true" }],
  settings: { prices: { "openai/mine": { input: 1, output: 2 } } },
};

function openDeps(cwd: string): CliDeps {
  return {
    terminal: recordedTerminal().terminal,
    env: { OPENAI_API_KEY: "sk-canary-4711" },
    cwd,
    now: () => new Date(0),
    abortOnInterrupt: () => new AbortController().signal,
  };
}

test.each([
  ["is known if the config of this folder has it", { "axis.config.json": config }, true],
  ["is unknown without a config", {}, false],
])("the price of a judge for transcripts %s", async (_, files, costKnown) => {
  await using place = await temporaryProject(files);
  const { settings } = await openScoringContext({ judge: "openai/mine", cache: true }, openDeps(place.folder));
  expect(settings.judges.goal.costKnown).toBe(costKnown);
});

test("the rules cost nothing, so a broken config of this folder does not matter to them", async () => {
  await using place = await temporaryProject({ "axis.config.json": "{" });
  const { settings } = await openScoringContext({ cache: true }, openDeps(place.folder));
  expect(settings.judges.goal.id).toBe("rules");
});
