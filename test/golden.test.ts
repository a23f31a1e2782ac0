import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { RunDetail } from "../src/core/report/run-detail.ts";
import { defaultWeights } from "../src/core/score/weights.ts";
import { judgeRun } from "../src/evaluate/judge-run.ts";
import { rulesJudge } from "../src/judging/rules/rules.ts";

/**
 * Stored runs, scored again and compared with the stored score, byte for byte. A change here is a decision to be seen in
 * review: a changed formula needs a new version in core/score/axis-result.ts. Write the scores anew with AXIS_UPDATE_GOLDEN=1.
 */
const here = dirname(fileURLToPath(import.meta.url));
const folder = join(here, "fixtures/golden");
const cli = join(here, "../dist/cli.js");
const runs = readdirSync(folder).filter((name) => name.endsWith(".json") && !name.endsWith(".score.json"));

async function scoreOf(name: string): Promise<string> {
  const stored = RunDetail.parse(JSON.parse(readFileSync(join(folder, name), "utf8")));
  const judged = await judgeRun(stored, {
    judges: { goal: rulesJudge, environment: rulesJudge, service: rulesJudge, agent: rulesJudge },
    weights: defaultWeights,
    judging: { retries: 0, timeoutMs: 60_000 },
    abort: new AbortController().signal,
  });
  return `${JSON.stringify(judged.score, null, 1)}\n`;
}

describe.each(runs)("the stored run %s", (name) => {
  const golden = join(folder, name.replace(/\.json$/, ".score.json"));

  test("has the score it had", async () => {
    const score = await scoreOf(name);
    if (process.env["AXIS_UPDATE_GOLDEN"] === "1") writeFileSync(golden, score);
    expect(score).toBe(readFileSync(golden, "utf8"));
  });

  test("is scored the same in another time zone and another language", () => {
    const score = (env: Record<string, string>) => {
      const { stdout, stderr } = spawnSync(process.execPath, [cli, "score", join(folder, name), "--json"], {
        encoding: "utf8",
        env: { ...process.env, ...env },
      });
      expect(stderr).not.toContain("failed");
      return stdout;
    };
    const first = score({ TZ: "UTC", LANG: "C" });
    expect(first).toContain('"axisScore"');
    expect(score({ TZ: "Pacific/Chatham", LANG: "tr_TR.UTF-8", LC_ALL: "tr_TR.UTF-8" })).toBe(first);
  });
});

test("runs finish in any order and are scored the same", async () => {
  const forwards = await Promise.all(runs.map(scoreOf));
  const backwards = await Promise.all(runs.toReversed().map(scoreOf));
  expect(backwards.toReversed()).toEqual(forwards);
});
