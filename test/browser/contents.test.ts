import { beforeAll, describe, expect, test } from "vitest";
import type { RunDetail } from "../../src/core/report/run-detail.ts";
import { savedText, useBrowser } from "./browser-test.ts";
import { reportOf, sideOf, type WrittenPage, writePages, writeSample } from "./sample-page.ts";
import { otherPatch, otherPatchText, patchesCompared, samplePatch, samplePatchText } from "./sample-patch.ts";
import { call, calls, sampleRun } from "./sample-run.ts";
import { compareReports } from "../../src/report/compare.ts";
import { baselineFrom } from "../../src/report/baseline.ts";
import { formatDelta } from "../../src/report/text/format.ts";

/** One file with more lines than are laid out at once, and more files than are listed at once. */
const largePatch = [
  "diff --git a/long.txt b/long.txt\nnew file mode 100644\n--- /dev/null\n+++ b/long.txt\n@@ -0,0 +1,3000 @@\n",
  "+a line\n".repeat(3_000),
  ...Array.from({ length: 300 }, (_, at) => `diff --git a/f${at} b/f${at}\nold mode 100644\nnew mode 100755\n`),
].join("");

const open = useBrowser();
let details: RunDetail[];
let written: WrittenPage;

beforeAll(async () => {
  const notScored = await sampleRun(calls(3), { scenarioKey: "login", agentName: "codex" });
  details = [
    await sampleRun(calls(40), {
      patch: samplePatch,
      setupOutput: "# Seeded\n\n- **two** users\n- see [docs](https://example.com/a)",
    }),
    await sampleRun(calls(12), {
      agentName: "codex",
      checks: [{ index: 0, status: "decided", score: 3, rationale: "exit code 1" }],
      patch: { files: null, added: 0, removed: 0, partial: 0, missing: "git is missing" },
    }),
    await sampleRun(calls(5), {
      scenarioKey: "login",
      failed: true,
      outcome: { status: "failed", code: "exit", message: "exit code 3" },
      outcomeClass: "agent",
      error: "exit code 3",
    }),
    {
      ...notScored,
      outcomeClass: "judge",
      score: { ...notScored.score!, axisScore: null, reason: "the judge gave no answer" },
      artifacts: [{ path: "out/notes.txt", size: 5, mimeType: "text/plain", file: "artifacts/notes.txt" }],
      patch: { ...samplePatch, file: "large.patch" },
    },
  ];
  const bytes = (text: string) => new TextEncoder().encode(text);
  written = await writeSample(
    details,
    {},
    {
      "artifacts/notes.txt": bytes("hello"),
      [samplePatch.file]: bytes(samplePatchText),
      "large.patch": bytes(largePatch),
    },
  );
});

const runAddress = (detail: RunDetail | undefined, step = "") => `${written.address}#/run/0/${detail?.runId}${step}`;

describe("the overview", () => {
  test("shows the numbers of report.json, field by field", async () => {
    const { page, wrongs } = await open(`${written.address}#/?view=table`);
    await page.waitForSelector("table.results tbody tr");
    const shown = await page.$$eval("table.results tbody tr", (rows) =>
      rows.map((row) =>
        [...row.children].map(
          (cell) => (cell.querySelector(".score, .none")?.firstChild ?? cell.firstChild)?.textContent ?? "",
        ),
      ),
    );
    const expected = written.report.results.map(({ means, score }) => [
      means.axisScore ?? "–",
      ...(["goalAchievement", "environment", "service", "agent"] as const).map(
        (id) => means[id] ?? (score![id].status === "not-applicable" ? "n/a" : "–"),
      ),
    ]);
    expect(shown.map((cells) => cells.slice(3, 8))).toEqual(expected.map((numbers) => numbers.map(String)));
    expect(await page.textContent(".headline strong")).toBe(String(written.report.summary.averageAxisScore));
    expect(wrongs).toEqual([]);
  });

  test("says PASS where every check holds, with the band beside the number", async () => {
    const checks = [{ index: 0, status: "decided" as const, score: 10, rationale: "exit code 0" }];
    const { address } = await writeSample([await sampleRun(calls(3), { checks })]);
    const { page } = await open(address);
    await page.waitForSelector(".verdict-tag");
    expect(await page.textContent(".verdict-tag")).toBe("PASS");
    expect(await page.textContent("h1")).toBe("1 of 1 result passed.");
    expect(await page.locator(".status-counts p > *").allTextContents()).toEqual([
      "1 run",
      "1 passed",
      "1 scenario × 1 agent × 1 trial",
    ]);
    expect(await page.textContent(".headline .band")).toBe("excellent");
  });

  test("says FAIL with the facts of the terminal, never beside a green number, and why a number is missing", async () => {
    const { page } = await open(written.address);
    await page.waitForSelector("table.matrix");
    expect(await page.textContent(".verdict-tag")).toBe("FAIL");
    expect(await page.textContent("h1")).toBe("3 of 4 results failed: tinker 2, codex 1.");
    expect(await page.locator(".status-counts p > *").allTextContents()).toEqual([
      "4 runs",
      "3 failed",
      "1 error, not counted",
      "2 scenarios × 2 agents × 1 trial",
    ]);
    expect(await page.locator(".headline .band").count()).toBe(0);
    expect(await page.textContent("table.matrix")).toContain("the judge gave no answer");
    expect(await page.locator(".band-excellent, .band-good").count()).toBe(0);
    await page.goto(`${written.address}#/?view=table`);
    await page.waitForSelector("table.results tbody tr");
    expect(await page.locator(".band-excellent, .band-good").count()).toBe(0);
  });

  test("shows the mean of a result and every trial as a mark that opens its run", async () => {
    const trial = (number: number, score: number) =>
      sampleRun(calls(3), {
        trial: number,
        checks: [{ index: 0, status: "decided", score, rationale: "so" }],
      });
    const trials = [await trial(1, 10), await trial(2, 10), await trial(3, 2)];
    const sample = await writeSample(trials);
    const [result] = sample.report.results;
    for (const view of ["matrix", "table"]) {
      const { page } = await open(`${sample.address}#/?view=${view}`);
      const marks = page.locator(".trial-marks a");
      await marks.first().waitFor();
      expect(await page.locator(".trial-marks").textContent()).toMatch(/^2\/3.*●.*●.*✕/);
      expect(
        await page
          .locator(`table.${view === "matrix" ? "matrix" : "results"} .score`)
          .first()
          .textContent(),
      ).toBe(String(Math.round(result!.means.axisScore!)));
      await marks.nth(2).click();
      await page.locator(".run-head").getByText("“The preview answers” does not hold").waitFor();
      expect(await page.locator(".run-head .key .status").textContent()).toBe("✕ failed");
      expect(await page.locator(".reading :is(.band-excellent, .band-good)").count()).toBe(0);
    }
  });

  test("a run without a step has no number, and says that only the goal is known", async () => {
    const checks = [{ index: 0, status: "decided" as const, score: 10, rationale: "exit code 0" }];
    const judged = await sampleRun([], { checks });
    const reason = "no step was recorded: only the goal is known";
    const silent = { ...judged, score: { ...judged.score!, axisScore: null, reason } };
    const sample = await writeSample([silent]);
    const { page } = await open(`${sample.address}#/?view=table`);
    const row = page.locator("table.results tbody tr");
    await row.waitFor();
    expect(await row.textContent()).toMatch(/no step was recorded: only the goal is known.*● passed–/);
    await page.goto(`${sample.address}#/run/0/${silent.runId}`);
    await page.locator(".run-head").waitFor();
    expect(await page.textContent(".run-head .figure")).toBe(
      "AXIS Result–no step was recorded: only the goal is known",
    );
  });

  test("filters and sorts, and keeps both in the address", async () => {
    const { page } = await open(`${written.address}#/?view=table`);
    await page.getByLabel("Find").fill("login");
    await expect.poll(() => page.locator("table.results tbody tr").count()).toBe(2);
    await page.getByRole("button", { name: "AXIS Result" }).click();
    expect(await page.locator("th[aria-sort=ascending]").textContent()).toContain("AXIS Result");
    await page.waitForURL(/q=login/);
    await page.reload();
    await expect.poll(() => page.locator("table.results tbody tr").count()).toBe(2);
    expect(await page.getByLabel("Find").inputValue()).toBe("login");
  });

  test("an address that is followed within the page changes what is shown", async () => {
    const { page } = await open(`${written.address}#/?view=table&q=login`);
    await expect.poll(() => page.locator("table.results tbody tr").count()).toBe(2);
    await page.getByRole("link", { name: "AXIS", exact: true }).click();
    await page.locator("table.matrix").waitFor();
    expect(await page.getByLabel("Find").inputValue()).toBe("");
  });

  test("an address that changes before the first frame is drawn is followed too", async () => {
    const { page } = await open(written.address);
    await page.addInitScript(() => {
      const watch = new MutationObserver(() => {
        if (document.querySelector("table.matrix") === null) return;
        watch.disconnect();
        // Frames wait until the change has been told, as they do on a busy machine.
        const later = window.requestAnimationFrame.bind(window);
        window.requestAnimationFrame = (draw) => window.setTimeout(() => later(draw), 200);
        location.hash = "#/?view=table";
      });
      watch.observe(document, { childList: true, subtree: true });
    });
    await page.reload();
    await page.waitForSelector("table.results tbody tr");
  });

  test("a choice that is made before the first frame is drawn stays", async () => {
    const { page } = await open(written.address);
    await page.addInitScript(() => {
      const watch = new MutationObserver(() => {
        const find = document.querySelector<HTMLInputElement>(".find-field input");
        if (find === null) return;
        watch.disconnect();
        find.value = "login";
        find.dispatchEvent(new Event("input", { bubbles: true }));
      });
      watch.observe(document, { childList: true, subtree: true });
    });
    await page.reload();
    await page.waitForURL(/q=login/);
    await expect.poll(() => page.locator("table.matrix tbody tr").count()).toBe(1);
  });

  test("whoever goes on at once in a new view is not called back to its beginning", async () => {
    const { page } = await open(runAddress(details[0]));
    await page.locator("#how").waitFor();
    await page.evaluate(
      () =>
        new Promise<void>((resolve) => {
          const watch = new MutationObserver(() => {
            const find = document.querySelector<HTMLInputElement>(".find-field input");
            if (find === null) return;
            watch.disconnect();
            find.focus();
            // Whatever waits for a frame has had one when the second comes.
            requestAnimationFrame(() => setTimeout(() => requestAnimationFrame(() => setTimeout(resolve))));
          });
          watch.observe(document, { childList: true, subtree: true });
          location.hash = "#/";
        }),
    );
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe("INPUT");
  });

  test("says so when nothing fits", async () => {
    const { page } = await open(`${written.address}#/?q=nowhere`);
    await page.getByText("No result matches the filters.").waitFor();
  });

  test("an address that leads nowhere says so", async () => {
    const { page } = await open(`${written.address}#/run/0/run_unknown`);
    await page.getByText("This page does not have this run.").waitFor();
    await page.goto(`${written.address}#/nonsense`);
    await page.getByText("This page does not exist.").waitFor();
  });
});

describe("a run", () => {
  test("leads from the result to a dimension, a signal, an interaction and its call", async () => {
    const { page, wrongs } = await open(runAddress(details[0]));
    await page.locator(".tree > details", { hasText: "Environment" }).locator("> summary").click();
    await page.locator(".tree details details", { hasText: "Success" }).first().locator("> summary").click();
    const step = page.locator(".tree details details .audits li").first();
    expect(await step.textContent()).toContain("#3");
    await step.getByRole("button", { name: "Show the call" }).click();
    await expect.poll(() => step.textContent()).toContain("make step-3");
    await expect.poll(() => step.textContent()).toContain("output of step 3");
    expect(wrongs).toEqual([]);
  });

  test("shows checks with grade, reason and who decided", async () => {
    const { page } = await open(runAddress(details[0]));
    const text = await page.locator("#criteria").textContent();
    expect(text).toContain("8 of 10");
    expect(text).toContain("The preview answers");
    expect(text).toContain("verified by a program");
    expect(text).toContain("exit code 0");
  });

  test("a step in the address is opened in the transcript", async () => {
    const { page } = await open(runAddress(details[0], "/37"));
    await page.locator(".item.target.open").waitFor();
    await expect.poll(() => page.locator(".item.target .item-body").textContent()).toContain("output of step 37");
  });

  test("search goes from place to place, and errors can be listed alone", async () => {
    const { page } = await open(runAddress(details[0]));
    await page.getByLabel("Search the transcript").fill("OUTPUT OF STEP 2");
    await page.getByText("1 of 11").waitFor();
    await page.locator(".transcript mark").first().waitFor();
    await page.getByRole("button", { name: "Next match" }).click();
    await page.getByText("2 of 11").waitFor();
    await page.getByLabel("Search the transcript").fill("");
    await page.getByRole("button", { name: /^Errors/ }).click();
    await expect.poll(() => page.locator(".item.is-error").count()).toBe(3);
    await expect.poll(() => page.locator(".item:not(.is-error)").count()).toBe(0);
  });

  test("shows notes as Markdown, with links that say where they lead", async () => {
    const { page } = await open(runAddress(details[0]));
    await expect.poll(() => page.locator("#notes li").count()).toBe(2);
    const link = page.locator("#notes a");
    expect(await link.textContent()).toBe("docs (https://example.com/a)");
    expect(await link.getAttribute("rel")).toBe("noopener noreferrer");
  });

  test("shows an artifact's text, and what is not scored with its reason", async () => {
    const { page } = await open(runAddress(details[3]));
    await page.locator("#artifacts summary").click();
    await expect.poll(() => page.locator("#artifacts pre").textContent()).toBe("hello");
    expect(await page.locator(".run-head .figure").textContent()).toContain("the judge gave no answer");
  });

  test("shows what the agent changed: files with their counts, each with its lines, and saves it whole", async () => {
    const { page, wrongs } = await open(runAddress(details[0]));
    await page.locator("#diff ins").first().waitFor();
    expect(await page.locator("#diff h2").textContent()).toBe("What the agent changed4 files, +3 −2");
    expect(await page.locator("#diff summary").allTextContents()).toEqual([
      "src/cart.mjs +1 −1",
      "run.sh added, +2 −0",
      "old.txt removed, +0 −1",
      "video.bin added, +0 −0",
    ]);
    expect(await page.locator("#diff del").allTextContents()).toEqual([
      "-  return lines.reduce((sum, { price, quantity }) => sum + price + quantity, 0);\n",
      "-no longer needed\n",
    ]);
    expect(await page.locator("#diff li").nth(1).locator("ins").allTextContents()).toEqual([
      "+#!/bin/sh\n",
      "+exec node cart.mjs\n",
    ]);
    expect(await page.locator("#diff .notice").first().textContent()).toContain(
      "1 of 4 files are shortened or only named",
    );
    const saving = page.waitForEvent("download");
    await page.getByRole("button", { name: "Save the diff" }).click();
    const saved = await saving;
    expect(saved.suggestedFilename()).toBe(`${details[0]?.runId}.patch`);
    expect(await savedText(saved)).toBe(samplePatchText);
    expect(wrongs).toEqual([]);
  });

  test("a large diff is closed, opens by keyboard, and shows more of itself when asked", async () => {
    const { page } = await open(runAddress(details[3]));
    const first = page.locator("#diff summary").first();
    await first.waitFor();
    expect(await page.locator("#diff pre").count()).toBe(0);
    expect(await page.locator("#diff summary").count()).toBe(200);
    await first.focus();
    await page.keyboard.press("Enter");
    await expect.poll(() => page.locator("#diff ins").count()).toBe(499);
    await page.getByRole("button", { name: "Show more lines" }).click();
    await expect.poll(() => page.locator("#diff ins").count()).toBe(2_499);
    await page.getByRole("button", { name: "Show more files" }).click();
    await expect.poll(() => page.locator("#diff summary").count()).toBe(301);
  });

  test("why there is no diff is said", async () => {
    const { page } = await open(runAddress(details[1]));
    await expect.poll(() => page.locator("#diff .notice").textContent()).toBe("There is no diff: git is missing.");
  });

  test("shows metrics where a run has them, with signals, and why one has no score", async () => {
    const metrics: RunDetail["metrics"] = [
      {
        key: "a",
        name: "Answer in context",
        status: "scored",
        score: 72,
        threshold: 80,
        passed: false,
        explanation: "two of three",
        signals: {
          sentences: [
            {
              name: "sentence_1",
              value: "a claim",
              score: 0.5,
              passed: false,
              description: "half of it is there",
              headlineDisplay: true,
            },
          ],
        },
      },
      {
        key: "b",
        name: "Faithfulness",
        status: "not-applicable",
        score: null,
        reason: "nothing was retrieved",
        threshold: null,
        passed: null,
        explanation: "",
        signals: {},
      },
    ];
    const withMetrics = { ...details[0]!, metrics };
    const { address } = await writeSample([withMetrics]);
    const { page, wrongs } = await open(`${address}#/run/0/${withMetrics.runId}`);
    await page.locator("#metrics li").first().waitFor();
    const [scored, none] = await page.locator("#metrics li").allTextContents();
    expect(scored).toContain("72");
    expect(scored).toContain("not passed at 80");
    expect(scored).toContain("half of it is there");
    expect(none).toContain("n/a");
    expect(none).toContain("nothing was retrieved");
    expect(wrongs).toEqual([]);
  });

  test("can be walked by keyboard alone: into a run, and a row open", async () => {
    const { page } = await open(`${written.address}#/?view=table`);
    await page.locator("table.results tbody a").first().focus();
    await page.keyboard.press("Enter");
    await page.locator(".transcript .item-line").first().focus();
    await page.keyboard.press("Enter");
    await page.locator(".item.open").first().waitFor();
    expect(await page.locator(".item-line").first().getAttribute("aria-expanded")).toBe("true");
  });
});

describe("two runs", () => {
  test("stand side by side: numbers, the first difference, calls of one side only", async () => {
    const before = await sampleRun([...calls(6)]);
    const after = await sampleRun([...call(1), ...call(2), ...call(9), ...call(3), ...call(5), ...call(6)], {
      trial: 2,
    });
    const page1 = await writeSample([before, after]);
    const { page, wrongs } = await open(`${page1.address}#/compare/0/${before.runId}/0/${after.runId}`);
    await page.getByText("The runs first differ at call 3. 1 calls only before, 1 only after, 5 in both.").waitFor();
    expect(await page.locator(".aligned-row.added").textContent()).toContain("make step-9");
    expect(await page.locator(".aligned-row.removed").textContent()).toContain("make step-4");
    const rows = await page.$$eval("table.numbers tbody tr", (all) =>
      all.map((row) => [...row.children].map((cell) => cell.textContent)),
    );
    const result = rows.find(([name]) => name === "AXIS Result");
    expect(result?.slice(1, 3)).toEqual([String(before.score?.axisScore), String(after.score?.axisScore)]);
    await page.getByRole("button", { name: "Only differences" }).click();
    await expect.poll(() => page.locator(".aligned-row").count()).toBe(2);
    expect(wrongs).toEqual([]);
  });

  test("have the files they changed: by one alone, by both differently, each with its lines on both sides", async () => {
    const before = await sampleRun(calls(3), { patch: samplePatch });
    const after = await sampleRun(calls(3), { trial: 2, patch: otherPatch });
    const bytes = (text: string) => new TextEncoder().encode(text);
    const patches = { [samplePatch.file]: bytes(samplePatchText), [otherPatch.file]: bytes(otherPatchText) };
    const sample = await writeSample([before, after], {}, patches);
    const { page, wrongs } = await open(`${sample.address}#/compare/0/${before.runId}/0/${after.runId}`);
    const files = page.locator("#files");
    await files.getByText(patchesCompared).waitFor();
    expect(await files.locator("h2 small").textContent()).toBe("4 changed before, 3 after");
    expect(await files.locator(":scope > .changed-files > li > details > summary").allTextContents()).toEqual([
      "src/cart.mjs differs +1 −1 and +1 −1",
      "old.txt only before removed, +0 −1",
      "video.bin only before added, +0 −0",
      "notes<img src=x onerror=alert(1)>.md only after added, +1 −0",
    ]);
    await files.getByText("src/cart.mjs").click();
    const sides = files.locator(".both-diffs > div");
    await expect
      .poll(() => sides.locator("ins").allTextContents())
      .toEqual([expect.stringContaining("price * quantity"), expect.stringContaining("line.price * line.quantity")]);
    await files.getByText("1 file changed in the same way").click();
    await files.getByText("run.sh").click();
    await expect.poll(() => files.locator(".rest ins").allTextContents()).toHaveLength(2);
    expect(wrongs).toEqual([]);
  });

  test("of which one has no diff say so, and list the files of the other", async () => {
    const before = await sampleRun(calls(3));
    const after = await sampleRun(calls(3), { trial: 2, patch: otherPatch });
    const lost = await sampleRun(calls(3), {
      trial: 3,
      patch: { ...otherPatch, file: undefined, missing: "git is missing" },
    });
    const bytes = new TextEncoder().encode(otherPatchText);
    const sample = await writeSample([before, after, lost], {}, { [otherPatch.file]: bytes });
    const { page, wrongs } = await open(`${sample.address}#/compare/0/${before.runId}/0/${after.runId}`);
    const files = page.locator("#files");
    await files.getByText("The run before has no diff: it was recorded without one.").waitFor();
    await expect
      .poll(() => files.locator("summary").allTextContents())
      .toEqual(["src/cart.mjs  +1 −1", "run.sh  added, +2 −0", "notes<img src=x onerror=alert(1)>.md  added, +1 −0"]);
    const { page: other } = await open(`${sample.address}#/compare/0/${after.runId}/0/${lost.runId}`);
    await other.getByText("The run after has no diff: git is missing.").waitFor();
    expect(wrongs).toEqual([]);
  });

  test("two reports have their changes by result, and lead into the runs", async () => {
    const [a, b] = [
      await sampleRun(calls(6)),
      await sampleRun(calls(30), { checks: [{ index: 0, status: "decided", score: 1, rationale: "no" }] }),
    ];
    const [old, now] = [reportOf([a], { reportId: "before" }), reportOf([b], { reportId: "after" })];
    const comparison = compareReports(baselineFrom(old, { name: "before", now: old.timestamp }).baseline, now, {});
    const { address } = await writePages({ sides: [sideOf(old, [a]), sideOf(now, [b])], comparison });
    const { page, wrongs } = await open(address);
    await page.getByRole("heading", { name: /regressed by [\d.]+ points; 1 result regressed\.$/ }).waitFor();
    const row = await page.locator("#changes tbody tr").first().textContent();
    expect(row).toContain(formatDelta(comparison.entries[0]?.delta ?? 0));
    await page.setViewportSize({ width: 320, height: 800 });
    const beyond = await page.locator("#changes .scroll").evaluate((region) => region.scrollWidth - region.clientWidth);
    expect([beyond, await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)]).toEqual([0, 0]);
    await page.locator("#changes tbody a").click();
    await page.locator(".aligned").waitFor();
    expect(wrongs).toEqual([]);
  });

  test("of many results the one that got worse stands first and in sight, and those that stayed can be opened", async () => {
    const run = (number: number, score: number) =>
      sampleRun(calls(3), {
        scenarioKey: `task-${number}`,
        checks: [{ index: 0, status: "decided", score, rationale: "so" }],
      });
    const numbers = Array.from({ length: 14 }, (_, number) => number);
    const olds = await Promise.all(numbers.map((number) => run(number, 10)));
    const news = await Promise.all(numbers.map((number) => run(number, number === 9 ? 1 : 10)));
    const [old, now] = [reportOf(olds, { reportId: "before" }), reportOf(news, { reportId: "after" })];
    const comparison = compareReports(baselineFrom(old, { name: "before", now: old.timestamp }).baseline, now, {});
    const { address } = await writePages({ sides: [sideOf(old, olds), sideOf(now, news)], comparison });
    const { page } = await open(address);
    const rows = page.locator("#changes tbody tr");
    await rows.first().getByText("task-9").waitFor();
    expect(await rows.first().textContent()).toContain("REGRESSED");
    expect(await rows.filter({ visible: true }).count()).toBe(1);
    await page.getByText("13 more: 13 no change").click();
    await expect.poll(() => rows.filter({ visible: true }).count()).toBe(14);
  });
});

test("runs that do not fit on one page stand on another, and are linked", async () => {
  const report = reportOf(details);
  const { address } = await writePages({ sides: [sideOf(report, details)], comparison: null }, { pageBytes: 1 });
  const { page } = await open(`${address}#/?view=table`);
  await page.locator("table.results tbody a").nth(1).click();
  await page.locator(".run-head").waitFor();
  await page.waitForURL(/report-2\.html#\/run\/0\//);
});
