/** `axis view` in a real browser, while a real `axis run` goes on. */
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { openShellProject, type Project, until } from "../fixtures/axis.ts";
import { lastingPort } from "../fixtures/port.ts";
import { startView } from "../fixtures/view.ts";
import { savedText, useBrowser } from "./browser-test.ts";

const open = useBrowser();
/** Waits for a file of its scenario's name, so that the test decides when a run ends. */
const patient = `while [ ! -e "$OUTSIDE/$(cat name)" ]; do sleep 0.05; done; echo kept > kept.txt; echo more > more.txt; echo done`;
const scenarios = Object.fromEntries(
  ["one", "two", "three"].map((name) => [
    name,
    { setup: [{ action: "run_script", command: `echo ${name} > name` }], artifacts: ["*.txt"] },
  ]),
);

async function openPatient(): Promise<Project> {
  return await openShellProject({ agents: { patient }, scenarios, config: { settings: { concurrency: 1 } } });
}

const letGo = (project: Project, ...names: string[]) =>
  Promise.all(names.map((name) => writeFile(join(project.outside, name), "")));
const reportIdOf = async (project: Project) => (await project.reportFolder()).split("/").at(-1) ?? "";

/** Until the report is there and its first run has begun. */
async function begun(project: Project): Promise<string> {
  await until(async () => {
    const journal = await readFile(join(await project.reportFolder().catch(() => ""), "journal.ndjson"), "utf8").catch(
      () => "",
    );
    return journal.includes("attempt-started");
  });
  return await reportIdOf(project);
}

const counts = (page: Page) => page.locator(".progress-legend").textContent();

/** A run that has begun, and `axis view` beside it; the test lets it end. */
async function openGoing() {
  const project = await openPatient();
  const run = project.start(["run"]);
  const id = await begun(project);
  const view = await startView(project, ["--port", String(await lastingPort())]);
  return { project, run, id, view, [Symbol.asyncDispose]: () => project[Symbol.asyncDispose]() };
}

/** The same when it is over. */
async function openEnded() {
  const going = await openGoing();
  await letGo(going.project, "one", "two", "three");
  await going.run.ended;
  return going;
}

describe("while a run goes on", () => {
  test("its page shows what is queued, running and finished, and results as they come, in place", async () => {
    await using going = await openGoing();
    const { project, run, id, view } = going;
    const list = await open(`${view.address}/`);
    const row = list.page.locator(".listing tbody tr").first();
    await list.page.locator(".running-report").getByText("0 of 3 runs finished").waitFor();
    await list.page.locator(".running-report .at-work").getByText("patient").waitFor();
    const { page, wrongs } = await open(`${view.address}/reports/${id}/`);
    await page.getByRole("heading", { name: "Running" }).waitFor();
    await expect.poll(() => counts(page)).toMatch(/0 of 3 runs finished.*1 running.*2 queued/);
    expect(await page.locator(".at-work").textContent()).toContain("patient");
    await expect.poll(() => page.locator(".live-mark").textContent()).toContain("Live");

    await page.getByRole("button", { name: "Table" }).click();
    await page.getByLabel("Find").fill("o");
    await page.getByLabel("Find").focus();
    await letGo(project, "one", "two", "three");
    await page.locator(".results tbody tr").nth(1).waitFor();
    // Neither what was typed nor where the reader is has changed.
    expect(await page.getByLabel("Find").inputValue()).toBe("o");
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe("INPUT");

    await page.locator(".verdict-tag").getByText("PASS").waitFor();
    expect((await run.ended).code).toBe(0);
    await expect.poll(() => page.locator(".verdict-tag").textContent()).toBe("PASS");
    await expect.poll(() => page.getByRole("heading", { name: "Running" }).count()).toBe(0);
    await expect.poll(() => page.locator(".live-mark").textContent()).toBe("");
    await row.getByText("PASS", { exact: true }).waitFor();
    expect([...wrongs, ...list.wrongs]).toEqual([]);
  });

  test("a run opens with its transcript and artifacts, has an address, and all its files come as one", async () => {
    await using ended = await openEnded();
    const { id, view } = ended;
    const { page, wrongs } = await open(`${view.address}/reports/${id}/`);
    await page.getByRole("link", { name: "two" }).first().click();
    await page.locator(".transcript .item").first().waitFor();
    await page.reload();
    await page.locator("#artifacts > details > summary").click();
    await page.getByRole("button", { name: /^Save all as ZIP, 10 B$/ }).waitFor();
    const [saved] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: /^Save all as ZIP/ }).click(),
    ]);
    const zip = await savedText(saved);
    expect(saved.suggestedFilename()).toMatch(/-artifacts\.zip$/);
    for (const part of ["kept.txt", "more.txt", "kept\n", "more\n", "PK\x05\x06"]) expect(zip).toContain(part);
    await page.locator(".artifacts summary").first().click();
    await page.locator(".artifacts pre").first().waitFor();
    expect(await page.locator(".artifacts pre").first().textContent()).toBe("kept\n");
    expect(wrongs).toEqual([]);
  });

  test("when axis view ends the last state stays, and it goes on by itself when it is there again", async () => {
    await using ended = await openEnded();
    const { project, view } = ended;
    const { page } = await open(`${view.address}/`);
    await page.locator(".listing tbody tr").first().waitFor();
    await view.stop();
    await page.getByText("Not connected").waitFor();
    expect(await page.locator(".listing tbody tr").count()).toBe(1);
    const again = project.start(["run", "-s", "one"]);
    await again.ended;
    await startView(project, ["--port", new URL(view.address).port]);
    await page.locator(".listing tbody tr").nth(1).waitFor();
    await expect.poll(() => page.locator(".live-mark").textContent()).toBe("");
  });
});

test("the transcript of a run grows while one reads it, and its result takes its place", async () => {
  const talking = `echo "I begin"; while [ ! -e "$OUTSIDE/more" ]; do sleep 0.05; done; echo "I go on"; while [ ! -e "$OUTSIDE/end" ]; do sleep 0.05; done; echo "I am done"`;
  await using project = await openShellProject({ agents: { talking }, scenarios: { talk: {} } });
  const run = project.start(["run"]);
  const id = await begun(project);
  const view = await startView(project);
  const { page, wrongs } = await open(`${view.address}/reports/${id}/`);
  await page.locator(".at-work").getByRole("link", { name: "talk" }).click();
  const rows = page.locator("#transcript .item");
  await rows.getByText("I begin").waitFor();
  await letGo(project, "more");
  await rows.getByText("I go on").waitFor();
  expect(await rows.count()).toBe(2);
  expect(await page.locator("#transcript h2 small").textContent()).toBe("2 steps so far");
  await letGo(project, "end");
  expect((await run.ended).code).toBe(0);
  await page.getByText("AXIS Result", { exact: true }).first().waitFor();
  await expect.poll(() => page.locator("#transcript h2 small").textContent()).toMatch(/^\d+ steps?$/);
  expect(await readdir(join(await project.reportFolder(), "scenarios/talk"))).not.toContain("talking.live.ndjson");
  // What a page says of a server that is gone is no mistake of the page.
  expect(wrongs).toEqual([]);
  await view.stop();
});

test("a report whose run was killed is INCOMPLETE: the rest was not run, with the command that resumes it", async () => {
  await using project = await openPatient();
  const run = project.start(["run"]);
  const id = await begun(project);
  const view = await startView(project, [id]);
  const { page, wrongs } = await open(`${view.address}/`);
  await page.getByRole("heading", { name: "Running" }).waitFor();
  run.child.kill("SIGKILL");
  await run.ended;
  await page.locator(".page-head").getByText(`axis run --resume ${id}`).waitFor();
  expect(await page.locator(".status-counts p > *").allTextContents()).toEqual(["3 runs", "3 not run"]);
  expect(await page.locator(".verdict-tag").textContent()).toBe("INCOMPLETE");
  expect(await page.locator("h1").textContent()).toBe("0 of 3 runs finished.");
  await letGo(project, "one", "two", "three");
  const resumed = project.start(["run", "--resume", id]);
  // How long that takes is not for the page to wait.
  expect((await resumed.ended).code).toBe(0);
  await page.locator(".verdict-tag").getByText("PASS").waitFor();
  // What a page says of a server that is gone is no mistake of the page.
  expect(wrongs).toEqual([]);
  await view.stop();
});

test("a report that does not exist says so", async () => {
  await using project = await openPatient();
  const view = await startView(project);
  const { page } = await open(`${view.address}/reports/2020-01-01-000000/`);
  await page.getByText("This cannot be shown: There is nothing at this address.").waitFor();
  await page.getByRole("link", { name: "All reports" }).click();
  await page.getByText("Nothing has been run yet.").waitFor();
  await view.stop();
});
