/** Which judge a report was judged by: by which model or program, in which words, against which rubrics. */
import { createHash } from "node:crypto";
import type { Calibration, JudgeIdentity } from "../core/report/calibration.ts";
import type { PairResult } from "../core/report/pair-result.ts";
import type { Report } from "../core/report.ts";

export function hashOf(value: unknown): string {
  return createHash("sha256").update(JSON.stringify(value)).digest("hex").slice(0, 16);
}

/** Of the checks that a judge decides. */
export function rubricHash(checks: readonly string[]): string {
  return hashOf(checks);
}

/** Null where no judge decided anything, or several did. `promptHash` is that of the AXIS that made the report. */
export function identityOf(report: Pick<Report, "results">, promptHash: string): JudgeIdentity | null {
  const judges = new Set(report.results.flatMap(({ score }) => score?.judging.goal?.name ?? []));
  const [judge, ...others] = judges;
  if (judge === undefined || others.length > 0) return null;
  const rubricHashes = new Set(report.results.flatMap(rubricOf).map(rubricHash));
  return { judge, promptHash, rubricHashes: [...rubricHashes].toSorted() };
}

function rubricOf({ judge }: PairResult): string[][] {
  if (judge === null) return [];
  if (typeof judge === "string") return [[judge]];
  const judged = judge.flatMap(({ check, verify }) => (verify === undefined ? [check] : []));
  return judged.length === 0 ? [] : [judged];
}

/** Why a calibration says nothing about this judge; null where it applies. */
export function whyNotCalibrated(identity: JudgeIdentity, { identity: known }: Calibration): string | null {
  if (identity.judge !== known.judge) return `the calibration is of ${known.judge}`;
  if (identity.promptHash !== known.promptHash) return "the words it is asked in have changed since";
  const missing = identity.rubricHashes.filter((hash) => !known.rubricHashes.includes(hash));
  return missing.length === 0 ? null : "a rubric is new or has changed since";
}
