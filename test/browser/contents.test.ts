import { beforeAll, describe, expect, test } from "vitest";
import type { RunDetail } from "../../src/core/report/run-detail.ts";
import { savedText, useBrowser } from "./browser-test.ts";
import { reportOf, sideOf, type WrittenPage, writePages, writeSample } from "./sample-page.ts";
import { samplePatch, samplePatchText } from "./sample-patch.ts";
import { calls, sampleRun } from "./sample-run.ts";

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
      await page.getByRole("heading", { name: "“The preview answers” does not hold." }).waitFor();
      expect(await page.locator(".run-head .verdict-tag").textContent()).toBe("FAILED");
      expect(await page.locator(".run-head :is(.band-excellent, .band-good)").count()).toBe(0);
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
    await page.locator(".tree > details[open] details", { hasText: "Success" }).first().locator("> summary").click();
    const step = page.locator(".tree details details[open] .audits li").first();
    expect(await step.textContent()).toContain("#3");
    await step.getByRole("button", { name: "Show the call" }).click();
    await expect.poll(() => step.textContent()).toContain("make step-3");
    await expect.poll(() => step.textContent()).toContain("output of step 3");
    expect(wrongs).toEqual([]);
  });

  test("shows checks with grade, reason and who decided", async () => {
    const { page } = await open(runAddress(details[0]));
    const text = await page.locator("#criteria").textContent();
    expect(text).toContain("8 of 10, costs 10.0 points");
    expect(text).toContain("The preview answers");
    expect(text).toContain("Weight 1, verified by a program.");
    expect(text).toContain("exit code 0");
  });

  test("a step in the address is opened in the transcript", async () => {
    const { page } = await open(runAddress(details[0], "/37"));
    await page.locator(".item.target.open").waitFor();
    await expect.poll(() => page.locator(".item.target .item-body").textContent()).toContain("output of step 37");
  });

  test("search goes from place to place, and errors can be listed alone", async () => {
    const { page } = await open(runAddress(details[0]));
    await page.locator("#transcript .item").first().waitFor();
    await page.keyboard.press("/");
    await page.keyboard.type("OUTPUT OF STEP 2");
    await page.getByText("1 of 11").waitFor();
    await page.locator(".transcript mark").first().waitFor();
    await page.getByRole("button", { name: "Next match" }).click();
    await page.getByText("2 of 11").waitFor();
    await page.getByLabel("Find in this run").fill("");
    await page.getByRole("button", { name: /^Failed/ }).click();
    await expect.poll(() => page.locator(".item.is-error").count()).toBe(3);
    await expect.poll(() => page.locator(".item:not(.is-error)").count()).toBe(0);
  });

  test("shows notes as Markdown, with links that say where they lead", async () => {
    const { page } = await open(runAddress(details[0]));
    await page.locator("#notes summary").first().click();
    await expect.poll(() => page.locator("#notes li").count()).toBe(2);
    const link = page.locator("#notes a");
    expect(await link.textContent()).toBe("docs (https://example.com/a)");
    expect(await link.getAttribute("rel")).toBe("noopener noreferrer");
  });

  test("shows an artifact's text, and what is not scored with its reason", async () => {
    const { page } = await open(runAddress(details[3]));
    await page.locator("#artifacts > details > summary").click();
    await page.locator("#artifacts .artifacts summary").click();
    await expect.poll(() => page.locator("#artifacts pre").textContent()).toBe("hello");
    expect(await page.locator(".run-head .figure").textContent()).toContain("the judge gave no answer");
  });

  test("shows what the agent changed: files with their counts, each with its lines, and saves it whole", async () => {
    const { page, wrongs } = await open(runAddress(details[0]));
    await page.getByRole("button", { name: "What it changed" }).click();
    await page.locator("#diff ins").first().waitFor();
    expect(await page.locator("#diff h2").textContent()).toBe("What the agent changed4 files, +3 −2");
    expect(await page.locator("#diff li summary").allTextContents()).toEqual([
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
    await page.locator("#diff > details > summary").click();
    const first = page.locator("#diff li summary").first();
    await first.waitFor();
    expect(await page.locator("#diff pre").count()).toBe(0);
    expect(await page.locator("#diff li summary").count()).toBe(200);
    await first.focus();
    await page.keyboard.press("Enter");
    await expect.poll(() => page.locator("#diff ins").count()).toBe(499);
    await page.getByRole("button", { name: "Show more lines" }).click();
    await expect.poll(() => page.locator("#diff ins").count()).toBe(2_499);
    await page.getByRole("button", { name: "Show more files" }).click();
    await expect.poll(() => page.locator("#diff li summary").count()).toBe(301);
  });

  test("why there is no diff is said", async () => {
    const { page } = await open(runAddress(details[1]));
    await page.locator("#diff > details > summary").click();
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
    await page.locator("#transcript .item").first().waitFor();
    await page.keyboard.press("j");
    await expect.poll(() => page.evaluate(() => document.activeElement?.className)).toBe("item-open");
    await page.keyboard.press("Enter");
    await page.locator(".item.open").first().waitFor();
    expect(await page.locator(".item-open").first().getAttribute("aria-expanded")).toBe("true");
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
