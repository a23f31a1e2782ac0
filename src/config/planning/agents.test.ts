/** Holds what is refused in an entry of `agents` before anything runs. */
import { expect, test } from "vitest";
import { soundScenario, temporaryProject } from "../temporary-project.ts";

async function refusal(agent: object): Promise<string> {
  await using project = await temporaryProject({
    "scenarios/a.json": soundScenario,
    "axis.config.json": { agents: [agent] },
  });
  return await project.refusal({ install: false });
}

test.each([
  ["claude-code", "output-format", "text"],
  ["codex", "json", false],
  ["gemini", "output-format", "json"],
])("%s: the flag %s is set by AXIS itself, and refused with the reason", async (agent, flag, value) => {
  const said = await refusal({ agent, flags: { [flag]: value } });
  expect(said).toContain(`--${flag} cannot be set: AXIS reads the output as a stream of JSON`);
  expect(said).toContain("axis.config.json");
});

test("other flags, and the same ones of another program, are free", async () => {
  await using project = await temporaryProject({
    "scenarios/a.json": soundScenario,
    "axis.config.json": {
      agents: [
        { agent: "codex", flags: { "output-format": "x" } },
        { agent: "command", command: "true", flags: { json: true } },
      ],
    },
  });
  expect((await project.plan()).jobs).toHaveLength(2);
});

test.each(["  ", "\n", [" "], [""]].map((command) => [command]))(
  "the command %j, which starts nothing, is refused",
  async (command) => {
    expect(await refusal({ agent: "command", command })).toContain(
      'agents[0]\n  The command agent needs "command": a line of shell, or a program and its arguments as a list.',
    );
  },
);
