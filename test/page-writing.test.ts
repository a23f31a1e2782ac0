/** Pages are there whole, or as they were: with a disk that takes no more, and when AXIS is killed while it writes. */
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openShellProject, type Project, shell } from "./fixtures/axis.ts";

/** No file may grow beyond 64 kB, as on a full disk: less than a page, more than anything before it. */
const fullDisk = `trap '' XFSZ; ulimit -f 128;`;
const old = "the page before";

let project: Project;
let page: string;
beforeAll(async () => {
  // Some megabytes that do not compress, so that writing takes a while.
  const agents = { agent: "head -c 3000000 /dev/urandom | base64; echo done" };
  project = await openShellProject({ agents, files: { "answers.jsonl": `{"id":"a","actual_output":"a"}\n` } });
  await project.report();
  page = join(await project.reportFolder(), "report.html");
});
afterAll(() => project[Symbol.asyncDispose]());

const leftovers = async (folder: string) => (await readdir(folder)).filter((name) => name.endsWith(".tmp"));

describe("where the disk takes no more", () => {
  test("the page of a report stays as it was, and it is said", async () => {
    await writeFile(page, old);
    const { code, stderr } = await shell(project, `${fullDisk} $AXIS reports latest --html`);
    expect(code).toBe(2);
    expect(stderr).toContain("report.html could not be written (EFBIG");
    expect(stderr).toContain("The previous file is unchanged");
    expect(await readFile(page, "utf8")).toBe(old);
    expect(await leftovers(await project.reportFolder())).toEqual([]);
  });

  test("so does the page of an evaluation", async () => {
    const results = join(project.folder, "results.html");
    await writeFile(results, old);
    const { code, stderr } = await shell(
      project,
      `${fullDisk} $AXIS eval answers.jsonl -m exact_string_match -o results.html`,
    );
    expect(code).not.toBe(0);
    expect(stderr).toContain("results.html could not be written");
    expect(await readFile(results, "utf8")).toBe(old);
    expect(await leftovers(project.folder)).toEqual([]);
  });

  test("a run is not failed by its page", async () => {
    await using small = await openShellProject({});
    const { code, stderr, stdout } = await shell(small, `${fullDisk} $AXIS run`);
    expect(code).toBe(0);
    expect(stdout).toContain("PASS");
    expect(stderr).toContain("report.html was not written");
    expect((await small.stored()).state).toBe("complete");
  });
});

test("killed at any moment, AXIS leaves the old page or the new one, whole", async () => {
  const began = performance.now();
  await project.axis(["reports", "latest", "--html"]);
  const tookMs = performance.now() - began;
  const whole = await readFile(page, "utf8");
  const seen = new Set<string>();
  // The first is killed as it starts, so that one is killed in time however fast the machine has become since.
  for (let moment = 0; moment < 16; moment += 2) {
    await writeFile(page, old);
    const { child, ended } = project.start(["reports", "latest", "--html"]);
    await sleep((tookMs * moment) / 14);
    child.kill("SIGKILL");
    await ended;
    const left = await readFile(page, "utf8");
    expect([old.length, whole.length]).toContain(left.length);
    expect(left === old || left === whole).toBe(true);
    seen.add(left === old ? "old" : "new");
  }
  expect(seen).toContain("old");
});
