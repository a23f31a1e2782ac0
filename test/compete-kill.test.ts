/** kill -9 of a competition between its steps: resuming it gives the same winner, and nothing twice. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Competition } from "../src/core/report/competition.ts";
import { JournalStep } from "../src/core/store.ts";
import { type ContestProject, openContestProject } from "./fixtures/contest.ts";
import { axisHere } from "./fixtures/driven.ts";
import { repository } from "./fixtures/project.ts";

const killer = join(repository, "test/fixtures/kill-at-step.mjs");
const once = ["compete", "slug", "-a", "careful,lazy", "--concurrency", "1", "--json"];
const rounds = [...once, "--until", "decided", "--trials", "3", "--max-trials", "6"];
const resumed = ["compete", "--resume", "latest", "--json"];
/** All steps with npm run test:fuzz; every third one otherwise, since each takes two competitions. */
const stride = process.env["AXIS_FUZZ_KILLS"] === undefined ? 3 : 1;
/** As many sequences of kills at a time. */
const shards = 4;

/** How often each agent was started. */
function countStarts({ outside }: ContestProject): Record<string, number> {
  const file = join(outside, "starts");
  const names = existsSync(file) ? readFileSync(file, "utf8").trimEnd().split("\n") : [];
  return Object.fromEntries(["careful", "lazy"].map((name) => [name, names.filter((each) => each === name).length]));
}

/** Kills the competition before one of its steps. Returns false if it ended before. */
async function isKilledAt(step: number, flags: readonly string[], project: ContestProject): Promise<boolean> {
  const log = join(project.outside, "steps");
  const env = { NODE_OPTIONS: `--import=${killer}`, AXIS_KILL_STEP: String(step), AXIS_KILL_LOG: log };
  const { signal, code, stderr } = await project.start(flags, { env }).ended;
  if (signal !== "SIGKILL" && code !== 0) throw new Error(stderr);
  return signal === "SIGKILL";
}

test.concurrent.for(Array.from({ length: shards }, (_, index) => index))(
  "killed between two steps, a competition resumes to its winner, and no finished run is repeated (%i)",
  async (shard) => {
    await using project = await openContestProject();
    const { git, folder } = project;
    for (let step = 1 + shard * stride; await isKilledAt(step, once, project); step += shards * stride) {
      const starts = countStarts(project);
      const recorded = readRecorded(folder);
      const { code, stdout, stderr } = await axisHere(project, resumed);
      if (stderr.includes("There is no competition")) {
        expect([code, starts]).toEqual([2, { careful: 0, lazy: 0 }]);
      } else {
        if (code !== 0) throw new Error(`step ${step}: ${stderr}`);
        const made = JSON.parse(stdout) as Competition;
        expect(made).toMatchObject({ winner: "careful", proposals: [{ trial: 1, branch: made.branches[0]?.branch }] });
        expect(made.ranking.map(({ passed }) => passed)).toEqual([1, 0]);
        const list = await git("branch", "--list", "axis/*", "--format=%(refname:short) %(objectname)");
        expect(list).toBe(made.branches.map(({ branch, commit }) => `${branch} ${commit}`).join("\n"));
        for (const name of recorded)
          expect({ step, name, starts: countStarts(project)[name] }).toEqual({ step, name, starts: 1 });
        expect(existsSync(join(folder, ".axis/competitions", made.id, "base.git"))).toBe(false);
        expect(await git("status", "--porcelain", "--", ".", ":(exclude).axis")).toBe("");
      }
      await forget(project);
    }
    expect(readFileSync(join(project.outside, "steps"), "utf8")).toContain("branches.ndjson");
  },
);

/** Removes what a competition leaves behind. */
async function forget({ folder, outside, git }: ContestProject): Promise<void> {
  const branches = await git("branch", "--list", "axis/*", "--format=%(refname:short)");
  if (branches !== "") await git("branch", "--delete", "--force", ...branches.split("\n"));
  await rm(join(folder, ".axis"), { recursive: true, force: true });
  await rm(join(outside, "starts"), { force: true });
  await rm(join(outside, "steps"), { force: true });
}

test("killed within and between the rounds of --until decided, it looks as often and proves the same", async () => {
  await using project = await openContestProject();
  const whole = await axisHere(project, rounds);
  const { look, headline } = JSON.parse(whole.stdout) as Competition;
  expect(look).toMatchObject({ number: 2, of: 2, trials: 6 });
  for (let step = 8 * stride; await forget(project), await isKilledAt(step, rounds, project); step += 8 * stride) {
    const { code, stdout } = await axisHere(project, resumed);
    expect([code, JSON.parse(stdout)]).toMatchObject([0, { look, headline, winner: "careful" }]);
    expect((JSON.parse(stdout) as Competition).ranking.map(({ runs, passed }) => [runs, passed])).toEqual([
      [6, 6],
      [6, 0],
    ]);
  }
});

/** The agents whose run is in the journal. */
function readRecorded(folder: string): string[] {
  const reports = join(folder, ".axis", "reports");
  const journal = join(reports, (existsSync(reports) ? readdirSync(reports)[0] : undefined) ?? "", "journal.ndjson");
  if (!existsSync(journal)) return [];
  const steps = readFileSync(journal, "utf8").split("\n").slice(0, -1);
  return steps
    .map((line) => JournalStep.parse(JSON.parse(line)))
    .flatMap((step) => (step.type === "run-recorded" ? step.data.cell.agent : []));
}
