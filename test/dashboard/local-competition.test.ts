/** A competition from the first click to its patches: started, watched and opened in the dashboard of the built package. */
import { type ChildProcess, spawn } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cli } from "../fixtures/axis.ts";
import { type ContestProject, openContestProject } from "../fixtures/contest.ts";
import { useDashboardBrowser } from "./dashboard-world.ts";

const open = useDashboardBrowser();

let project: ContestProject;
let server: ChildProcess;
/** With the token of the server. */
let link: string;

beforeAll(async () => {
  project = await openContestProject({ holds: true });
  server = spawn(process.execPath, [cli, "serve", "--port", "0", "--slots", "2"], { cwd: project.folder });
  link = await new Promise((resolve, reject) => {
    server.stdout?.on("data", (part) => resolve(String(part).trim()));
    server.once("exit", (code) => reject(new Error(`it ended with ${code}`)));
  });
});
afterAll(async () => {
  const ended = new Promise((resolve) => server.once("exit", resolve));
  server.kill("SIGTERM");
  await ended;
  await project[Symbol.asyncDispose]();
});

test("a competition that is started on the page is watched there, and leads to its patches and branches", async () => {
  const { page, wrongs } = await open(link);
  await page.getByRole("link", { name: "Competitions", exact: true }).click();
  await page.getByText("No competition has been held yet.").waitFor();
  await page.goto(`${link.replace(/#.*$/s, "")}#/competitions?workspace=contest`);
  await page.getByRole("button", { name: "New competition" }).click();
  await page.getByLabel("Name of another scenario").fill("slug");
  await page.getByRole("button", { name: "Start with every agent" }).click();
  await page.getByText("0 of 3 runs finished, 0 passed, 2 running.").waitFor();
  await writeFile(join(project.outside, "go"), "");
  await page.getByText("careful by scorecard 90 to 80; too close to call against hasty and lazy.").waitFor();
  await page.getByRole("link", { name: "the report" }).click();
  const patches = page.locator("#patches");
  await patches.getByText("1 file changed by both in the same way.").waitFor();
  await patches.getByText("+done").waitFor();
  await patches.getByLabel("Right").selectOption({ label: "lazy, trial 1, failed" });
  await patches.getByText("1 file changed only by careful.").waitFor();
  const branch = await project.git("branch", "--list", "axis/*careful*", "--format=%(refname:short)");
  expect(await page.locator("#proposal code").first().textContent()).toBe(branch);
  expect(wrongs).toEqual([]);
});
