/** What to fix, through the real commands: `axis run` stores it, `axis reports --fix` shows it, every export has it. */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { EntryInput } from "../src/core/entry.ts";
import type { Report } from "../src/core/report.ts";
import { fetched, playCalls, shell } from "../src/judging/fixes/scored-run.fixture.ts";
import { openProject, type Project, scenario } from "./fixtures/driven.ts";

const toLines = (entries: readonly EntryInput[]) => entries.map((entry) => JSON.stringify(entry)).join("\n");

const deploy = shell("npx -y acme@2 deploy --preview", "error: unknown option '--preview'", { exitCode: 2 });
const guessed = fetched("https://docs.acme.dev/api/v1", "404 Not Found", { httpStatus: 404 });
const evil = shell("acme\u202E login\u0007", "\u001B[2Jerror: no `session`\u202E <script>", { exitCode: 9 });

/** Two scenarios that are played back for two agents. */
async function openReplayed(transcripts: Readonly<Record<string, readonly EntryInput[]>>): Promise<Project> {
  const names = Object.keys(transcripts);
  return await openProject({
    "axis.config.json": {
      name: "acme",
      agents: ["one", "two"].map((name) => ({ agent: "replay", name, transcript: "transcripts/{scenario}.ndjson" })),
    },
    ...Object.fromEntries(names.map((name) => [`scenarios/${name}.json`, { ...scenario, name }])),
    ...Object.fromEntries(names.map((name) => [`transcripts/${name}.ndjson`, toLines(transcripts[name] ?? [])])),
  });
}

test("a run stores what to fix; the terminal, JSON and Markdown show it", async () => {
  await using project = await openReplayed({
    a: playCalls([deploy, shell("npx -y acme@2 deploy", "deployed")]),
    b: playCalls([deploy, guessed]),
  });
  const { report } = await project.report();
  const stored = await project.stored();
  expect(stored.fixes).toEqual(report.fixes);
  expect(stored.fixes?.map(({ title, runs, workedLater }) => [title, runs.length, workedLater])).toEqual([
    ["acme deploy ends with exit code 2: unknown option '--preview'", 4, 2],
    ["docs.acme.dev/api/v1 answers 404 Not Found", 2, 0],
  ]);
  const shown = await project.axis(["reports", "latest", "--fix"]);
  expect(shown.code).toBe(0);
  expect(shown.stdout).toContain("What to fix  2 causes in 4 runs, the most expensive first");
  expect(shown.stdout).toContain(" 1  acme deploy ends with exit code 2: unknown option '--preview'");
  expect(shown.stdout).toContain(`Open        axis reports ${report.reportId} a -a one  (trial 1, step 1)`);
  const json = JSON.parse((await project.axis(["reports", "latest", "--fix", "--json"])).stdout) as Report;
  expect(json).toEqual({ reportId: report.reportId, fixes: stored.fixes, fixSummary: stored.fixSummary });
  const byOwner = await project.axis(["reports", "latest", "--fix-by", "owner"]);
  expect(byOwner.stdout).toMatch(/\nacme {2}[\d.]+(?: to [\d.]+)? points together · 4 runs\n 1 {2}acme deploy/);
  const out = join(project.root, "report.md");
  await project.axis(["reports", "latest", "--markdown", out]);
  expect(await readFile(out, "utf8")).toMatch(/### What to fix\n\n- \*\*.* points\*\*, 4 runs: `acme deploy ends/);
});

test("for one agent, one scenario or a report of an older version it is computed, and nothing is written", async () => {
  await using project = await openReplayed({ a: playCalls([deploy]), b: playCalls([guessed, guessed]) });
  await project.report();
  const whole = (await project.axis(["reports", "latest", "--fix"])).stdout;
  const one = JSON.parse((await project.axis(["reports", "latest", "a", "--fix", "--json"])).stdout) as Report;
  expect(one.fixes?.map(({ target, runs }) => [target, runs.length])).toEqual([["acme deploy", 2]]);
  const agent = JSON.parse(
    (await project.axis(["reports", "latest", "--fix", "--json", "-a", "two"])).stdout,
  ) as Report;
  expect(agent.fixSummary?.runs).toBe(2);
  expect(agent.fixes?.every(({ runs }) => runs.every(({ agentName }) => agentName === "two"))).toBe(true);
  const file = join(await project.reportFolder(), "report.json");
  const { fixes: _fixes, fixSummary: _summary, ...older } = JSON.parse(await readFile(file, "utf8")) as Report;
  await writeFile(file, JSON.stringify(older));
  expect((await project.axis(["reports", "latest", "--fix"])).stdout).toBe(whole);
  expect(await readFile(file, "utf8")).toBe(JSON.stringify(older));
});

test("a rescore has it, and a project without a failure has nothing to fix", async () => {
  await using project = await openReplayed({ a: playCalls([deploy]) });
  const { report } = await project.report();
  const rescored = JSON.parse((await project.axis(["rescore", "latest", "--json"])).stdout) as Report;
  expect(rescored.fixes).toEqual(report.fixes);
  await using clean = await openReplayed({ a: playCalls([shell("npm test", "12 tests passed")]) });
  expect((await clean.report()).report).toMatchObject({ fixes: [], fixSummary: { runs: 2 } });
  expect((await clean.axis(["reports", "latest", "--fix"])).stdout).toMatch(/^Nothing to fix: 2 runs/);
});

test("what an agent wrote can neither move the cursor nor hide in the list", async () => {
  await using project = await openReplayed({ a: playCalls([evil]) });
  const { report } = await project.report();
  expect(report.fixes?.[0]?.title).toBe("acme ends with exit code 9: no `session` <script>");
  const { stdout } = await project.axis(["reports", "latest", "--fix"]);
  expect(stdout).not.toMatch(/[\u0000-\u0009\u000B-\u001F\u007F-\u009F\u202A-\u202E]/);
});

test("a secret does not reach a title or the evidence", async () => {
  await using project = await openReplayed({
    a: playCalls([shell("acme login", "error: key sk-proj-4f9d8e7c6b5a43210fedcba9 was refused", { exitCode: 1 })]),
  });
  const env = { ACME_API_KEY: "sk-proj-4f9d8e7c6b5a43210fedcba9" };
  const { report } = await project.report([], { env });
  expect(report.fixes).toHaveLength(1);
  expect(JSON.stringify(report.fixes)).not.toContain("4f9d8e7c6b5a");
});

test("--fix needs a whole report", async () => {
  await using project = await openReplayed({ a: playCalls([deploy]) });
  const none = await project.axis(["reports", "--fix"]);
  expect(none).toMatchObject({ code: 2 });
  expect(none.stderr).toContain("--fix needs a report");
  const both = await project.axis(["reports", "latest", "--fix", "--html"]);
  expect(both).toMatchObject({ code: 2 });
  expect(both.stderr).toContain("--fix prints a list and cannot be combined with --html");
});
