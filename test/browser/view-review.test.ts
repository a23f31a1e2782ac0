/** Reviewing in `axis view`: judged checks by keyboard alone, labels on the page of a run, and a file that takes none. */
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { ReviewLabel } from "../../src/core/review/review-label.ts";
import { type Listening, listen } from "../../src/server/listen.ts";
import { createViewApp } from "../../src/server/view/view-app.ts";
import {
  openViewedProject,
  type StartedReport,
  type ViewedProject,
} from "../../src/server/view/viewed-project.fixture.ts";
import { sampleScore } from "../../src/store/sample-result.fixture.ts";
import { sampleDetail } from "../../src/testing/store-samples.ts";
import { violations } from "./axe.ts";
import { useBrowser } from "./browser-test.ts";
import { payloads } from "./payloads.ts";

const open = useBrowser();
let project: ViewedProject;
let report: StartedReport;
let served: Listening;
let readOnly: Listening;

const judged = (check: string, score: number) => ({
  check,
  weight: 0.5,
  score,
  rationale: "named in general",
  by: "judge" as const,
});

function scoreOf(...criteria: ReturnType<typeof judged>[]) {
  const score = sampleScore(80);
  return { ...score, goalAchievement: { ...score.goalAchievement, criteria } };
}

beforeAll(async () => {
  project = await openViewedProject();
  report = await project.begin(["auth", "errors", "hostile"]);
  const transcript = [
    { type: "tool_use" as const, timestamp: null, id: "1", tool: "write", input: { path: "README.md" } },
    { type: "tool_result" as const, timestamp: null, id: "1", output: "8 lines", isError: false },
  ];
  const interaction = {
    id: 1,
    kind: "tool" as const,
    categories: ["environment" as const],
    toolName: "write",
    entryIndices: [0, 1],
    sparseLine: "",
    hasError: false,
    startMs: 0,
    durationMs: 5,
    contextBytes: 8,
    content: "",
  };
  const slot = { cell: { scenario: "auth", agent: "echo", trial: 1 }, attempt: 1 };
  const diff =
    "diff --git a/README.md b/README.md\n--- a/README.md\n+++ b/README.md\n@@ -1 +1,2 @@\n # app\n+Signing in\n";
  const patch = await report.handle.writePatch(slot, diff);
  await report.finished("auth", {
    prompt: "Say in the README how to sign in.",
    output: { ...sampleDetail([]).output, transcript: transcript as never, result: "Done. The README says how." },
    interactions: [interaction],
    score: scoreOf(judged("The README says how a token is renewed", 8), judged("The answer is short", 10)),
    patch: { file: patch.file, bytes: patch.bytes, files: 1, added: 1, removed: 0, partial: 0 },
  });
  await report.finished("errors", { score: scoreOf(judged("The error tells the user what to do", 7)) });
  // The page is given 200 checks at once, and the tests look at those of the other runs too.
  const texts = payloads.slice(0, 190).map((text, index) => judged(`${index} ${text}`, 7));
  await report.finished("hostile", { prompt: payloads.join("\n"), score: scoreOf(...texts) });
  await report.close("complete");
  const deps = { configDir: project.configDir, project: "sample", person: "ann", onDefect: () => {} };
  served = await listen(await createViewApp(deps), { host: "127.0.0.1", port: 0 });
  readOnly = await listen(await createViewApp({ ...deps, isReadOnly: true }), { host: "127.0.0.1", port: 0 });
});
afterAll(async () => {
  await served[Symbol.asyncDispose]();
  await readOnly[Symbol.asyncDispose]();
  await project[Symbol.asyncDispose]();
});

const file = () => join(project.configDir, ".axis", "labels.jsonl");
const labels = (): ReviewLabel[] =>
  readFileSync(file(), "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as ReviewLabel);
beforeEach(() => rmSync(file(), { force: true }));

const address = (path: string, { port } = served) => `http://127.0.0.1:${port}${path}`;
const check = (run: string, number = 1) => `/reports/${report.id}/#/review?run=run_${run}&check=${number}`;
const question = (page: Page) => page.locator("#decision-title");

describe("the review page", () => {
  test("is worked through by keyboard alone: decide, hear what the judge said, take it back", async () => {
    const { page, wrongs } = await open(address(check("auth")));
    await page.getByText("Does this hold?").waitFor();
    expect(await question(page).textContent()).toContain("how a token is renewed");
    const before = await page.locator(".review-queue h1 small").textContent();
    // Nothing on the page tells the grade.
    expect(await page.locator("main").textContent()).not.toContain("8 of 10");
    await page.keyboard.press("n");
    await page.getByText("You: does not hold. Judge: holds, 8 of 10: “named in general”.").waitFor();
    await page.getByText("You differ.").waitFor();
    expect(await question(page).textContent()).not.toContain("how a token is renewed");
    expect(await page.locator(".review-queue h1 small").textContent()).not.toBe(before);
    expect(labels()).toMatchObject([{ id: "run_auth", checkIndex: 0, human: "fail", judge: 0.8, by: "ann" }]);
    await page.keyboard.press("z");
    await page.getByText("how a token is renewed").first().waitFor();
    await expect.poll(() => page.locator(".just-now").textContent()).toBe("");
    expect(labels().map(({ human }) => human)).toEqual(["fail", "withdrawn"]);
    await page.keyboard.press("y");
    await page.getByText("You agree.").waitFor();
    await page.keyboard.press("u");
    await page.getByText("You: cannot tell.").waitFor();
    await page.getByText("This does not count.").waitFor();
    expect(labels().map(({ human }) => human)).toEqual(["fail", "withdrawn", "pass", "unsure"]);
    await page.getByText("1 of the 50 labels that a calibration needs, 0 of them fails.").waitFor();
    expect(wrongs).toEqual([]);
  });

  test("is reached from the list of reports, which says how many checks wait", async () => {
    const { page, wrongs } = await open(address("/"));
    await page.getByRole("link", { name: /^Review: \d+ checks wait$/ }).click();
    await question(page).waitFor();
    const { page: other } = await open(address("/", readOnly));
    await other.locator(".masthead .project").waitFor();
    expect(await other.getByRole("link", { name: /^Review/ }).count()).toBe(0);
    expect(wrongs).toEqual([]);
  });

  test("a note is typed without deciding anything, and goes with the label", async () => {
    const { page } = await open(address(check("errors")));
    await page.getByRole("textbox", { name: "Why" }).focus();
    await page.keyboard.type("hun: does it? yes");
    await page.keyboard.press("Escape");
    await page.keyboard.press("h");
    await page.getByText("You: holds. Judge: does not hold, 7 of 10").waitFor();
    expect(labels()).toMatchObject([{ human: "pass", notes: "hun: does it? yes" }]);
    expect(await page.getByRole("textbox", { name: "Why" }).inputValue()).toBe("");
  });

  test("J and K go through the queue, the address follows, and a reload stays there", async () => {
    const { page } = await open(address(`/reports/${report.id}/#/review`));
    await question(page).waitFor();
    const first = await question(page).textContent();
    await page.keyboard.press("j");
    await expect.poll(() => question(page).textContent()).not.toBe(first);
    const second = await question(page).textContent();
    expect(page.url()).toContain("check=");
    await page.reload();
    await question(page).waitFor();
    expect(await question(page).textContent()).toBe(second);
    await page.keyboard.press("k");
    await expect.poll(() => question(page).textContent()).toBe(first);
  });

  test("shows the task, the answer, the file that the check names, and the steps; O opens the run", async () => {
    const { page } = await open(address(check("auth")));
    const evidence = page.locator(".review-evidence");
    await evidence.getByText("Say in the README how to sign in.").waitFor();
    await evidence.getByText("Done. The README says how.").waitFor();
    await evidence.getByText("What the check is about, as the agent left it").waitFor();
    await evidence.locator("ins", { hasText: "Signing in" }).waitFor();
    expect(await evidence.locator(".rest-on a").getAttribute("href")).toBe("#/run/0/run_auth/1");
    await page.keyboard.press("o");
    await page.waitForURL(/#\/run\/0\/run_auth$/);
  });

  test("says that a label could not be saved, and keeps the check and the note", async () => {
    const { page } = await open(address(check("errors")));
    await page.getByRole("textbox", { name: "Why" }).fill("a note");
    await page.route("**/labels", (route) =>
      route.fulfill({ status: 500, json: { error: { message: "The disk is full" } } }),
    );
    await page.getByRole("button", { name: "It holds" }).click();
    await page.getByText("Not saved: The disk is full.").waitFor();
    expect(await page.getByRole("textbox", { name: "Why" }).inputValue()).toBe("a note");
    await expect.poll(() => question(page).textContent()).toContain("The error tells");
  });

  test("hostile checks and tasks are text", async () => {
    const { page, wrongs } = await open(address(check("hostile")));
    for (let at = 0; at < 3; at += 1) {
      await question(page).waitFor();
      await page.keyboard.press("n");
      await page.getByText("You: does not hold").waitFor();
    }
    expect(wrongs).toEqual([]);
  });

  for (const colorScheme of ["light", "dark"] as const)
    test(`axe finds nothing wrong, ${colorScheme}`, async () => {
      const { page } = await open(address(check("auth")), { colorScheme, bypassCSP: true });
      await page.locator(".rest-on").waitFor();
      await page.keyboard.press("n");
      await page.locator(".agreement").waitFor();
      await page.locator(".review-evidence h2").waitFor();
      expect(await violations(page)).toEqual([]);
    });

  test.each([320, 390, 1440])("is no wider than a screen of %d pixels", async (width) => {
    const { page } = await open(address(check("auth")), { viewport: { width, height: 800 } });
    await page.locator(".rest-on").waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  });
});

describe("the page of a run", () => {
  test("takes labels of checks and steps, with a note, and shows them again", async () => {
    const { page, wrongs } = await open(address(`/reports/${report.id}/#/run/0/run_auth`));
    await page.getByRole("button", { name: "Add your label of check 1" }).click();
    const form = page.getByRole("group", { name: "Your label of check 1" });
    await form.getByRole("textbox").fill("says nothing");
    await form.getByRole("button", { name: "It does not hold" }).click();
    await page.getByText("ann: does not hold (AXIS: holds, 8 of 10)").waitFor();
    await page.reload();
    await page.getByText("ann: does not hold").waitFor();
    await page.getByRole("button", { name: "Undo your label of check 1" }).click();
    await page.getByRole("button", { name: "Add your label of check 1" }).waitFor();
    expect(labels().map(({ human }) => human)).toEqual(["fail", "withdrawn"]);
    expect(wrongs).toEqual([]);
  });
});

test("with --read-only there is no review and no label", async () => {
  const { page } = await open(address(`/reports/${report.id}/#/run/0/run_auth`, readOnly));
  await page.getByText("how a token is renewed").first().waitFor();
  expect(await page.getByRole("button", { name: /label/ }).count()).toBe(0);
  expect(await page.getByRole("link", { name: "Review", exact: true }).count()).toBe(0);
});
