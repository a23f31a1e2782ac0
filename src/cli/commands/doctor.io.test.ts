import { chmod, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { validAgent, validScenario, temporaryProject } from "../../config/libraries/temporary-repository.ts";
import { openScope } from "../../process/scope.ts";
import { openWorkspace } from "../../runner/workspace/workspace.ts";
import { fileStore } from "../../store/files.ts";
import { drive } from "../world.fixture.ts";
import * as doctor from "./doctor.ts";

const sound = { "axis.config.json": { agents: [validAgent] }, "scenarios/hello.json": validScenario };

describe("a machine and a project", () => {
  test("in order: exit 0, and every check says what it found", async () => {
    await using place = await temporaryProject(sound);
    const { code, out } = await drive(doctor, [], { cwd: place.folder });
    expect(code).toBe(0);
    expect(out).toContain(process.versions.node);
    expect(out).toMatch(/^ok +git +\d/m);
    expect(out).toMatch(/^note +processes +.*\bprocesses of a run\b.*\boutlive\b/m);
    expect(out).toMatch(
      /^(ok +sandbox +bwrap [\d.]+: files, processes|note +sandbox +none: agents run with the rights of your user)/m,
    );
    expect(out).toMatch(/^ok +agents +command can run$/m);
    expect(out).toMatch(/Everything configured can run\.$/);
    expect(await readdir(place.folder)).not.toContain(".axis");
  });

  test("--json is one document with the same findings", async () => {
    await using place = await temporaryProject(sound);
    const { code, out } = await drive(doctor, ["--json"], { cwd: place.folder });
    const { ok, findings } = JSON.parse(out) as { ok: boolean; findings: { topic: string; status: string }[] };
    expect([code, ok]).toEqual([0, true]);
    expect(findings.map(({ topic }) => topic)).toEqual(
      expect.arrayContaining(["Node", "git", "temporary folder", "config", "scenarios", "judges", "agents", "reports"]),
    );
  });

  test("no temporary folder: one problem with the way out, and the rest is still looked at", async () => {
    await using place = await temporaryProject(sound);
    const missing = join(place.folder, "none");
    vi.stubEnv("TMPDIR", missing);
    try {
      const { code, out } = await drive(doctor, ["--all"], { cwd: place.folder });
      expect(code).toBe(2);
      expect(out.match(new RegExp(missing, "g"))).toHaveLength(1);
      expect(out).toContain(`The temporary folder ${missing} cannot be used: there is no such folder\n`);
      expect(out).toContain("Set TMPDIR to a folder this user may write to");
      expect(out).toMatch(/^ok +agents +command can run$/m);
      expect(out).toContain("1 problem: not everything");
    } finally {
      vi.unstubAllEnvs();
    }
  });

  test("a skill that is not there is a problem, or a note where beforeAll may make it", async () => {
    const skilled = { agents: [validAgent], skills: ["./made/tool"] };
    await using place = await temporaryProject({ ...sound, "axis.config.json": skilled });
    const looked = () => drive(doctor, [], { cwd: place.folder });
    expect(await looked()).toMatchObject({
      code: 2,
      out: expect.stringMatching(/^PROBLEM +skills +No skill was found/m),
    });
    const beforeAll = [{ action: "run_script", command: "true" }];
    await place.write({ "axis.config.json": { ...skilled, beforeAll } });
    const { code, out } = await looked();
    expect([code, out]).toEqual([
      0,
      expect.stringMatching(/^note +skills +\.\/made\/tool does not exist yet: beforeAll has to create it$/m),
    ]);
  });

  test("without a config: the machine is still looked at, and the way out is axis init", async () => {
    await using place = await temporaryProject({});
    const { code, out } = await drive(doctor, [], { cwd: place.folder });
    expect(code).toBe(2);
    expect(out).toMatch(/^ok +Node/m);
    expect(out).toContain("axis init");
  });
});

describe("what is wrong with a project", () => {
  test("every problem of every file is listed, and files that were passed over are named", async () => {
    await using place = await temporaryProject({
      "axis.config.json": { agents: [validAgent], settings: { concurency: 3 } },
      "scenarios/bad.json": { name: "Bad", promt: "x", judge: "y" },
      "scenarios/fixture.json": { data: 1 },
      "scenarios/broken.json": "{",
      "scenarios/hello.json": validScenario,
    });
    const { code, out } = await drive(doctor, [], { cwd: place.folder });
    expect(code).toBe(2);
    expect(out).toContain('Did you mean "concurrency"?');
    expect(out).toContain("scenarios/bad.json");
    expect(out).toMatch(/note +scenarios +scenarios\/fixture\.json is not a scenario/);
    expect(out).toMatch(/PROBLEM +config +scenarios\/broken\.json/);
  });

  test.each([
    ["a program that is nowhere", { agents: [{ agent: "command", command: "no-such-program" }] }, "no-such-program"],
    ["an adapter that does not load", { agents: ["mine"], adapters: { mine: "./mine.mjs" } }, "./mine.mjs"],
    ["a judge that does not load", { agents: [validAgent], judging: { agents: ["./judge.mjs"] } }, "./judge.mjs"],
    ["a skill that is not there", { agents: [validAgent], skills: ["./skills/none"] }, "./skills/none"],
    [
      "an MCP server that is nowhere",
      { agents: [validAgent], mcp_servers: { docs: { type: "stdio", command: "no-such-server" } } },
      "no-such-server",
    ],
    [
      "a variable that is not set",
      { agents: [validAgent], mcp_servers: { docs: { type: "http", url: "https://${DOCS_HOST}/mcp" } } },
      "DOCS_HOST",
    ],
  ])("%s is a problem that names it", async (_, config, said) => {
    await using place = await temporaryProject({ "axis.config.json": config, "scenarios/hello.json": validScenario });
    const { code, out } = await drive(doctor, [], { cwd: place.folder });
    expect(code).toBe(2);
    expect(
      out
        .split(/^(?=\w)/m)
        .filter((finding) => finding.startsWith("PROBLEM"))
        .join(""),
    ).toContain(said);
  });

  test("nothing to run is a problem", async () => {
    await using place = await temporaryProject({
      "axis.config.json": { agents: [{ agent: "command", name: "mine", command: "./not-there" }] },
      "scenarios/hello.json": { ...validScenario, skip: true },
    });
    const { code, out } = await drive(doctor, [], { cwd: place.folder });
    expect([code, out]).toEqual([2, expect.stringContaining("0 to run, 1 skipped")]);
    expect(out).toContain("mine was not checked: no scenario runs with it");
  });

  test("keys are said to be set or not; their values are not said", async () => {
    await using place = await temporaryProject({
      "axis.config.json": { agents: ["mine"], adapters: { mine: "./mine.mjs" } },
      "mine.mjs": `export default { name: "mine", keys: { required: ["MINE_KEY"], optional: ["MINE_EXTRA"] }, run() {} };`,
      "scenarios/hello.json": validScenario,
    });
    const env = { PATH: process.env["PATH"], MINE_KEY: "canary-4711" };
    const given = await drive(doctor, [], { cwd: place.folder, env });
    expect(given.code).toBe(0);
    expect(given.out).toContain("MINE_KEY is set");
    expect(given.out).toContain("MINE_EXTRA is not set");
    expect(given.out).not.toContain("canary-4711");
    expect((await drive(doctor, [], { cwd: place.folder })).code).toBe(2);
  });

  test("a report that cannot be read is named and stands in nobody's way", async () => {
    await using place = await temporaryProject({ ...sound, ".axis/reports/2026-01-01-000000/report.json": "{" });
    const { code, out } = await drive(doctor, [], { cwd: place.folder });
    expect([code, out]).toEqual([0, expect.stringMatching(/note +reports +2026-01-01-000000 cannot be read/)]);
  });
});

describe("agents that are asked about", () => {
  test("--all looks at the built-in ones, and those that are not configured decide nothing", async () => {
    await using place = await temporaryProject(sound);
    const { code, out } = await drive(doctor, ["--all"], { cwd: place.folder });
    expect(code).toBe(0);
    expect(out).toMatch(/^note +agents +replay, not configured: /m);
    expect(out).not.toContain("command, not configured");
  });

  test("an unknown one is a mistake", async () => {
    await using place = await temporaryProject(sound);
    const { errorCode, mistake } = await drive(doctor, ["-a", "reply"], { cwd: place.folder });
    expect([errorCode, mistake]).toEqual(["flag-invalid", expect.stringContaining('Did you mean "replay"?')]);
  });
});

test("what axis run would miss is a problem here too: transcripts of the jobs there will be, programs of checks", async () => {
  const replay = { agent: "replay", transcript: "stored/{scenario}-{trial}.ndjson" };
  await using place = await temporaryProject({
    "axis.config.json": {
      agents: [
        { ...replay, name: "one", scenarios: ["a"] },
        { ...replay, name: "idle", scenarios: ["skipped"] },
      ],
      settings: { trials: 2 },
    },
    "scenarios/a.json": { ...validScenario, judge: [{ check: "It runs", verify: "no-such-program-here" }] },
    "scenarios/b.json": validScenario,
    "scenarios/skipped.json": { ...validScenario, skip: true },
    "stored/a-1.ndjson": "",
  });
  const { code, out } = await drive(doctor, [], { cwd: place.folder });
  expect(code).toBe(2);
  expect(out).toMatch(/^PROBLEM +agents +one: The transcript "stored\/a-2.ndjson" of the replay agent does not exist/m);
  expect(out).toMatch(/^PROBLEM +scenarios +The program "no-such-program-here" of the check "It runs" in a was not/m);
  expect(out).toMatch(/^note +agents +idle was not checked: no scenario runs with it$/m);
  expect(out).toContain("2 problems: not everything");
});

test("every module that cannot judge is a problem of its own", async () => {
  const judging = { agents: ["./none.mjs"], questions: { goal: "./mute.mjs" } };
  await using place = await temporaryProject({
    ...sound,
    "axis.config.json": { agents: [validAgent], judging },
    "mute.mjs": "export default {}",
  });
  const { code, out } = await drive(doctor, [], { cwd: place.folder });
  expect(code).toBe(2);
  expect(out).toMatch(
    /^PROBLEM +config +axis\.config\.json +judging\.agents\[0\]\n +File "\.\/none\.mjs" does not exist/m,
  );
  expect(out).toMatch(/^PROBLEM +config +axis\.config\.json +judging\.questions\.goal\n +\.\/mute\.mjs: neither/m);
});

test("what a killed run left behind is ended and removed, and said", async () => {
  await using place = await temporaryProject(sound);
  const runId = "run_00000000000000000000DOCTOR";
  const store = fileStore({ configDir: place.folder, redact: (text) => text, now: () => new Date(), onWarning() {} });
  const handle = await store.createReport(new Date());
  const cell = { scenario: "hello", agent: "command", trial: 1 };
  await handle.record({ type: "attempt-started", data: { cell, attempt: 1, runId } });
  await handle[Symbol.asyncDispose]();
  const workspace = await openWorkspace({ runId, onWarning() {} });
  await using scope = await openScope({ runId, home: workspace.home });
  const env = { PATH: process.env["PATH"] ?? "" };
  const child = scope.start({ program: "sleep", args: ["600"], cwd: workspace.work, env });
  const { code, out } = await drive(doctor, [], { cwd: place.folder });
  expect(code).toBe(0);
  expect(out).toContain(`${handle.reportId} was interrupted; ended 1 process and deleted 1 folder it left behind`);
  expect(out).toContain(`Resume with: axis run --resume ${handle.reportId}\n`);
  expect((await child.exit).signal).not.toBeNull();
  expect(await readdir(tmpdir())).not.toContain(`axis-${runId}`);

  const elsewhere = join(place.folder, "axis.config.json");
  const again = await drive(doctor, ["-c", elsewhere], { cwd: tmpdir() });
  expect(again.out).toContain(
    `Resume with: axis run --resume ${handle.reportId} -c ${relative(tmpdir(), elsewhere)}\n`,
  );
});

test("npx that is not there is only a note", async () => {
  await using place = await temporaryProject({ ...sound, "bin/node": "#!/bin/sh\n" });
  await chmod(join(place.folder, "bin/node"), 0o755);
  const env = { PATH: `${place.folder}/bin` };
  const { out } = await drive(doctor, [], { cwd: place.folder, env });
  expect(out).toMatch(/^note +npx +was not found/m);
});

test("git that does not work is only a note", async () => {
  await using place = await temporaryProject({ ...sound, "bin/git": "#!/bin/sh\nexit 1\n" });
  await chmod(join(place.folder, "bin/git"), 0o755);
  const env = { PATH: `${join(place.folder, "bin")}:${process.env["PATH"]}` };
  const { code, out } = await drive(doctor, [], { cwd: place.folder, env });
  expect([code, out]).toEqual([0, expect.stringMatching(/^note +git /m)]);
});

test("a folder for reports that cannot be one is a problem", async () => {
  await using place = await temporaryProject(sound);
  await mkdir(join(place.folder, "elsewhere"));
  await writeFile(join(place.folder, ".axis"), "a file");
  const { code, out } = await drive(doctor, [], { cwd: place.folder });
  expect([code, out]).toEqual([2, expect.stringMatching(/^PROBLEM +\.axis /m)]);
  expect(await readFile(join(place.folder, ".axis"), "utf8")).toBe("a file");
});
