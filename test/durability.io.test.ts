/** What is on disk survives torn ends and damage, and a project that changed is not taken for the one that was run. */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { contentOf, listing, openShellProject, type Project, scenario } from "./fixtures/driven.ts";

const journalOf = async (project: Project) => join(await project.reportFolder(), "journal.ndjson");
const idsIn = async (project: Project) =>
  (await listing(join(project.folder, ".axis/reports"))).filter((path) => !path.includes("/"));
const startsOf = async (project: Project) =>
  (await readFile(join(project.outside, "starts"), "utf8").catch(() => "")).split("\n").filter(Boolean).toSorted();

/** Three quick cells; each notes its start outside. */
const counting = () => ({
  agents: { agent: `echo "$(cat "$AXIS_PROMPT_FILE")" >> "$OUTSIDE/starts"; echo done` },
  scenarios: { a: { prompt: "a" }, b: { prompt: "b" }, c: { prompt: "c" } },
});

describe.concurrent("a torn end of the journal", () => {
  test.each([
    ["a last line without its line break", (text: string) => text.slice(0, -1)],
    ["half of the last record", (text: string) => text.slice(0, -40)],
    ["garbage after the last record", (text: string) => `${text}\u0000\u0001garbage`],
    ["one byte of a next record", (text: string) => `${text}{`],
  ])("%s is set aside with one sentence, and the work goes on", async (_what, tear) => {
    await using project = await openShellProject(counting());
    await project.axis(["run"]);
    const journal = await journalOf(project);
    await writeFile(journal, tear(await readFile(journal, "utf8")));
    const before = await startsOf(project);
    const resumed = await project.axis(["run", "--resume"]);
    expect([resumed.code, resumed.stderr]).toEqual([
      0,
      expect.stringMatching(/was incomplete and was moved to journal\.torn/),
    ]);
    expect(await startsOf(project)).toEqual(before);
    expect((await listing(await project.reportFolder())).includes("journal.torn")).toBe(true);
    expect((await project.stored()).state).toBe("complete");
    expect((await project.axis(["run", "--resume"])).stderr).not.toContain("journal.torn");
  });

  test("a journal cut at the end of every record lets exactly what is missing be done again", async () => {
    await using project = await openShellProject(counting());
    await project.axis(["run", "--concurrency", "1"]);
    const journal = await journalOf(project);
    const whole = await readFile(journal, "utf8");
    const records = whole.trimEnd().split("\n");
    for (const kept of [1, 3, 4, 6, records.length - 1]) {
      await writeFile(journal, `${records.slice(0, kept).join("\n")}\n`);
      const recorded = new Set(
        records
          .slice(0, kept)
          .filter((line) => line.includes('"type":"run-recorded"'))
          .map((line) => /"scenario":"(\w)"/.exec(line)?.[1]),
      );
      await writeFile(join(project.outside, "starts"), "");
      const resumed = await project.axis(["run", "--resume"]);
      expect([kept, resumed.code]).toEqual([kept, 0]);
      expect(await startsOf(project)).toEqual(["a", "b", "c"].filter((key) => !recorded.has(key)));
      expect((await project.stored()).summary.classes.completed).toBe(3);
    }
  });
});

test.concurrent("damage before the end is exit 3 with the offset; recover keeps the old journal beside a new one, and the work goes on", async () => {
  await using project = await openShellProject(counting());
  await project.axis(["run"]);
  const [id = ""] = await idsIn(project);
  const journal = await journalOf(project);
  const bytes = await readFile(journal);
  const second = bytes.indexOf(10) + 1;
  bytes[second + 30] = (bytes[second + 30] ?? 0) ^ 1;
  await writeFile(journal, bytes);
  const refused = await project.axis(["run", "--resume"]);
  expect([refused.code, refused.stderr]).toEqual([
    3,
    expect.stringMatching(new RegExp(`damaged at byte ${second}\\b[\\s\\S]*axis recover ${id}`)),
  ]);
  expect(refused.stderr).not.toContain("AXIS itself failed");
  const before = await startsOf(project);
  const recovered = await project.axis(["recover", id]);
  const [, kept = ""] = /The damaged journal was saved as (\S+)/.exec(recovered.stdout) ?? [];
  expect([recovered.code, (await readFile(join(project.folder, kept))).equals(bytes)]).toEqual([0, true]);
  const resumed = await project.axis(["run", "--resume", id]);
  expect([resumed.code, (await project.stored()).summary.classes.completed]).toEqual([0, 3]);
  expect(await startsOf(project)).toEqual(before);
});

describe.concurrent("a project that changed since its report was begun", () => {
  const interrupted = async () => {
    const project = await openShellProject({ ...counting(), config: { settings: { concurrency: 1 } } });
    await project.axis(["run"]);
    await writeFile(join(project.outside, "starts"), "");
    return project;
  };

  test("is refused with what changed, and --accept-changes runs again only what is affected", async () => {
    await using project = await interrupted();
    await project.write({ "scenarios/b.json": { ...scenario, prompt: "b changed" } });
    const refused = await project.axis(["run", "--resume"]);
    expect([refused.code, refused.stderr]).toEqual([
      2,
      expect.stringMatching(/scenario "b" changed[\s\S]*--accept-changes/),
    ]);
    expect(refused.stderr).not.toMatch(/scenario "[ac]"/);
    expect(await startsOf(project)).toEqual([]);
    const accepted = await project.axis(["run", "--resume", "--accept-changes"]);
    expect([accepted.code, await startsOf(project)]).toEqual([0, ["b changed"]]);
    const files = await listing(join(await project.reportFolder(), "scenarios/b"));
    expect(files).toEqual(expect.arrayContaining(["agent.json", "agent.attempt-2.json"]));
    expect(await readFile(await journalOf(project), "utf8")).toContain('"type":"stale"');
    expect((await project.stored()).results.find(({ scenarioKey }) => scenarioKey === "b")?.prompt).toBe("b changed");
  });

  test.each([
    [
      "the agent",
      {
        agents: [{ agent: "command", name: "agent", command: 'echo x >> "$OUTSIDE/starts"; echo other' }],
        env: ["OUTSIDE"],
        settings: { concurrency: 1 },
      },
      /agent "agent" changed/,
      3,
    ],
    [
      "a weight",
      { settings: { concurrency: 1, scoring_weights: { goal_achievement: 0.5, agent: 0.1 } } },
      /settings changed/,
      0,
    ],
  ])("%s that changed is listed", async (what, config, said, starts) => {
    await using project = await interrupted();
    const old = JSON.parse(await readFile(join(project.folder, "axis.config.json"), "utf8")) as object;
    await project.write({ "axis.config.json": { ...old, ...config } });
    const refused = await project.axis(["run", "--resume"]);
    expect([what, refused.code, refused.stderr]).toEqual([what, 2, expect.stringMatching(said)]);
    const accepted = await project.axis(["run", "--resume", "--accept-changes"]);
    expect([what, accepted.code, (await startsOf(project)).length]).toEqual([what, 0, starts]);
  });

  test("with a file of a check that changed is refused too", async () => {
    await using project = await openShellProject({
      scenarios: { task: { judge: [{ check: "x", verify: { command: "sh tests/run.sh", files: ["tests/**"] } }] } },
      files: { "scenarios/tests/run.sh": "true" },
    });
    await project.axis(["run"]);
    await project.write({ "scenarios/tests/run.sh": "true # changed" });
    const refused = await project.axis(["run", "--resume"]);
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('scenario "task" changed')]);
  });

  test("and one that did not goes on with nothing, or with further trials only", async () => {
    await using project = await interrupted();
    expect((await project.axis(["run", "--resume"])).code).toBe(0);
    expect(await startsOf(project)).toEqual([]);
    const more = await project.axis(["run", "--resume", "--trials", "2"]);
    expect([more.code, await startsOf(project)]).toEqual([0, ["a", "b", "c"]]);
    expect((await project.stored()).results.map(({ trials }) => trials?.length)).toEqual([2, 2, 2]);
  });
});

test.concurrent("a report is never overwritten: a run after a run keeps the first byte for byte", async () => {
  await using project = await openShellProject(counting());
  await project.axis(["run"]);
  const [first = ""] = await idsIn(project);
  const folder = join(project.folder, ".axis/reports", first);
  const before = await contentOf(folder);
  await project.axis(["run"]);
  expect(await contentOf(folder)).toEqual(before);
});

test("a report is resumed as a whole, and a rescored one says whose runs it has", async () => {
  await using project = await openShellProject({ agents: { agent: "echo done" } });
  const { report } = await project.report([]);
  const filtered = await project.axis(["run", "--resume", "-s", "x"]);
  expect([filtered.code, filtered.stderr.includes("cannot be combined")]).toEqual([2, true]);
  await project.axis(["rescore", "latest"]);
  const { code, stderr } = await project.axis(["run", "--resume"]);
  expect(code).toBe(2);
  expect(stderr).toContain(`axis run --resume ${report.reportId}`);
});
