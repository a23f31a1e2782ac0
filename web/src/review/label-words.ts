/** How labels are worded on pages. */
import type { HumanVerdict, ReviewLabel } from "../../../src/core/review/review-label.ts";
import { readLevel } from "../../../src/core/review/label-target.ts";
import { readJudgeVerdict } from "../../../src/report/review/settle-labels.ts";
import type { ReviewReason } from "../../../src/report/review/review-queue.ts";

/** Verdicts that a person chooses from. */
export type Choice = Exclude<HumanVerdict, "withdrawn">;

/** What a label can be about on a run's page. */
export type MarkKind = "check" | "step" | "run";

export const choices: Readonly<Record<MarkKind, readonly (readonly [Choice, string])[]>> = {
  check: [
    ["pass", "It holds"],
    ["fail", "It does not hold"],
    ["unsure", "I cannot tell"],
  ],
  step: [
    ["pass", "Needed"],
    ["fail", "Not needed"],
    ["unsure", "I cannot tell"],
  ],
  run: [
    ["pass", "It passed"],
    ["fail", "It failed"],
    ["unsure", "I cannot tell"],
  ],
};

const verdictWords: Readonly<Record<MarkKind, readonly [pass: string, fail: string]>> = {
  check: ["holds", "does not hold"],
  step: ["needed", "not needed"],
  run: ["passed", "failed"],
};

function kindOf(label: ReviewLabel): MarkKind {
  const level = readLevel(label);
  return level === "step" ? "step" : level === "run" || level === "metric" ? "run" : "check";
}

/** What the person said, as in "You: does not hold". */
export function describeHuman(label: ReviewLabel): string {
  const [pass, fail] = verdictWords[kindOf(label)];
  if (label.human === "unsure") return "cannot tell";
  return label.human === "pass" ? pass : label.human === "fail" ? fail : "no label";
}

/** What AXIS said, as in "holds, 8 of 10"; null if it said nothing. */
export function describeJudge(label: ReviewLabel): string | null {
  const holds = readJudgeVerdict(label);
  if (holds === null) return null;
  const kind = kindOf(label);
  const word = verdictWords[kind][holds ? 0 : 1];
  return kind === "check" ? `${word}, ${Math.round((label.judge ?? 0) * 1_000) / 100} of 10` : word;
}

/** Null if one of the two did not decide. */
export function isAgreed(label: ReviewLabel): boolean | null {
  const holds = readJudgeVerdict(label);
  if (holds === null || (label.human !== "pass" && label.human !== "fail")) return null;
  return holds === (label.human === "pass");
}

export const reasonWords: Readonly<Record<ReviewReason, string>> = {
  panel: "the panel disagrees",
  first: "first label of this check",
  close: "close to the line",
  random: "drawn at random",
};
