import { chmod, mkdir, readdir, readFile, realpath, rm, stat, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import type { AxisConfig } from "../../core/config/config.ts";
import { temporaryProject } from "../../config/libraries/temporary-repository.ts";
import { packageFolder } from "../../core/paths/package-root.ts";
import { drive } from "../world.fixture.ts";
import * as init from "./init.ts";
import * as run from "./run.ts";

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .filter((path) => !path.startsWith(".axis/"))
    .toSorted();
}

/** Where there is no npx, so that nothing is fetched. */
const alone = { PATH: "/nowhere" };

/** A folder for PATH with a stand-in for npx. */
async function withNpx(place: { readonly folder: string }, script: string): Promise<NodeJS.ProcessEnv> {
  await mkdir(join(place.folder, "bin"), { recursive: true });
  await writeFile(join(place.folder, "bin/npx"), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  return { PATH: `${place.folder}/bin:/usr/bin:/bin`, HOME: place.folder, ANTHROPIC_API_KEY: "k" };
}

const skillFiles = (folder: string) => [`${folder}/configure-axis/SKILL.md`, `${folder}/using-axis/SKILL.md`];

describe("what is written", () => {
  test.each(["json", "js", "ts"])("runs at once, with a config in %s", async (format) => {
    await using place = await temporaryProject({});
    const { code, out } = await drive(init, ["--format", format], { cwd: place.folder, env: alone });
    expect(code).toBe(0);
    expect(out).toMatch(/Next: axis run$/);
    expect(await filesIn(place.folder)).toEqual([
      ...skillFiles(".agents/skills"),
      "agents/sample-agent.mjs",
      `axis.config.${format}`,
      "scenarios/hello-world.json",
    ]);
    const ran = await drive(run, [], { cwd: place.folder });
    expect(ran.code).toBe(0);
    expect(ran.out).toMatch(/^hello-world +9\d +● +100 /m);
  });

  test("the agent is the first of the usual ones that can run here, where none is asked for", async () => {
    await using place = await temporaryProject({ "bin/codex": "#!/bin/sh\n", "bin/gemini": "#!/bin/sh\n" });
    await Promise.all(["codex", "gemini"].map((name) => chmod(join(place.folder, "bin", name), 0o755)));
    const agentsWith = async (env: NodeJS.ProcessEnv) => {
      const driven = await drive(init, ["--no-skills", "-f"], {
        cwd: place.folder,
        env: { PATH: `${place.folder}/bin:/usr/bin:/bin`, HOME: place.folder, ...env },
      });
      const { agents } = JSON.parse(await readFile(join(place.folder, "axis.config.json"), "utf8")) as AxisConfig;
      return { agents, err: driven.err };
    };
    expect((await agentsWith({ ANTHROPIC_API_KEY: "k" })).agents).toMatchObject([{ agent: "command" }]);
    expect((await agentsWith({ GEMINI_API_KEY: "k" })).agents).toEqual([{ agent: "gemini" }]);
    const { agents, err } = await agentsWith({ CODEX_API_KEY: "k", GEMINI_API_KEY: "k" });
    expect(agents).toEqual([{ agent: "codex" }]);
    expect(err).toContain("-a command writes a sample");
  });

  test("scenarios can lie elsewhere, and several agents can be asked for in any case", async () => {
    await using place = await temporaryProject({});
    await drive(init, ["-s", "evals/", "-a", "Command,replay", "--no-skills"], { cwd: place.folder });
    const config = JSON.parse(await readFile(join(place.folder, "axis.config.json"), "utf8")) as object;
    expect(config).toMatchObject({ scenarios: "./evals", agents: [{ agent: "command" }, { agent: "replay" }] });
    expect(await filesIn(place.folder)).toEqual([
      "agents/sample-agent.mjs",
      "axis.config.json",
      "evals/hello-world.json",
      "transcripts/hello-world.ndjson",
    ]);
    // A recording says what an agent did, but writes no file.
    const { out } = await drive(run, [], { cwd: place.folder });
    expect(out.split("\n")[0]).toBe("FAIL  1 of 2 results failed: recorded 1");
  });

  test("skills go to the folders of the agents that are found, and the output says where", async () => {
    await using place = await temporaryProject({ ".claude/settings.json": {}, ".gemini/settings.json": {} });
    const { out, err } = await drive(init, [], { cwd: place.folder, env: alone });
    const files = await filesIn(place.folder);
    expect(files).toEqual(expect.arrayContaining([...skillFiles(".claude/skills"), ...skillFiles(".gemini/skills")]));
    expect(files.some((path) => path.startsWith(".agents/"))).toBe(false);
    expect(out).toContain("Wrote .claude/skills/using-axis/SKILL.md\n");
    expect(out).toContain("Wrote .gemini/skills/using-axis/SKILL.md\n");
    expect(err).toContain("npx skills could not install the AXIS skills: npx was not found. Try again with: npx --yes");
  });

  test("npx skills installs the skills where it can, and is given no key", async () => {
    await using place = await temporaryProject({});
    const env = await withNpx(place, `printf '%s\\n' "$@" > asked; env > given; pwd > where`);
    const { code, out } = await drive(init, ["-a", "command"], { cwd: place.folder, env });
    expect([code, out]).toEqual([0, expect.stringContaining("Installed the AXIS skills with: npx skills add\n")]);
    const read = (name: string) => readFile(join(place.folder, name), "utf8");
    const [yes, program, verb, source, all] = (await read("asked")).trim().split("\n");
    expect([yes, program, verb, all]).toEqual(["--yes", "skills", "add", "--all"]);
    expect((await readdir(source ?? "")).toSorted()).toEqual(["configure-axis", "using-axis"]);
    expect((await read("where")).trim()).toBe(await realpath(place.folder));
    expect(await read("given")).not.toContain("ANTHROPIC_API_KEY");
    expect((await filesIn(place.folder)).some((path) => path.startsWith(".agents/"))).toBe(false);
  });

  test("the skills are copied where npx skills fails, and --no-skills asks nobody", async () => {
    await using place = await temporaryProject({});
    const env = await withNpx(place, "touch asked; exit 7");
    const none = await drive(init, ["-a", "command", "--no-skills"], { cwd: place.folder, env });
    expect([none.code, (await filesIn(place.folder)).includes("asked")]).toEqual([0, false]);
    const { code, out, err } = await drive(init, ["-a", "command", "-f"], { cwd: place.folder, env });
    expect(code).toBe(0);
    expect(err).toContain("npx exited with code 7");
    expect(out).toContain("Wrote .agents/skills/using-axis/SKILL.md\n");
    expect(await filesIn(place.folder)).toEqual(expect.arrayContaining(skillFiles(".agents/skills")));
  });

  test("editors find the schemas from every file, and no file has a path of this machine", async () => {
    await using place = await temporaryProject({});
    const { out } = await drive(init, ["-s", "evals/first", "-a", "claude,replay"], { cwd: place.folder, env: alone });
    const read = (path: string) => readFile(join(place.folder, path), "utf8");
    for (const path of ["axis.config.json", "evals/first/hello-world.json"]) {
      const document = JSON.parse(await read(path)) as { $schema: string };
      const schema = JSON.parse(await read(join(dirname(path), document.$schema))) as object;
      expect([path, new Ajv2020({ strict: false, formats: { uri: true } }).compile(schema)(document)]).toEqual([
        path,
        true,
      ]);
    }
    const written = [...out.matchAll(/^Wrote (.+)$/gm)].map(([, path = ""]) => path);
    const everything = await readdir(place.folder, { recursive: true, withFileTypes: true });
    const files = everything.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
    expect(written.toSorted()).toEqual(files.map((file) => file.slice(place.folder.length + 1)).toSorted());
    const texts = await Promise.all(written.map(read));
    expect(texts.filter((text) => text.includes(place.folder) || text.includes(packageFolder(".")))).toEqual([]);
  });

  test("the sample agent is a program that says when a task is beyond it", async () => {
    await using place = await temporaryProject({});
    await drive(init, ["--no-skills"], { cwd: place.folder });
    expect((await stat(join(place.folder, "agents/sample-agent.mjs"))).mode & 0o111).not.toBe(0);
    await place.write({
      "scenarios/hard.json": { name: "Hard", prompt: "Write a compiler", judge: [{ check: "x", verify: "true" }] },
    });
    const { code, out } = await drive(run, ["-s", "hard"], { cwd: place.folder });
    expect(code).toBe(1);
    expect(out).toContain("I can only write one line to one file");
  });
});

describe("what is in the way", () => {
  test.each([
    ["the config", { "axis.config.json": "{}" }, "axis.config.json"],
    ["the scenario", { "scenarios/hello-world.json": "{}" }, "scenarios/hello-world.json"],
    ["the agent", { "agents/sample-agent.mjs": "mine" }, "agents/sample-agent.mjs"],
    ["a skill", { ".claude/skills/using-axis/SKILL.md": "mine" }, ".claude/skills/using-axis/SKILL.md"],
    ["a config of another format", { "axis.config.ts": "export default {}" }, "axis.config.ts"],
    ["a file where a folder must be", { scenarios: "a file" }, "scenarios is not a folder"],
    ["a folder where a file must be", { "axis.config.json/x": "" }, "axis.config.json is a folder"],
  ])("%s: nothing is written", async (_, files, said) => {
    await using place = await temporaryProject(files);
    const before = await filesIn(place.folder);
    const { code, mistake, errorCode } = await drive(init, [], { cwd: place.folder });
    expect([code, errorCode]).toEqual([null, "file-exists"]);
    expect(mistake).toContain(said);
    expect(await filesIn(place.folder)).toEqual(before);
  });

  test("-f overwrites, and makes the agent executable again", async () => {
    await using place = await temporaryProject({ "axis.config.json": "{}", "agents/sample-agent.mjs": "mine" });
    expect((await drive(init, ["-f", "--no-skills"], { cwd: place.folder })).code).toBe(0);
    expect((await drive(run, [], { cwd: place.folder })).code).toBe(0);
  });

  test("-f does not leave two configs behind", async () => {
    await using place = await temporaryProject({});
    const at = { cwd: place.folder, env: alone };
    await drive(init, ["--format", "ts"], at);
    const other = await drive(init, ["-f", "--format", "json"], at);
    expect(other.mistake).toBe("A config already exists here: axis.config.ts\nDelete it first with: rm axis.config.ts");
    const again = await drive(init, ["-f"], at);
    expect(again.out).toContain("Wrote axis.config.ts");
    expect((await filesIn(place.folder)).filter((file) => file.startsWith("axis.config"))).toEqual(["axis.config.ts"]);
  });

  test("the command that overwrites repeats the flags", async () => {
    await using place = await temporaryProject({ "axis.config.js": "export default {}" });
    const { mistake } = await drive(init, ["-a", "command", "-s", "my evals", "--format", "js", "--no-skills"], {
      cwd: place.folder,
    });
    expect(mistake).toContain("Overwrite with: axis init -f -a command -s 'my evals' --format js --no-skills");
  });

  test("a second time is a mistake; skills that are there already are not", async () => {
    await using place = await temporaryProject({});
    await drive(init, [], { cwd: place.folder, env: alone });
    expect((await drive(init, [], { cwd: place.folder, env: alone })).errorCode).toBe("file-exists");
    await rm(join(place.folder, "axis.config.json"));
    await rm(join(place.folder, "scenarios"), { recursive: true });
    await rm(join(place.folder, "agents"), { recursive: true });
    expect((await drive(init, [], { cwd: place.folder, env: alone })).code).toBe(0);
  });

  test("skills that cannot be copied are a warning with the command to repeat", async () => {
    await using place = await temporaryProject({ ".claude/settings.json": {} });
    await symlink("nowhere", join(place.folder, ".claude/skills"));
    const { code, err } = await drive(init, [], { cwd: place.folder, env: alone });
    expect(code).toBe(0);
    expect(err).toContain("Warning: the skills were not copied");
    expect(err).toMatch(/Copy them yourself with: mkdir -p \.claude\/skills && cp -R/);
  });
});

describe("mistakes", () => {
  test("an agent that does not exist is answered with those that do", async () => {
    await using place = await temporaryProject({});
    const { mistake } = await drive(init, ["-a", "comand"], { cwd: place.folder });
    expect(mistake).toContain("command, replay");
    expect(mistake).toContain('Did you mean "command"?');
    expect(await filesIn(place.folder)).toEqual([]);
  });

  test.each(["https://github.com/acme/tasks", "..", ".", "/elsewhere"])(
    "%s is no folder for scenarios",
    async (path) => {
      await using place = await temporaryProject({});
      const { errorCode } = await drive(init, ["-s", path], { cwd: place.folder });
      expect(errorCode).toBe("flag-invalid");
    },
  );
});
