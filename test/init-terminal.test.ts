/** `axis init` for a person: questions, answers, and what is left when they stop. */
import { chmod, readFile } from "node:fs/promises";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { listing, openProject, type Project } from "./fixtures/axis.ts";
import { keys, startInTerminal } from "./fixtures/in-terminal.ts";

const withScript = existsSync("/usr/bin/script") ? test : test.skip;

async function openEmpty(npx = "exit 1"): Promise<{ project: Project; env: NodeJS.ProcessEnv }> {
  const project = await openProject({});
  await project.write({ "../bin/npx": `#!/bin/sh\n${npx}\n` });
  await chmod(join(project.root, "bin/npx"), 0o755);
  return { project, env: { PATH: `${project.root}/bin:${process.env["PATH"]}` } };
}

withScript("agents are picked with the keys, and a mistake in a later answer keeps the earlier ones", async () => {
  const { project, env } = await openEmpty();
  await using _ = project;
  const at = startInTerminal(project, "init", env);
  await at.shows("Which agents?");
  expect(at.screen()).toMatch(/command: can run \(a sample agent: no account, no cost\)/);
  expect(at.screen()).toMatch(/claude-code: needs a key/);
  at.type(keys.down + keys.space + keys.enter);
  await at.shows("Folder for scenarios?");
  at.type(`..${keys.enter}`);
  await at.shows("must be in a subfolder of this folder");
  at.type(`${keys.erase}${keys.erase}evals${keys.enter}`);
  await at.shows("Install the AXIS skills");
  at.type(keys.down + keys.enter);
  await at.shows("Next: axis run");
  expect(await at.ended).toBe(0);
  const files = await listing(project.folder);
  expect(files).toEqual(
    expect.arrayContaining(["agents/sample-agent.mjs", "evals/hello-world.json", "transcripts/hello-world.ndjson"]),
  );
  expect(files).toContain(".agents/skills/using-axis/SKILL.md");
  expect(at.screen()).toContain("Wrote .agents/skills/using-axis/SKILL.md");
});

withScript("Ctrl-C at the last question leaves nothing behind, and exits with 130", async () => {
  const { project, env } = await openEmpty("touch asked");
  await using _ = project;
  const at = startInTerminal(project, "init", env);
  await at.shows("Which agents?");
  at.type(keys.enter);
  await at.shows("Folder for scenarios?");
  at.type(keys.enter);
  await at.shows("Install the AXIS skills");
  at.type(keys.interrupt);
  await at.shows("Stopped. Nothing was written.");
  expect(await at.ended).toBe(130);
  expect(await listing(project.folder)).toEqual([]);
});

withScript("with flags, only npx skills is asked for, and what it writes is listed", async () => {
  const { project, env } = await openEmpty(`
mkdir -p .roo/skills/using-axis && echo x > .roo/skills/using-axis/SKILL.md
printf '{"version":1,"skills":{"using-axis":{"source":"%s"},"other":{"source":"acme/skills"}}}' "$4" > skills-lock.json`);
  await using _ = project;
  const at = startInTerminal(project, "init -a claude", env);
  await at.shows("Install the AXIS skills");
  expect(at.screen()).not.toContain("Which agents?");
  at.type(keys.enter);
  await at.shows("Wrote .roo/skills/using-axis");
  await at.shows("Wrote skills-lock.json");
  expect(await at.ended).toBe(0);
  const read = async (file: string) => JSON.parse(await readFile(join(project.folder, file), "utf8")) as object;
  expect(await read("axis.config.json")).toMatchObject({ agents: [{ agent: "claude-code" }] });
  expect(await read("skills-lock.json")).toEqual({ version: 1, skills: { other: { source: "acme/skills" } } });
});
