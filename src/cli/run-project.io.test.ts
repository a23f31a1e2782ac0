import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, describe, expect, test, vi } from "vitest";
import { temporaryProject, temporaryRepository } from "../config/libraries/temporary-repository.ts";
import * as run from "./commands/run.ts";
import { drive } from "./world.fixture.ts";

const scenario = { name: "A", prompt: "Say done", judge: [{ check: "says done", verify: { contains: "done" } }] };
const projectOf = (command: string, more: object = {}) =>
  temporaryProject({
    "scenarios/a.json": scenario,
    "axis.config.json": { agents: [{ agent: "command", name: "agent", command }], ...more },
  });

test("a copy that cannot be written is told as a failure of the disk, after the report and the CI files", async () => {
  await using project = await projectOf(`rm -r "$COPIES"; echo done`, {
    env: ["COPIES"],
    settings: { sandbox: { driver: "none" } },
  });
  const copies = join(project.folder, "copies");
  const { errorCode, mistake, out } = await drive(run, ["-o", copies, "--junit", "junit.xml"], {
    cwd: project.folder,
    env: { PATH: process.env["PATH"], COPIES: copies },
  });
  expect(errorCode).toBe("disk");
  expect(mistake).toContain(join(copies, "axis-report-"));
  expect(out).toMatch(/^PASS/m);
  expect(await readFile(join(project.folder, "junit.xml"), "utf8")).toContain("<testsuite");
});

test("a secret that arrives on stderr in two pieces is one redacted line of the debug log", async () => {
  const secret = "sk9-ABCD1234-zzTOPQQ77";
  await using project = await projectOf(
    `printf 'sk9-ABCD1' >&2; sleep .3; printf '234-zzTOPQQ77\\n' >&2; printf 'no line feed' >&2; echo done`,
    { env: ["MY_TOKEN"] },
  );
  const env = { PATH: process.env["PATH"], MY_TOKEN: secret };
  expect((await drive(run, ["--debug"], { cwd: project.folder, env })).code).toBe(0);
  const reports = join(project.folder, ".axis", "reports");
  const [log = ""] = (await readdir(reports, { recursive: true })).filter((path) => path.endsWith(".debug.stderr.log"));
  expect(await readFile(join(reports, log), "utf8")).toBe("[redacted]\nno line feed\n");
});

describe("a temporary folder that cannot be used", () => {
  afterEach(() => void vi.unstubAllEnvs());

  test("is said with everything else that is missing, before anything runs", async () => {
    await using project = await projectOf("no-such-agent {prompt}");
    vi.stubEnv("TMPDIR", join(project.folder, "axis.config.json"));
    const { errorCode, mistake } = await drive(run, [], { cwd: project.folder });
    expect([errorCode, mistake]).toEqual([
      "preflight",
      expect.stringContaining("axis.config.json cannot be used: it is not a folder. Set TMPDIR to a folder"),
    ]);
    expect(mistake).toContain('The program "no-such-agent"');
    expect(await readdir(project.folder)).not.toContain(".axis");
  });

  test("is said before beforeAll, which needs one too", async () => {
    await using project = await projectOf("echo done", { beforeAll: [{ action: "run_script", command: "touch ran" }] });
    vi.stubEnv("TMPDIR", join(project.folder, "none"));
    const { errorCode, mistake } = await drive(run, [], { cwd: project.folder });
    expect([errorCode, mistake]).toEqual([
      "preflight",
      expect.stringMatching(/no such folder\nSet TMPDIR to a folder/),
    ]);
    expect(await readdir(project.folder)).toEqual(["axis.config.json", "scenarios"]);
  });

  test("is why a library cannot be fetched", async () => {
    await using library = await temporaryRepository({ "b.json": scenario });
    await using project = await projectOf("echo done", { scenarios: [library.url] });
    vi.stubEnv("TMPDIR", join(project.folder, "none"));
    const { errorCode, mistake } = await drive(run, [], { cwd: project.folder });
    expect([errorCode, mistake]).toEqual([
      "remote-failed",
      expect.stringContaining("could not be fetched: The temporary folder"),
    ]);
  });
});

describe("a skill that beforeAll makes", () => {
  const making = (path: string) => ({
    skills: ["./made/tool"],
    beforeAll: [{ action: "run_script", command: `mkdir -p ${path} && echo '# T' > ${path}/SKILL.md` }],
  });
  const looking = "test -f .agents/skills/tool/SKILL.md && echo done";

  test("is given to the agent, and the report can be gone on with when it is there", async () => {
    await using project = await projectOf(looking, making("made/tool"));
    expect(await drive(run, [], { cwd: project.folder })).toMatchObject({ code: 0, mistake: "" });
    expect(await drive(run, ["--resume", "--trials", "2"], { cwd: project.folder })).toMatchObject({ code: 0 });
  });

  test("and is not there afterwards is missing, with everything else, before anything runs", async () => {
    await using project = await projectOf("no-such-agent {prompt}", making("made/tol"));
    const { errorCode, mistake } = await drive(run, [], { cwd: project.folder });
    expect(errorCode).toBe("preflight");
    expect(mistake).toContain('The skill "tool" is not at ./made/tool: beforeAll did not create a SKILL.md there');
    expect(mistake).toContain('The program "no-such-agent"');
    expect(await readdir(project.folder)).not.toContain(".axis");
  });

  test("is a mistake in the config where there is no beforeAll, or none that could make it", async () => {
    await using project = await projectOf(looking, { skills: ["./made/tool"] });
    const { errorCode, mistake } = await drive(run, [], { cwd: project.folder });
    expect(errorCode).toBe("config-invalid");
    expect(mistake).toContain('skills[0]\n  No skill was found at "./made/tool": there is no such folder.');
    await project.write({
      "made/tool/README.md": "",
      "axis.config.json": { agents: [{ agent: "command", command: looking }], ...making("x") },
    });
    expect((await drive(run, [], { cwd: project.folder })).mistake).toContain("contains a SKILL.md");
  });
});
