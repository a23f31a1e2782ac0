/** What a run did not deliver: checks that do not hold, and an ending that is the agent's own. */
import type { Outcome } from "../../core/outcome.ts";
import type { RunDetail } from "../../core/report/run-detail.ts";
import type { GradedCriterion } from "../../core/score/axis-result.ts";
import { cleanLine, cleanLines } from "./clean-text.ts";
import { explainGrade } from "./insights.ts";
import { fullGrade, type Repair } from "./repaired-result.ts";
import type { CauseInRun } from "./run-causes.ts";
import { normalizeErrorLine } from "./symptom.ts";

/** A cause before its points are known, and what would repair it. */
export interface Shortfall extends Omit<CauseInRun, "least" | "most"> {
  readonly repair: Repair;
}

const longestCheck = 200;
const plain = { owner: null, status: null, exitCode: null, workedLater: false, origin: null } as const;

/** Every check below its full grade, unless the run's ending is the reason. */
export function describeFailedChecks(detail: RunDetail): Shortfall[] {
  const criteria = detail.score?.goalAchievement.criteria ?? [];
  const words = listPromptWords(detail.prompt);
  return criteria.flatMap((criterion, index) => {
    if (criterion.by === "failure" || criterion.score === null || criterion.score >= fullGrade) return [];
    const { steps, call, output } = describeGrade(criterion);
    return [
      {
        ...plain,
        kind: "check" as const,
        target: normalizeCheck(criterion.check, words),
        targetType: "check" as const,
        symptom: "does not hold",
        shownAs: cleanLine(criterion.check, longestCheck),
        grade: criterion.by === "judge" ? criterion.score : null,
        steps,
        occurrences: 1,
        evidence: { step: steps[0] ?? null, call, output },
        insights: explainGrade(detail, criterion),
        repair: { checks: new Set([index]) },
      },
    ];
  });
}

function describeGrade({ score, rationale, cites, by }: GradedCriterion) {
  const steps = (cites ?? []).filter((cite) => typeof cite === "number").slice(0, 10);
  const call = `${by === "verify" ? "Verified" : "Judged"}: ${score} of ${fullGrade}`;
  return { steps, call, output: cleanLines(rationale, 8, 500) };
}

/** The words that a prompt has in backticks: they differ between variants of a scenario. */
function listPromptWords(prompt: string): string[] {
  const found = Array.from(prompt.slice(0, 50_000).matchAll(/`([^`\n]{1,80})`/g), ([, word = ""]) => word.trim());
  return [...new Set(found)]
    .filter((word) => word.length > 1)
    .toSorted((a, b) => b.length - a.length || (a < b ? -1 : 1));
}

const details =
  /`[^`]*`|(?:[\w.@~+-]*\/)+[\w.@~+-]*|\b[\w-]+(?:\.[\w-]+)*\.[a-z]{1,5}\b(?=\s|$|[,;:)'"’”])|\b\d+(?:[.,]\d+)*/gi;

/** The text of a check without what differs from scenario to scenario. */
export function normalizeCheck(check: string, promptWords: readonly string[]): string {
  let text = cleanLine(check, longestCheck);
  for (const word of promptWords) text = replaceWord(text, word);
  return text.replace(details, "…").replace(/…(?:\s*…)+/g, "…");
}

/** Replaces a word only where it stands alone. */
function replaceWord(text: string, word: string): string {
  const parts = text.split(word);
  let joined = parts[0] ?? "";
  for (const part of parts.slice(1)) {
    const isWhole = !/\w$/.test(joined) && !/^\w/.test(part);
    joined += (isWhole ? "…" : word) + part;
  }
  return joined;
}

const stopped: Readonly<Record<Extract<Outcome, { status: "stopped" }>["by"], string>> = {
  time: "The agent ran out of time",
  tokens: "The agent used up its tokens",
  cost: "The agent used up its budget",
  user: "The agent was stopped",
  failures: "The agent was stopped after too many failures",
};

/** An ending that the agent itself is responsible for. */
export function describeEnding({ outcome, outcomeClass, error }: RunDetail): Shortfall[] {
  if (outcomeClass !== "agent" || outcome.status === "completed") return [];
  const message = error ?? outcome.message;
  return [
    {
      ...plain,
      ...nameEnding(outcome),
      grade: null,
      kind: "ending",
      targetType: "ending",
      steps: [],
      occurrences: 1,
      evidence: { step: null, call: describeStop(outcome), output: cleanLines(message, 8, 500) },
      insights: [],
      repair: { goal: true },
    },
  ];
}

function nameEnding(outcome: Exclude<Outcome, { status: "completed" }>) {
  if (outcome.status === "stopped") {
    const target = stopped[outcome.by];
    return { target, shownAs: target, symptom: outcome.by };
  }
  const line = normalizeErrorLine(outcome.message.split("\n")[0] ?? "") || "no message";
  const target = outcome.code === "agent" ? "The agent gave up" : (failures[outcome.code] ?? "The agent failed");
  return { target, shownAs: cleanLine(outcome.message.split("\n")[0] ?? "", 120) || "no message", symptom: line };
}

const failures: Readonly<Partial<Record<Extract<Outcome, { status: "failed" }>["code"], string>>> = {
  exit: "The agent's program failed",
  oom: "The agent ran out of memory",
  protocol: "The agent's program broke its protocol",
};

function describeStop(outcome: Exclude<Outcome, { status: "completed" }>): string {
  return outcome.status === "stopped" ? `Stopped by its limit of ${outcome.by}` : `Failed: ${outcome.code}`;
}
