/** AXIS killed while a judge compares patches: resuming asks only for what is missing, and counts what was spent. */
import { execFile } from "node:child_process";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import type { Competition } from "../src/core/report/competition.ts";
import { openProject, until } from "./fixtures/axis.ts";
import { judgeServer } from "./fixtures/judge-server.ts";

const run = promisify(execFile);
const env = { STUB_KEY: "canary-judge-key" };

function entrant(name: string, answer: string) {
  return { agent: "command", name, command: ["sh", "-c", `echo ${answer} > answer.txt; echo done`] };
}

test("a judge that was interrupted by a kill is asked for the rest, and for nothing twice", async () => {
  let isHanging = true;
  await using server = await judgeServer(async ({ prompt }, _response, count) => {
    // The second answer never comes while AXIS is alive for the first time.
    if (isHanging && count === 2) return await new Promise<undefined>(() => {});
    const nonce = [...prompt.matchAll(/whose "nonce" is "([0-9a-f]{32})"/g)].at(-1)?.[1] ?? "";
    const isGoodFirst = prompt.lastIndexOf("+good") < prompt.lastIndexOf("+bad");
    return JSON.stringify({ nonce, reason: "it is good", better: isGoodFirst ? "A" : "B" });
  });
  await using project = await openProject({
    "axis.config.json": JSON.stringify({
      scenarios: "./scenarios",
      agents: [entrant("ape", "good"), entrant("bee", "bad")],
      judging: {
        agents: [{ provider: "compatible", model: "stub", base_url: server.url, api_key_env: "STUB_KEY" }],
        questions: { environment: "rules", service: "rules", agent: "rules" },
      },
      settings: { sandbox: { driver: "none" } },
    }),
    "scenarios/task.json": JSON.stringify({
      name: "Task",
      prompt: "Write answer.txt",
      judge: [{ check: "There is an answer", verify: "test -s answer.txt" }],
    }),
  });
  const git = async (...args: string[]) => {
    const who = ["-c", "user.name=test", "-c", "user.email=test@localhost"];
    await run("git", [...who, ...args], { cwd: project.folder });
  };
  await git("init", "--quiet", "--initial-branch=main");
  await git("add", "--all");
  await git("commit", "--quiet", "--message=base");
  const { child, ended } = project.start(["compete", "task", "--rank", "judge", "--budget-tokens", "100000"], { env });
  await until(() => server.heard.length === 2);
  child.kill("SIGKILL");
  await ended;
  isHanging = false;
  await rm(join(project.folder, ".axis/judge-cache"), { recursive: true, force: true });
  const { code, stdout } = await project.axis(["compete", "--resume", "latest", "--json"], { env });
  expect(code).toBe(0);
  const made = JSON.parse(stdout) as Competition;
  expect(made).toMatchObject({
    winner: "ape",
    ranking: [{ rule: 7, duels: { played: 1, won: 1 } }, {}],
    judging: { duels: [{ replies: ["one", "one"], result: "one", reason: "it is good" }] },
  });
  expect(server.heard).toHaveLength(3);
  const kept = await readFile(join(project.folder, ".axis/competitions", made.id, "duels.ndjson"), "utf8");
  expect(kept.trim().split("\n")).toHaveLength(2);
  const reports = await project.axis(["reports", "latest", "--json"], { env });
  const { budget } = JSON.parse(reports.stdout) as { budget: { spent: { judges: { tokens: number } } } };
  expect(budget.spent.judges.tokens).toBe(240);
});
