/** What is on disk survives crowds, stale locks and full disks. */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import {
  contentOf,
  isWritten,
  listing,
  openShellProject,
  type Project,
  scenario,
  shell,
  until,
} from "./fixtures/axis.ts";

const idsIn = async (project: Project) =>
  (await listing(join(project.folder, ".axis/reports"))).filter((path) => !path.includes("/"));

test.concurrent("ten processes that start at once make ten reports", async () => {
  await using project = await openShellProject({});
  const ran = await Promise.all(Array.from({ length: 10 }, () => project.axis(["run", "--json"])));
  expect(ran.map(({ code }) => code)).toEqual(Array<number>(10).fill(0));
  const ids = ran.map(({ stdout }) => (JSON.parse(stdout) as { reportId: string }).reportId);
  expect(new Set(ids).size).toBe(10);
  expect((await idsIn(project)).toSorted()).toEqual(ids.toSorted());
  expect(await project.leftovers()).toEqual([]);
});

test.concurrent("a second process on the same report is refused with the first one's pid; a lock of a dead one is taken over", async () => {
  await using project = await openShellProject({
    agents: { agent: `echo $$ > "$OUTSIDE/at"; [ -e "$OUTSIDE/quick" ] || sleep 600; echo done` },
  });
  const first = project.start(["run"]);
  await until(() => isWritten(join(project.outside, "at")));
  const before = await contentOf(await project.reportFolder());
  const second = await project.axis(["run", "--resume"]);
  expect([second.code, second.stderr]).toEqual([2, expect.stringContaining(`process ${first.child.pid}`)]);
  expect([...(await contentOf(await project.reportFolder())).keys()]).toEqual([...before.keys()]);
  expect((await project.axis(["reports"])).stdout).toContain("running");
  first.child.kill("SIGKILL");
  await first.ended;
  await writeFile(join(project.outside, "quick"), "");
  const third = await project.axis(["run", "--resume"]);
  expect([third.code, third.stderr]).toEqual([
    0,
    expect.stringMatching(new RegExp(`process ${first.child.pid}, which no longer exists`)),
  ]);
  expect(await project.survivors()).toEqual([]);
  expect(await project.leftovers()).toEqual([]);
});

test.concurrent("what a killed AXIS left running is ended by the next one, which says so; a stranger's process is not touched", async () => {
  await using project = await openShellProject({
    agents: { agent: `setsid sleep 600 & echo $! > "$OUTSIDE/at"; [ -e "$OUTSIDE/quick" ] || sleep 600; echo done` },
  });
  const first = project.start(["run"]);
  await until(() => isWritten(join(project.outside, "at")));
  first.child.kill("SIGKILL");
  await first.ended;
  expect(process.kill(Number(await readFile(join(project.outside, "at"), "utf8")), 0)).toBe(true);
  await writeFile(join(project.outside, "quick"), "");
  const again = await project.axis(["run", "--resume"]);
  expect([again.code, again.stderr]).toEqual([
    0,
    expect.stringMatching(/Ended processes left over from an interrupted run: \d+/),
  ]);
  expect(await project.survivors()).toEqual([]);
  expect(await project.leftovers()).toEqual([]);
});

describe("a full disk", () => {
  const canMount = (() => {
    if (process.getuid?.() !== 0) return false;
    const folder = execFileSync("mktemp", ["-d"], { encoding: "utf8" }).trim();
    const tried = spawnSync("mount", ["-t", "tmpfs", "-o", "size=64k", "tmpfs", folder]);
    if (tried.status === 0) execFileSync("umount", [folder]);
    return tried.status === 0;
  })();

  /** A file system of its own size in the place of .axis, or of another folder. */
  const smallDisk = async (
    project: Project,
    size: string,
    name = ".axis",
  ): Promise<{ folder: string } & Disposable> => {
    const folder = join(project.folder, name);
    await mkdir(folder);
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${size}`, "tmpfs", folder]);
    return { folder, [Symbol.dispose]: () => void execFileSync("umount", [folder]) };
  };

  test.skipIf(!canMount)(
    "stops the work with one sentence and exit 3, and what was readable stays readable (needs root and mount)",
    async () => {
      await using project = await openShellProject({
        agents: { agent: `grep -q big "$AXIS_PROMPT_FILE" && head -c 3000000 /dev/zero | tr '\\0' x; echo done` },
        scenarios: { a: { prompt: "small" }, b: { prompt: "big" }, c: { prompt: "small" }, d: { prompt: "small" } },
        config: { settings: { concurrency: 1 } },
      });
      using small = await smallDisk(project, "2m");
      const ran = await project.axis(["run"]);
      expect([ran.code, ran.stderr]).toEqual([3, expect.stringMatching(/ENOSPC|no space|disk is full/i)]);
      expect(ran.stderr).not.toMatch(/AXIS itself failed|\n {4}at /);
      const listed = await project.axis(["reports"]);
      expect(listed.code).toBe(0);
      const [id = ""] = await idsIn(project);
      expect(ran.stderr).toContain(`Free some disk space first. Resume with: axis run --resume ${id}\n`);
      const detail = await readFile(join(small.folder, "reports", id, "scenarios/a/agent.json"), "utf8");
      expect(JSON.parse(detail)).toMatchObject({ scenarioKey: "a", score: expect.anything() });
      expect(await project.survivors()).toEqual([]);
      expect(await project.leftovers()).toEqual([]);
      await shell(project, `rm -f .axis/reports/*/scenarios/b/*.raw.ndjson*`);
      await project.write({ "scenarios/b.json": { ...scenario, prompt: "small now" } });
      const resumed = await project.axis(["run", "--resume", "--accept-changes"]);
      expect([resumed.code, (await project.stored()).summary.classes.completed]).toEqual([0, 4]);
    },
  );

  test.skipIf(!canMount)("from the start is said before an agent runs (needs root and mount)", async () => {
    await using project = await openShellProject({ agents: { agent: 'touch "$OUTSIDE/ran"' } });
    using small = await smallDisk(project, "16k");
    await writeFile(join(small.folder, "filler"), Buffer.alloc(16 * 1024));
    const ran = await project.axis(["run"]);
    expect([ran.code, ran.stderr]).toEqual([3, expect.stringMatching(/disk is full/)]);
    expect(ran.stderr).not.toMatch(/AXIS itself failed/);
    expect(await listing(project.outside)).toEqual([]);
    // Nothing was recorded that could be gone on with, and nothing is left that would be listed.
    expect(ran.stderr).not.toContain("--resume");
    expect((await project.axis(["reports"])).stderr).toBe("");
  });

  test.skipIf(!canMount)("is not the fault of whoever asks for a file (needs root and mount)", async () => {
    await using project = await openShellProject({ agents: { agent: "echo done" } });
    await project.report([]);
    using small = await smallDisk(project, "16k", "full");
    await writeFile(join(small.folder, "filler"), Buffer.alloc(16 * 1024));
    for (const args of [
      ["reports", "export", "latest", "-o", "full/page.html"],
      ["reports", "export", "latest", "--format", "markdown", "-o", "full/page.md"],
      ["schema", "--out", "full"],
    ]) {
      const ran = await project.axis(args);
      expect([args[0], ran.code, ran.stderr]).toEqual([args[0], 3, expect.stringContaining("Free some disk space")]);
    }
  });
});
