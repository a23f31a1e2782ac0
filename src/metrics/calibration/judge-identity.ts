/** Identifies the judge of a report: its model or program, its prompts, and the rubrics it judged. */
import { createHash } from "node:crypto";
import type { Calibration, JudgeIdentity } from "../../core/report/calibration.ts";
import type { PairResult } from "../../core/report/pair-result.ts";
import type { Report } from "../../core/report.ts";

function hashJson(value: unknown): string {
  return createHash("sha256").update(JSON.stringify(value)).digest("hex").slice(0, 16);
}

/** Hashes the checks that a judge decides. */
export function hashRubric(checks: readonly string[]): string {
  return hashJson(checks);
}

/** Returns null if no judge decided anything, or if several did. `promptHash` belongs to the AXIS version that made the report. */
export function identifyJudge(report: Report, promptHash: string): JudgeIdentity | null {
  const judges = new Set(report.results.flatMap(({ score }) => score?.judging.goal?.name ?? []));
  const [judge, ...others] = judges;
  if (judge === undefined || others.length > 0) return null;
  const rubricHashes = new Set(report.results.flatMap(listJudgedChecks).map(hashRubric));
  return { judge, promptHash, rubricHashes: [...rubricHashes].toSorted() };
}

function listJudgedChecks({ judge }: PairResult): string[][] {
  if (judge === null) return [];
  if (typeof judge === "string") return [[judge]];
  const judged = judge.flatMap(({ check, verify }) => (verify === undefined ? [check] : []));
  return judged.length === 0 ? [] : [judged];
}

/** Returns why a calibration does not apply to this judge, or null if it applies. */
export function whyNotCalibrated(identity: JudgeIdentity, { identity: known }: Calibration): string | null {
  if (identity.judge !== known.judge) return `the calibration was made for ${known.judge}`;
  if (identity.promptHash !== known.promptHash) return "the judge's prompts have changed since the calibration";
  const missing = identity.rubricHashes.filter((hash) => !known.rubricHashes.includes(hash));
  return missing.length === 0 ? null : "a rubric is new or has changed since the calibration";
}
