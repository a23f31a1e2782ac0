/** Twelve planted causes are all found, each with its place and its words; without a failure there is nothing to fix. */
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Fix } from "../../core/report/fix.ts";
import type { RunDetail } from "../../core/report/run-detail.ts";
import { renderFixes, renderTopFixes } from "../../report/text/render-fixes.ts";
import { addUpFixes } from "./add-up.ts";
import { findCauses } from "./find-causes.ts";
import { buildCleanRuns, buildPlantedRuns } from "./planted.fixture.ts";

const runs = await buildPlantedRuns();
const listCauses = (details: readonly RunDetail[]) => details.flatMap((detail) => findCauses(detail) ?? []);
const addUp = (details: readonly RunDetail[]) => addUpFixes(listCauses(details), details);
const { fixes, fixSummary } = addUp(runs);
const find = (title: string): Fix | undefined => fixes.find((fix) => fix.title === title);

describe("a project with twelve planted causes", () => {
  test.each([
    ["call-failed", "docs.acme.dev", "docs.acme.dev/api/v1/reference answers 404 Not Found", 3],
    ["call-failed", "api.acme.dev", "api.acme.dev/v1/search answers 429 Too Many Requests", 3],
    ["call-failed", "api.acme.dev", "api.acme.dev/v2/status answers 503 Service Unavailable", 3],
    [
      "call-failed",
      "acme",
      "acme.create_payment fails: Invalid arguments: amount must be an integer number of cents",
      3,
    ],
    ["call-failed", "acme", "acme deploy ends with exit code 2: unknown option '--preview'", 3],
    ["call-failed", "acmectl", "acmectl ends with exit code 127: command not found", 3],
    ["call-slow", "api.acme.dev", "api.acme.dev/v2/reports/{id} takes more than 10 s", 3],
    ["not-needed", "docs.acme.dev", "docs.acme.dev/quickstart repeats an earlier call", 3],
    ["too-large", "acme", "acme logs returns more than is used", 3],
    ["check", null, "Does not hold: The request is answered with 200", 2],
    ["ending", null, "The agent gave up: “I cannot sign in without a browser.”", 1],
    ["call-failed", "api.acme.dev", "api.acme.dev/v2/payments/{id}/refunds/{id} answers 500 Internal Server Error", 3],
  ])("%s of %s: %s, in %i runs", (kind, owner, title, count) => {
    const fix = find(title);
    expect(fix).toMatchObject({ kind, owner });
    expect(fix?.runs).toHaveLength(count);
  });

  test("the most expensive is first, and every next one costs at most as much", () => {
    expect(fixes[0]?.title).toBe("docs.acme.dev/api/v1/reference answers 404 Not Found");
    const most = fixes.map(({ points }) => points.most);
    expect(most).toEqual(most.toSorted((a, b) => b - a));
  });

  test("what they guessed, whether it worked later, and what helps is said", () => {
    const [gone] = fixes;
    expect(gone).toMatchObject({ origin: { prompt: 0, output: 0, guessed: 3 }, workedLater: 0 });
    expect(gone?.advice).toMatch(/^Redirect the address/);
    expect(gone?.evidence.call).toBe("GET https://docs.acme.dev/api/v1/reference → 404, 13 bytes, 0.1 s");
    expect(find("acme deploy ends with exit code 2: unknown option '--preview'")).toMatchObject({ workedLater: 3 });
  });

  test("a limit that one run never got past could be worth its goal; where it worked later it is not", () => {
    const limit = find("api.acme.dev/v1/search answers 429 Too Many Requests");
    expect(limit).toMatchObject({ workedLater: 2, occurrences: 3 });
    // The run itself passed, so its goal cannot rise.
    expect(limit?.points.most).toBe(limit?.points.least);
    const failedRuns = fixes[0]?.runs.filter(({ status }) => status === "failed") ?? [];
    expect(failedRuns).toHaveLength(3);
    for (const run of failedRuns) expect(run.most - run.least).toBeGreaterThan(39);
  });

  test("a host is repaired as a whole", () => {
    const owner = fixSummary.owners.find(({ owner: name }) => name === "api.acme.dev");
    const own = fixes.filter((fix) => owner?.fixes.includes(fix.id));
    expect(owner?.runs).toBe(12);
    expect(own.length).toBeGreaterThanOrEqual(4);
    for (const { points } of own) expect(owner?.points.most).toBeGreaterThanOrEqual(points.most);
  });

  test("the order in which the runs come makes no difference", () => {
    const causes = listCauses(runs);
    fc.assert(
      fc.property(fc.shuffledSubarray(causes, { minLength: causes.length }), (shuffled) => {
        expect(addUpFixes(shuffled, runs)).toEqual({ fixes, fixSummary });
      }),
      { numRuns: 20 },
    );
  });
});

describe("a project without a failure", () => {
  test("has an empty list, and says that there is nothing to fix", async () => {
    const clean = await buildCleanRuns();
    const made = addUp(clean);
    expect(made).toEqual({ fixes: [], fixSummary: { owners: [], runs: 24, inProgressRuns: 0, unlisted: {} } });
    const report = { reportId: "r", ...made };
    expect(renderTopFixes(report, { width: 80 })[0]).toMatch(/^Nothing to fix/);
    expect(renderFixes(report, { width: 80 })[0]).toMatch(/^Nothing to fix/);
  });
});
