/** The example of a competition does what its page says, and leaves the user's repository as it was. */
import { execFile } from "node:child_process";
import { chmod, cp, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import type { Competition } from "../src/core/report/competition.ts";
import { openContestProject } from "./fixtures/contest.ts";
import { axisHere, openProject } from "./fixtures/driven.ts";
import { root } from "./markdown.ts";

const run = promisify(execFile);

function gitOf(cwd: string) {
  return async (...args: string[]) => {
    const who = ["-c", "user.name=test", "-c", "user.email=test@localhost"];
    return (await run("git", [...who, ...args], { cwd })).stdout.trimEnd();
  };
}

async function openExample() {
  const project = await openProject({});
  await cp(join(root, "examples/compete"), project.folder, { recursive: true });
  const git = gitOf(project.folder);
  await git("init", "--quiet", "--initial-branch=main");
  await git("add", "--all");
  await git("commit", "--quiet", "--message=the base");
  return Object.assign(project, { git });
}

test("the careful entrant wins, its branch and patch are there, and apply brings its changes", async () => {
  await using project = await openExample();
  const { code, stdout, stderr } = await project.axis(["compete", "slug"]);
  expect(stderr).not.toContain("no branch");
  expect(stdout).toMatch(/^WINNER careful by scorecard \d+ to \d+; too close to call against hasty and lazy\n/);
  expect(code).toBe(0);
  const branches = (await project.git("branch", "--list", "axis/*", "--format=%(refname:short)")).split("\n");
  expect(branches.map((name) => name.split("/").slice(2).join("/"))).toEqual(["careful/t1", "hasty/t1"]);
  const [careful = ""] = branches;
  expect(await project.git("log", "-1", "--format=%an %P", careful)).toBe(
    `AXIS ${await project.git("rev-parse", "HEAD")}`,
  );
  expect(await project.git("diff", "--name-only", "HEAD", careful)).toBe("slug.mjs");
  expect((await project.axis(["compete", "show"])).stdout).toBe(stdout);
  expect(await project.axis(["compete", "apply"])).toMatchObject({ code: 0 });
  expect(await project.git("diff", "--cached", careful)).toBe("");
});

test("with --require-proven, one run each is not enough", async () => {
  await using project = await openExample();
  expect((await project.axis(["compete", "slug", "-a", "careful,lazy", "--require-proven"])).code).toBe(1);
  expect((await project.axis(["reports"])).stdout).toMatch(/^\S+ {2}WINNER careful, too close to call {2}AXIS Result/);
  const refused = await project.axis(["compete", "slug", "--queue", "--no-push"]);
  expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining("cannot be combined with --no-push")]);
});

test("--until decided adds rounds until the winner is proven, and says at which look", async () => {
  await using project = await openContestProject();
  const asked = ["compete", "slug", "-a", "careful,lazy", "--until", "decided"];
  const { code, stdout, stderr } = await axisHere(project, [...asked, "--require-proven"]);
  expect(stderr).toContain("Looks after 3, 6, 12, 24, 50 trials of each scenario, and stops as soon as it is decided");
  expect(stdout).toMatch(/^WINNER careful, proven\n/);
  expect(stdout).toContain("6 of 6");
  expect((await project.axis(["reports"])).stdout).toMatch(/^\S+ {2}WINNER careful, proven {2}AXIS Result/);
  expect(stdout).toContain("Look 2 of 5, after 6 trials of at most 50, at level 0.01.");
  expect(code).toBe(0);
  expect((await project.stored()).results.map(({ trials }) => trials?.length)).toEqual([6, 6]);
  const refused = await axisHere(project, [...asked, "--trials", "9", "--max-trials", "9"]);
  expect(refused).toMatchObject({ code: 2 });
  expect(refused.stderr).toContain("--trials is the first round, and must be below --max-trials (9)");
});

test("a pick is kept in the record and in the report, and axis calibrate counts it", async () => {
  await using project = await openExample();
  await project.axis(["compete", "slug"]);
  const stranger = await project.axis(["compete", "show", "--pick", "nobody"]);
  expect(stranger).toMatchObject({ code: 2 });
  expect(stranger.stderr).toContain("Pick one of: careful, hasty, lazy");
  const picked = await project.axis(["compete", "show", "--pick", "hasty", "--note", "shorter"]);
  expect(picked.stdout).toMatch(/^PICKED hasty, by .+: shorter$/m);
  const { competition } = await project.stored();
  expect(competition?.pick).toMatchObject({ agentName: "hasty", note: "shorter" });
  const counted = await project.axis(["calibrate"]);
  expect(counted.stdout).toContain(
    "Picks: 1 competition, 0 with the proposed winner\nagreement     0.00 (95 %: 0.00 to 0.79)",
  );
  expect(counted.stdout).toMatch(/cmp_\w+: picked hasty, proposed: WINNER careful by .*; people: shorter/);
  await project.axis(["compete", "show", "--pick", "careful"]);
  expect((await project.axis(["calibrate", "--json"])).stdout).toContain('"agreed": 1');
  const again = await project.axis(["compete", "--resume", "latest", "--json"]);
  expect(JSON.parse(again.stdout)).toMatchObject({ pick: { agentName: "careful", note: null } });
});

test("uncommitted changes are refused, and left alone with --allow-dirty, hooks and all", async () => {
  await using project = await openExample();
  const { git, folder } = project;
  await writeFile(join(folder, "README.md"), "staged\n");
  await git("add", "README.md");
  await writeFile(join(folder, "README.md"), "changed again\n");
  await writeFile(join(folder, "new.txt"), "untracked\n");
  const refused = await project.axis(["compete", "slug"]);
  expect(refused).toMatchObject({ code: 2 });
  expect(refused.stderr).toContain("uncommitted changes, which the entrants would not get: README.md, new.txt");
  await mkdir(join(folder, ".git/hooks"), { recursive: true });
  for (const name of ["reference-transaction", "post-checkout", "pre-commit", "post-commit", "pre-auto-gc"]) {
    const hook = join(folder, ".git/hooks", name);
    await writeFile(hook, "#!/bin/sh\ntouch hook-ran\n");
    await chmod(hook, 0o755);
  }
  const look = async () => [
    await readFile(join(folder, ".git/index"), "latin1"),
    await readFile(join(folder, ".git/HEAD"), "utf8"),
    await readFile(join(folder, "README.md"), "utf8"),
    await git("-c", "core.hooksPath=/dev/null", "--no-optional-locks", "status", "--porcelain"),
  ];
  const before = await look();
  const { code, stdout } = await project.axis(["compete", "slug", "-a", "careful,lazy", "--allow-dirty", "--json"]);
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ winner: "careful", isDirty: true });
  expect(await look()).toEqual(before);
});

test("apply runs the gates again where the base has moved, and refuses work that no longer passes", async () => {
  await using project = await openExample();
  const { git, folder } = project;
  await project.axis(["compete", "slug", "-a", "careful,lazy"]);
  const tests = join(folder, "test/slug.test.mjs");
  await writeFile(tests, (await readFile(tests, "utf8")).replaceAll("done", "finished"));
  await git("commit", "--quiet", "--all", "--message=another test");
  const refused = await project.axis(["compete", "apply"]);
  expect(refused).toMatchObject({ code: 1 });
  expect(refused.stderr).toContain("no longer passes there");
  expect(await git("status", "--porcelain")).toBe("");
  await git("reset", "--quiet", "--hard", "HEAD~1");
  await writeFile(join(folder, "other.txt"), "nothing to do with it\n");
  await git("add", "--all");
  await git("commit", "--quiet", "--message=something else");
  expect(await project.axis(["compete", "apply"])).toMatchObject({ code: 0 });
  expect(await git("diff", "--cached", "--name-only")).toBe("slug.mjs");
});

test("prune keeps winners, branches that moved, and branches that are checked out", async () => {
  await using project = await openExample();
  const { git } = project;
  await project.axis(["compete", "slug", "-a", "careful,hasty"]);
  const list = async () =>
    (await git("branch", "--list", "axis/*", "--format=%(refname:short)")).split("\n").filter(Boolean);
  const [winner = "", loser = ""] = await list();
  const dry = await project.axis(["compete", "prune", "--dry-run"]);
  expect(dry.stdout).toBe(`would delete  ${loser}\n`);
  expect((await project.axis(["compete", "prune", "--older-than", "1d"])).stdout).toBe("");
  await git("checkout", "--quiet", loser);
  expect((await project.axis(["compete", "prune"])).stdout).toContain("it is checked out");
  await git("checkout", "--quiet", "main");
  await git("branch", "--force", winner, "main");
  expect((await project.axis(["compete", "prune", "--all"])).stdout).toContain("another commit");
  expect(await list()).toEqual([winner]);
});

test("a competition resumes only as one, and then nothing runs twice", async () => {
  await using project = await openExample();
  const { stdout } = await project.axis(["compete", "slug", "-a", "careful,lazy", "--json"]);
  const { id } = JSON.parse(stdout) as { id: string };
  const refused = await project.axis(["run", "--resume"]);
  expect(refused).toMatchObject({ code: 2 });
  expect(refused.stderr).toContain(`axis compete --resume ${id}`);
  const again = await project.axis(["compete", "--resume", id, "--json"]);
  expect(JSON.parse(again.stdout)).toEqual(JSON.parse(stdout));
});

test("entrants of a project in a subfolder get the whole repository, without the answer in later commits", async () => {
  const config = {
    scenarios: "./scenarios",
    agents: ["one", "two"].map((name) => ({
      agent: "command",
      name,
      command: `sh -c '${name === "one" ? solve : look}'`,
    })),
  };
  await using project = await openProject({
    "evals/axis.config.json": JSON.stringify(config),
    "evals/scenarios/task.json": JSON.stringify({
      name: "Task",
      prompt: "Write answer.txt",
      judge: [{ check: "The answer is there", verify: "grep -q solved answer.txt" }],
    }),
    "top.txt": "top\n",
  });
  const git = gitOf(project.folder);
  await git("init", "--quiet", "--initial-branch=main");
  await git("add", "--all");
  await git("commit", "--quiet", "--message=base");
  await git("tag", "base");
  await writeFile(join(project.folder, "answer.txt"), "solved: the-planted-answer\n");
  await git("add", "--all");
  await git("commit", "--quiet", "--message=the answer");
  const asked = ["compete", "task", "--base", "base", "-c", "evals/axis.config.json", "--json"];
  const { code, stdout, stderr } = await project.axis(asked);
  expect(stderr).toContain("no gate checks the work");
  expect(code).toBe(0);
  const made = JSON.parse(stdout) as Competition;
  expect(made).toMatchObject({ winner: "one", base: { ref: "base", commit: await git("rev-parse", "base") } });
  const found = made.branches.find(({ agentName }) => agentName === "two")?.branch ?? "";
  expect(await git("show", `${found}:found.txt`)).toBe("top");
});

test("two skills compete as two entries of the same agent, on several scenarios at once", async () => {
  const command = "sh -c 'sed -n s/^answer:.//p .agents/skills/notes/SKILL.md > answer.txt; cat answer.txt'";
  const skill = (answer: string) => `---\nname: notes\ndescription: What to answer.\n---\nanswer: ${answer}\n`;
  const task = {
    name: "Task",
    prompt: "Write answer.txt",
    judge: [{ check: "Right", verify: "grep -q 42 answer.txt" }],
  };
  await using project = await openProject({
    "axis.config.json": {
      scenarios: "./scenarios",
      agents: ["old", "new"].map((name) => ({ agent: "command", name, command, skills: [`./skills/${name}/notes`] })),
    },
    "scenarios/one.json": task,
    "scenarios/two.json": task,
    "skills/old/notes/SKILL.md": skill("41"),
    "skills/new/notes/SKILL.md": skill("42"),
  });
  const git = gitOf(project.folder);
  await git("init", "--quiet", "--initial-branch=main");
  await git("add", "--all");
  await git("commit", "--quiet", "--message=base");
  const { code, stdout } = await project.axis(["compete", "*", "--agents", "old,new"]);
  expect(stdout).toMatch(/^WINNER new by 2 to 0 passed runs; too close to call against old\n/);
  expect(stdout).toMatch(/^ {5}new +old\none {2}● \d+ +✗ \d+\ntwo {2}● \d+ +✗ \d+$/m);
  expect(code).toBe(0);
});

const solve = "echo solved > answer.txt; echo done";
/** Whatever git has, and what the folder of the workspace holds. */
const look =
  "cat top.txt > found.txt; git cat-file --batch-all-objects --batch | grep planted >> found.txt; git rev-list --all --objects | grep answer >> found.txt; echo looked";
