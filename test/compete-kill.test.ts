/** AXIS killed in the middle of a competition: resuming it gives the winner that it would have had, and nothing twice. */
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { cp, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import type { Competition } from "../src/core/report/competition.ts";
import { openProject, until } from "./fixtures/axis.ts";
import { root } from "./markdown.ts";

const run = promisify(execFile);

test("a competition that was killed resumes to the same winner, and finished runs are not repeated", async () => {
  await using project = await openProject({});
  const { folder, outside } = project;
  await cp(join(root, "examples/compete"), folder, { recursive: true });
  const git = async (...args: string[]) => {
    const who = ["-c", "user.name=test", "-c", "user.email=test@localhost"];
    return (await run("git", [...who, ...args], { cwd: folder })).stdout.trimEnd();
  };
  // The careful entrant is first; the other one waits until it may go on.
  const waiting = `test -e ${join(outside, "go")} || { touch ${join(outside, "waits")}; sleep 100; }; exec node ${join(folder, "agent/entrant.mjs")} lazy`;
  const agents = [
    { agent: "command", name: "careful", command: ["./agent/entrant.mjs", "careful"] },
    { agent: "command", name: "hasty", command: ["sh", "-c", waiting] },
  ];
  await writeFile(
    join(folder, "axis.config.json"),
    JSON.stringify({ scenarios: "./scenarios", agents, settings: { sandbox: { driver: "none" } } }),
  );
  await git("init", "--quiet", "--initial-branch=main");
  await git("add", "--all");
  await git("commit", "--quiet", "--message=base");
  const flags = ["compete", "slug", "--concurrency", "1"];
  const { child, ended } = project.start(flags);
  await until(() => existsSync(join(outside, "waits")));
  child.kill("SIGKILL");
  await ended;
  const list = async () => await git("branch", "--list", "axis/*", "--format=%(refname:short) %(objectname)");
  const before = await list();
  expect(before).toMatch(/^axis\/[0-9a-z]{8}\/careful\/t1 /);
  await writeFile(join(outside, "go"), "");
  const id = before.split("/")[1] ?? "";
  const { code, stdout } = await project.axis(["compete", "--resume", id, "--json"]);
  expect(code).toBe(0);
  const made = JSON.parse(stdout) as Competition;
  expect(made).toMatchObject({ winner: "careful", proposals: [{ trial: 1 }] });
  const after = await list();
  expect(after.split("\n")).toContain(before);
  expect(made.branches.map(({ branch, commit }) => `${branch} ${commit}`)).toContain(before);
  expect(existsSync(join(folder, ".axis/competitions", made.id, "base.git"))).toBe(false);
});
