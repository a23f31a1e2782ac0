import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { temporaryProject, temporaryRepository, validAgent, validScenario } from "../libraries/temporary-repository.ts";
import { parseSource } from "./source.ts";
import { resolveSkills, type SkillOptions } from "./skills.ts";

const worldOf = (configDir: string): SkillOptions => ({
  configDir,
  env: { PATH: process.env["PATH"] },
  onNotice: () => {},
});

test.each([
  ["./a", { kind: "local", path: "./a" }],
  ["../a/b", { kind: "local", path: "../a/b" }],
  ["/a", { kind: "local", path: "/a" }],
  ["acme/tools", { kind: "github", owner: "acme", repository: "tools" }],
  ["https://github.com/acme/tools", { kind: "github", owner: "acme", repository: "tools" }],
  ["https://github.com/acme/tools.git", { kind: "github", owner: "acme", repository: "tools" }],
  ["tools", null],
  ["acme/tools/more", null],
  ["https://gitlab.com/acme/tools", null],
  ["http://github.com/acme/tools", null],
  ["acme/..", null],
  ["-x/tools", null],
])("the source %j means %j", (source, meaning) => {
  expect(parseSource(source)).toEqual(meaning);
});

test("a folder with SKILL.md is one skill named after it", async () => {
  await using project = await temporaryProject({ "tools/SKILL.md": "#", "tools/inner/SKILL.md": "#" });
  expect(await resolveSkills({ source: "./tools", baseDir: project.folder }, worldOf(project.folder))).toEqual([
    { name: "tools", path: join(project.folder, "tools"), source: "./tools" },
  ]);
});

test("otherwise the folders one level below it, and below its skills, are skills", async () => {
  await using project = await temporaryProject({
    "all/b/SKILL.md": "#",
    "all/a/SKILL.md": "#",
    "all/skills/c/SKILL.md": "#",
    "all/deep/er/SKILL.md": "#",
    "all/.hidden/SKILL.md": "#",
    "all/node_modules/SKILL.md": "#",
    "all/empty/x.md": "#",
  });
  const skills = await resolveSkills({ source: "./all", baseDir: project.folder }, worldOf(project.folder));
  expect(skills.map(({ name }) => name)).toEqual(["a", "b", "c"]);
});

test("a skill whose folder has an odd name is refused", async () => {
  await using project = await temporaryProject({ "all/a b/SKILL.md": "#" });
  await expect(resolveSkills({ source: "./all", baseDir: project.folder }, worldOf(project.folder))).rejects.toThrow(
    'The skill name "a b"',
  );
});

test("a remote skill is cloned once, pinned, and moved only by a refresh", async () => {
  await using repository = await temporaryRepository({ "SKILL.md": "# one" }, "acme/tools");
  await using project = await temporaryProject({
    "axis.config.json": { agents: [validAgent], skills: ["acme/tools"] },
    "scenarios/a.json": validScenario,
  });
  const githubBase = pathToFileURL(join(repository.folder, "../..")).href;
  const world = { githubBase, env: { PATH: process.env["PATH"] } };
  const first = (await project.plan({}, world)).jobs[0]?.skills[0];
  const commit = await repository.git("rev-parse", "HEAD");
  const path = join(project.folder, ".axis/skills-cache/acme/tools");
  expect(first).toEqual({ name: "acme-tools", path, source: "acme/tools", commit });
  const moved = await repository.commit({ "SKILL.md": "# two" });
  expect((await project.plan({}, world)).jobs[0]?.skills[0]?.commit).toBe(commit);
  expect(await readFile(join(path, "SKILL.md"), "utf8")).toBe("# one");
  expect((await project.plan({ refreshSkills: true }, world)).jobs[0]?.skills[0]?.commit).toBe(moved);
  expect(await readFile(join(path, "SKILL.md"), "utf8")).toBe("# two");
  const { href } = pathToFileURL(repository.folder);
  const said = [commit, moved].flatMap((at) => [
    `Fetching ${href}`,
    `Fetched ${href} at ${at}; pinned in .axis/axis.lock`,
  ]);
  expect(project.messages.notices).toEqual(said);
});
