/** A login of the operator, lent to a run for lack of a key: used, said, recorded, and never written down. */
import { chmod, mkdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { contentOf, openProject, type Project, scenario } from "./fixtures/driven.ts";

const token = "tok-4f1c9b7e2d8a4c6f9e0b";
const auth = JSON.stringify({ tokens: { access_token: token } });

/** Stands for codex: shows its login to everybody, and where else it could look. */
const talkative = `#!/usr/bin/env node
const { readFileSync, statSync } = require("node:fs");
const file = process.env.CODEX_HOME + "/auth.json";
const text = [readFileSync(file, "utf8"), (statSync(file).mode & 0o777).toString(8), "CODEX_API_KEY" in process.env].join(" ");
const say = (event) => console.log(JSON.stringify(event));
say({ type: "thread.started", thread_id: "t-1" });
say({ type: "turn.started" });
say({ type: "item.completed", item: { id: "item_0", type: "agent_message", text } });
say({ type: "turn.completed", usage: { input_tokens: 1, cached_input_tokens: 0, output_tokens: 1 } });
`;

async function signedIn(): Promise<Project> {
  const project = await openProject({
    "axis.config.json": { agents: ["codex"] },
    "scenarios/hello.json": scenario,
  });
  const [bin, home] = [join(project.root, "bin"), join(project.root, "home")];
  await mkdir(bin);
  await writeFile(join(bin, "codex"), talkative);
  await chmod(join(bin, "codex"), 0o755);
  await mkdir(join(home, ".codex"));
  await writeFile(join(home, ".codex", "auth.json"), auth);
  return project;
}

const withPrograms = (project: Project) => ({ PATH: `${join(project.root, "bin")}:${process.env["PATH"]}` });

test("the run has a copy for its user alone, and its tokens reach neither report nor terminal", async () => {
  await using project = await signedIn();
  const before = await stat(join(project.root, "home/.codex/auth.json"));
  const ran = await project.report(["--no-score", "-v"], { env: withPrograms(project) });
  const [result] = ran.report.results;
  const detail = await project.detail(result?.file ?? "");
  expect(detail.output.result).toBe('{"tokens":{"access_token":"[redacted]"}} 600 false');
  expect(result?.resolvedConfig.login).toBe("~/.codex/auth.json");
  expect(ran.stderr).toContain("codex has no key and uses the login in ~/.codex/auth.json");
  expect(ran.stdout + ran.stderr).not.toContain(token);
  for (const content of (await contentOf(join(project.folder, ".axis"))).values()) expect(content).not.toContain(token);
  expect(await readFile(join(project.root, "home/.codex/auth.json"), "utf8")).toBe(auth);
  expect((await stat(join(project.root, "home/.codex/auth.json"))).mtimeMs).toBe(before.mtimeMs);
  expect(await project.leftovers()).toEqual([]);
});

test("a key wins: the login stays where it is", async () => {
  await using project = await signedIn();
  const env = { ...withPrograms(project), CODEX_API_KEY: "key-of-the-operator-11" };
  const { report } = await project.report(["--no-score"], { env });
  expect(report.results[0]).toMatchObject({ failed: true, outcome: { code: "exit" } });
  expect(report.results[0]?.error).toContain("ENOENT");
  expect(report.results[0]?.resolvedConfig).not.toHaveProperty("login");
});
