import { expect, test } from "vitest";
import type { Summary } from "../core/report.ts";
import { renderJudging } from "./render-judging.ts";

const tokenUsage = { input: 300, output: 60 };

test.each<[Summary["judging"], string[]]>([
  [undefined, []],
  [{ costUsd: 0.75, tokenUsage }, ["Judges spent $0.7500 for 360 tokens"]],
  [{ costUsd: null, tokenUsage }, ["Judges spent 360 tokens at a price that is not known"]],
  [{ costUsd: null }, ["Judges spent something at a price that is not known"]],
  [{ costUsd: 0 }, ["Judges spent nothing: all their answers were stored ones"]],
])("%j is said as %j", (judging, said) => {
  expect(renderJudging({ summary: { ...(judging && { judging }) } as Summary })).toEqual(said);
});
