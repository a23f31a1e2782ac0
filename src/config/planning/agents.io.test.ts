/** Holds what is refused in an entry of `agents` before anything runs. */
import { expect, test } from "vitest";
import { validScenario, temporaryProject } from "../libraries/temporary-repository.ts";

async function refusal(agent: object): Promise<string> {
  await using project = await temporaryProject({
    "scenarios/a.json": validScenario,
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
  expect(said).toContain(`--${flag} cannot be set: AXIS sets this flag itself`);
  expect(said).toContain("axis.config.json");
});

test("other flags, and the same ones of another program, are free", async () => {
  await using project = await temporaryProject({
    "scenarios/a.json": validScenario,
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
      'agents[0]\n  The command agent needs "command": a shell command line, or a program and its arguments as a list.',
    );
  },
);

test.each([
  [{ agent: "replay" }, "agents[0].transcript\n  The replay agent needs a stored transcript or detail file."],
  [
    { agent: "replay", transcript: "t.json", command: "true" },
    "agents[0].command\n  The replay agent does not run a command.",
  ],
  [
    { agent: "command", command: "true", transcript: "t.json" },
    'agents[0].transcript\n  The agent "command" does not play a transcript.',
  ],
  [{ agent: "command", command: "true", name: "a|b" }, 'agents[0].name\n  The name "a|b" must not contain |'],
  [{ agent: "command", command: "true", name: ".." }, 'agents[0].name\n  The name ".."'],
])("%j is refused at its place", async (agent, said) => {
  expect(await refusal(agent)).toContain(said);
});

test("the name of an adapter that cannot be one is refused", async () => {
  await using project = await temporaryProject({
    "scenarios/a.json": validScenario,
    "mine.mjs": "export default { name: 'x', run() {} };",
    "axis.config.json": { agents: ["a b"], adapters: { "a b": "./mine.mjs" } },
  });
  expect(await project.refusal()).toContain("The adapter name");
});

test("of a module with both exports the default one is the adapter", async () => {
  const adapter = (name: string) => `{ name: "${name}", keys: { required: ["${name}_KEY"] }, run() {} }`;
  await using project = await temporaryProject({
    "scenarios/a.json": validScenario,
    "mine.mjs": `export default ${adapter("FIRST")}; export const adapter = ${adapter("SECOND")};`,
    "axis.config.json": { agents: ["mine"], adapters: { mine: "./mine.mjs" } },
  });
  expect((await project.plan()).jobs[0]?.agent.adapter.keys?.required).toEqual(["FIRST_KEY"]);
});
