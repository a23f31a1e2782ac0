/** Grades a check by the phrases it quotes: 10 if the final answer holds all of them, a share of 10 if it holds some. */
import { defineJudge } from "axis-eval";

export default defineJudge({
  id: "phrases",

  async ask(question, { abort }) {
    if (abort.aborted) return { status: "failed", why: "stopped before the question was answered" };
    if (question.question !== "goal") return { status: "declined", why: "phrases only grades the goal" };
    const unclear = question.checks.find(({ check }) => phrasesIn(check).length === 0);
    if (unclear !== undefined) return { status: "declined", why: `the check "${unclear.check}" quotes no phrase` };
    const grades = question.checks.map(({ index, check }) =>
      grade(index, phrasesIn(check), question.finalAnswer ?? ""),
    );
    return { status: "answered", value: { grades } };
  },
});

function phrasesIn(check: string): string[] {
  return [...check.matchAll(/"([^"]+)"/g)].map((match) => match[1] ?? "");
}

function grade(index: number, phrases: readonly string[], answer: string) {
  const found = phrases.filter((phrase) => answer.includes(phrase));
  const rationale = `the answer holds ${found.length} of ${phrases.length} phrases`;
  return { index, rationale, score: (10 * found.length) / phrases.length };
}
