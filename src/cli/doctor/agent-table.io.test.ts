import { chmod, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { validScenario, temporaryProject } from "../../config/libraries/temporary-repository.ts";
import { plainPaint } from "../../report/text/format.ts";
import * as doctor from "../commands/doctor.ts";
import { drive } from "../world.fixture.ts";
import type { AgentStatus } from "./agent-status.ts";
import { renderAgentTable } from "./agent-table.ts";

const look = (part: Partial<AgentStatus>): AgentStatus => ({
  name: "x",
  configured: false,
  programName: "prog",
  program: "/bin/prog",
  version: "1.2.3",
  keysRequired: [],
  keysToChoose: [],
  keysSet: [],
  keysUnset: [],
  missing: [],
  ...part,
});
const row = (part: Partial<AgentStatus>) => renderAgentTable([look(part)], plainPaint)[1]?.split(/ {2,}/);

describe("a row says", () => {
  test.each<[string, Partial<AgentStatus>, string[]]>([
    ["which key is set", { keysToChoose: ["A_KEY", "B_KEY"], keysSet: ["A_KEY"] }, ["x", "prog", "1.2.3", "A_KEY"]],
    [
      "how many more are",
      { keysRequired: ["A_KEY"], keysToChoose: ["B_KEY"], keysSet: ["A_KEY", "B_KEY"] },
      ["x", "prog", "1.2.3", "A_KEY and 1 more"],
    ],
    ["which one to set", { keysRequired: ["A_KEY"], missing: ["no"] }, ["x", "prog", "1.2.3", "set A_KEY"]],
    ["that all are needed", { keysRequired: ["A_KEY", "B_KEY"] }, ["x", "prog", "1.2.3", "set A_KEY and 1 more"]],
    ["that one is enough", { keysToChoose: ["A_KEY", "B_KEY"] }, ["x", "prog", "1.2.3", "set A_KEY or 1 more"]],
    [
      "no variable that it cannot sign in with",
      { keysToChoose: ["A_KEY"], keysSet: ["A_MODEL"] },
      ["x", "prog", "1.2.3", "set A_KEY"],
    ],
    ["which login is used", { keysRequired: ["A_KEY"], login: "~/.x" }, ["x", "prog", "1.2.3", "login ~/.x"]],
    ["what is not here", { program: null, version: null, missing: ["no"] }, ["x", "no prog", "–", "its own login"]],
    ["what npx would fetch", { program: null, fetches: "@x/prog@1.2.3" }, ["x", "npx prog", "1.2.3", "its own login"]],
    ["a hostile version in plain", { version: "1.0\u001b[31m" }, ["x", "prog", "1.0\\u001b[31m", "its own login"]],
  ])("%s", (_, part, cells) => {
    expect(row(part)?.map((cell) => cell.replace("\\x1b", "\\u001b"))).toEqual(cells);
  });
});

/** A folder with a program that tells its version, what it was given, and a secret it should not have. */
async function withProgram(folder: string, body: string): Promise<NodeJS.ProcessEnv> {
  const bin = join(folder, "bin");
  await mkdir(bin);
  await writeFile(join(bin, "codex"), `#!${process.execPath}\n${body}`);
  await chmod(join(bin, "codex"), 0o755);
  return { PATH: bin, HOME: folder };
}

const project = { "axis.config.json": { agents: ["codex"] }, "scenarios/hello.json": validScenario };

describe("axis doctor", () => {
  test("tells program, version and key, and never a value", async () => {
    await using place = await temporaryProject(project);
    const env = {
      ...(await withProgram(place.folder, `console.log("codex-cli 9.8.7")`)),
      CODEX_API_KEY: "canary-4711",
    };
    const { code, out } = await drive(doctor, [], { cwd: place.folder, env });
    expect(code).toBe(0);
    expect(out).toMatch(/^codex +codex +9\.8\.7 +CODEX_API_KEY$/m);
    expect(out).not.toContain("canary-4711");
  });

  test("a program is asked for its version with next to no environment, and not waited for", async () => {
    await using place = await temporaryProject(project);
    const names = `console.log("1.0." + Object.keys(process.env).filter((name) => !/^(PATH|HOME|AXIS_RUN_ID)$/.test(name)).length)`;
    const env = { ...(await withProgram(place.folder, names)), CODEX_API_KEY: "canary-4711", GITHUB_TOKEN: "canary" };
    const { out } = await drive(doctor, ["--json"], { cwd: place.folder, env });
    const { agents } = JSON.parse(out) as { agents: AgentStatus[] };
    expect(agents).toMatchObject([{ name: "codex", configured: true, version: "1.0.0", keysSet: ["CODEX_API_KEY"] }]);
    expect(out).not.toContain("canary");
  });

  test("neither key nor login: exit 2, with the variable and the way to sign in", async () => {
    await using place = await temporaryProject(project);
    const env = await withProgram(place.folder, `process.exit(1)`);
    const { code, out } = await drive(doctor, [], { cwd: place.folder, env });
    expect(code).toBe(2);
    expect(out).toMatch(/^PROBLEM +agents +codex: .*CODEX_API_KEY is not set.*codex login/m);
    expect(out).toMatch(/^codex +codex +– +set CODEX_API_KEY$/m);
  });

  test("the table of all built-in agents fits 80 columns", async () => {
    await using place = await temporaryProject(project);
    const env = await withProgram(place.folder, `console.log("0.166.0")`);
    const { out } = await drive(doctor, ["--all"], { cwd: place.folder, env });
    const table = out.slice(out.indexOf("\nagent ") + 1).split("\n");
    expect(table.length).toBeGreaterThan(24);
    expect(table.filter((line) => line.length > 80)).toEqual([]);
  });

  test.each([
    ["crashes", `console.error("broken pipe"); process.exit(7)`, "exit code 7: broken pipe"],
    ["tells no version", `console.log("hello")`, "it did not tell its version"],
  ])("a program that %s is not said to run", async (_, body, said) => {
    await using place = await temporaryProject(project);
    const env = { ...(await withProgram(place.folder, body)), CODEX_API_KEY: "canary-4711" };
    const { out } = await drive(doctor, [], { cwd: place.folder, env });
    expect(out).toContain(said);
    expect(out).not.toMatch(/codex can run|Everything configured can run/);
  });

  test("names agents that the AXIS project has never run, in the findings and in the table", async () => {
    await using place = await temporaryProject({ ...project, "axis.config.json": { agents: ["goose"] } });
    const { out } = await drive(doctor, ["--json"], { cwd: place.folder });
    const { agents, findings } = JSON.parse(out) as { agents: AgentStatus[]; findings: { message: string }[] };
    expect(agents).toMatchObject([{ name: "goose", proven: "never" }]);
    expect(findings.map(({ message }) => message)).toContain(
      "goose: never run by the AXIS project; follows its vendor's documentation",
    );
    const all = (await drive(doctor, ["--all"], { cwd: place.folder })).out.replaceAll("\n", " ");
    expect(all).toMatch(/goose, .*kiro-cli: never run by the AXIS project; follows its vendor's documentation/);
    expect(all).toMatch(/auggie, factory-droid, qoder: the AXIS project has seen its program answer, but no task run/);
  });

  test("reports what an agent lacks once, even if it would also judge its own runs", async () => {
    await using place = await temporaryProject(project);
    const env = await withProgram(place.folder, `console.log("1.0.0")`);
    const { out } = await drive(doctor, [], { cwd: place.folder, env });
    expect(out.match(/CODEX_API_KEY is not set, and no login/g)).toHaveLength(1);
    expect(out).toContain("1 problem: not everything configured can run.");
  });
});
