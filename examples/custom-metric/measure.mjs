import { Politeness, QuestionShare } from "./metrics.mjs";

/** Stands in for a model, so that this runs without a key: it likes replies that say please or thanks. */
const judge = {
  id: "example/judge",
  async ask({ facts, answer }) {
    const polite = /please|thank/i.test(facts.actualOutput);
    const value = answer.parse({
      explanation: polite ? "It says please or thanks." : "It does not.",
      score: polite ? 1 : 0,
    });
    return { status: "answered", value, spending: { costUsd: 0, calls: 1 } };
  },
};

const item = { actual_output: "Thank you for asking. Which order is it?" };
for (const metric of [QuestionShare(), new Politeness({ llm: judge })]) {
  const result = await metric.execute(item);
  const { passed } = metric.verdict(result);
  console.log(`${metric.name}: ${result.score} (${passed ? "passes" : "fails"}) ${result.explanation}`);
}
