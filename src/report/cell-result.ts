/** Reduces a run to what the manifest stores: everything except its transcript. */
import type { CellResult } from "../core/report/pair-result.ts";
import type { RunDetail } from "../core/report/run-detail.ts";

export function toCellResult(detail: RunDetail): CellResult {
  const { output: _output, interactions: _interactions, stats: _stats, checks: _checks, ...rest } = detail;
  const { skillsInstalled: _skills, judgeReplies: _replies, attempt: _attempt, closed: _closed, ...others } = rest;
  const { facts: _facts, scoredAt: _scoredAt, gates: _gates, turns: _turns, changedFiles: _files, ...result } = others;
  return result;
}
