/** Skills lie where each agent's program looks for them, and the report lists the place. */
import { chmod, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openProject, scenario } from "./fixtures/driven.ts";

const places: Readonly<Record<string, string>> = {
  "claude-code": "~/.claude/skills/greet",
  codex: ".agents/skills/greet",
  gemini: "~/.gemini/skills/greet",
  "claude-sdk": "~/.claude/skills/greet",
  goose: ".agents/skills/greet",
};

/** Looks for the skill in its home and in its workspace. */
const look = `#!/usr/bin/env node
const { existsSync, writeFileSync } = require("node:fs");
const places = ["~/.claude/skills/greet", "~/.gemini/skills/greet", ".agents/skills/greet"];
const found = places.filter((place) => existsSync(place.replace("~", process.env.HOME) + "/SKILL.md"));
writeFileSync(process.argv[2], JSON.stringify(found));
`;

test("each program finds them in its own place and nowhere else", async () => {
  await using project = await openProject({});
  const program = join(project.outside, "look.cjs");
  await project.write({
    "axis.config.json": {
      skills: ["./skills/greet"],
      settings: { retries: 0 },
      agents: Object.keys(places).map((agent) => ({
        agent,
        command: [program, join(project.outside, `${agent}.json`)],
      })),
    },
    "skills/greet/SKILL.md": "---\nname: greet\ndescription: How to greet.\n---\nSay hello.\n",
    "scenarios/hello.json": scenario,
  });
  await mkdir(project.outside, { recursive: true });
  await writeFile(program, look);
  await chmod(program, 0o755);
  const keys = {
    ANTHROPIC_API_KEY: "key-for-tests-11",
    CODEX_API_KEY: "key-for-tests-12",
    GEMINI_API_KEY: "key-for-tests-13",
  };
  const { report } = await project.report(["--no-score"], { env: keys });
  for (const { agentName, file } of report.results) {
    const found: unknown = JSON.parse(await readFile(join(project.outside, `${agentName}.json`), "utf8"));
    expect([agentName, found]).toEqual([agentName, [places[agentName]]]);
    expect((await project.detail(file)).skillsInstalled).toEqual([{ name: "greet", path: places[agentName] }]);
  }
  expect(report.results).toHaveLength(Object.keys(places).length);
});
