/** A report with three agents, two folders, three trials each, and causes in all areas. */
import type { Fix, FixSummary } from "../../src/core/report/fix.ts";
import type { RunDetail } from "../../src/core/report/run-detail.ts";
import { sampleFix, sampleFixRun } from "../../web/src/overview/sample-fix.fixture.ts";
import { type WrittenPage, writeSample } from "./sample-page.ts";
import { calls, sampleRun } from "./sample-run.ts";

const scenarios = ["api/errors", "api/refund", "cli/install"];
/** The trials that fail. */
const failing: Readonly<Record<string, readonly number[]>> = { mini: [], opus: [3], flash: [1, 2] };
const prices: Readonly<Record<string, number>> = { mini: 0.05, opus: 0.4, flash: 0.01 };

function isBadRun({ scenarioKey, agentName, trial }: Pick<RunDetail, "scenarioKey" | "agentName" | "trial">): boolean {
  return scenarioKey === "api/errors" && (failing[agentName] ?? []).includes(trial);
}

export async function runHome(): Promise<RunDetail[]> {
  const runs: RunDetail[] = [];
  for (const scenarioKey of scenarios)
    for (const agentName of Object.keys(failing))
      for (const trial of [1, 2, 3]) {
        const isBad = isBadRun({ scenarioKey, agentName, trial });
        const score = isBad ? 2 : 10;
        const overrides = {
          scenarioKey,
          scenarioName: `Do ${scenarioKey}`,
          agentName,
          trial,
          totalCostUsd: (prices[agentName] ?? 0) * trial,
          checks: [{ index: 0, status: "decided" as const, score, rationale: "so" }],
        };
        runs.push(await sampleRun(calls(4 + trial), overrides));
      }
  return runs;
}

/** Causes that some of these runs met. */
export function listHomeFixes(runs: readonly RunDetail[]): { fixes: Fix[]; fixSummary: FixSummary } {
  const met = (isMet: (run: RunDetail) => boolean) =>
    runs.filter(isMet).map(({ scenarioKey, agentName, trial, runId }) => {
      const isBad = isBadRun({ scenarioKey, agentName, trial });
      return sampleFixRun({ scenarioKey, agentName, trial, runId, status: isBad ? "failed" : "passed", steps: [3] });
    });
  const use = (number: number) =>
    sampleFix({
      id: `use-${number}`,
      title: `docs.acme.dev/page-${number} answers 404 Not Found`,
      target: `docs.acme.dev/page-${number}`,
      points: { least: 0.5 / number, most: 2 / number },
      runs: met(({ trial }) => trial <= number),
    });
  const check = sampleFix({
    id: "check",
    kind: "check",
    area: "deliver",
    target: "The preview answers",
    targetType: "check",
    owner: null,
    title: "Does not hold: The preview answers",
    points: { least: 0.9, most: 0.9 },
    origin: null,
    runs: met(({ scenarioKey, agentName }) => scenarioKey === "api/errors" && agentName !== "mini"),
  });
  const habit = sampleFix({
    id: "habit",
    kind: "not-needed",
    area: "work",
    targetType: "command",
    target: "ls",
    title: "ls is read and not used",
    origin: null,
    insights: [{ judge: "model-x", message: "It lists the same folder again.", runId: runs[0]?.runId ?? "" }],
    runs: met(({ agentName }) => agentName === "opus"),
  });
  const fixes = [1, 2, 3, 4, 5, 6].map(use).concat(check, habit);
  const owner = { owner: "docs.acme.dev", points: { least: 1, most: 3 }, runs: 27, failed: 3 };
  const owners = [{ ...owner, fixes: fixes.flatMap(({ id, area }) => (area === "use" ? [id] : [])) }];
  return { fixes, fixSummary: { owners, runs: 27, inProgressRuns: 4, unlisted: { rare: "flash" } } };
}

export async function writeHome(): Promise<WrittenPage> {
  const runs = await runHome();
  return await writeSample(runs, listHomeFixes(runs));
}
