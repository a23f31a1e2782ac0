/** For tests: answers of a judge to every question of the built-in metrics. */
import type { FakeReplies } from "../testing/fake-model.ts";

type Facts = Readonly<Record<string, readonly unknown[]>>;

/** An answer to each element of a batch. */
function each(elements: string, list: string, answer: object) {
  return (facts: Facts) => ({ [list]: (facts[elements] ?? []).map((_, index) => ({ index, ...answer })) });
}

const aspects = { aspectsDetails: [{ aspectName: "Price", concepts: ["amount"] }] };
const covered = { aspect: "Price", covered: true, conceptsCovered: ["amount"], conceptsMissing: [], reason: "said" };
export const metricReplies: FakeReplies = {
  "claims.extract": { statements: ["It costs 20 euros.", "It opens at nine."] },
  "claims.relevancy": each("statements", "verdicts", { verdict: "yes", reason: "r" }),
  "claims.faithfulness": each("claims", "verdicts", { verdict: "Partially Supported", reason: "r" }),
  "relevancy.explain": { explanation: "All of it." },
  "facts.extract": { statements: ["It costs 20 euros."] },
  "facts.verdicts": each("statements", "verdicts", { statement: "s", isSupported: 1, reason: "r" }),
  "aspects.decompose": aspects,
  "aspects.check": each("expectedAspects", "aspectResults", covered),
  "criteria.decompose": { keyAspects: ["Price"], aspectDetails: aspects.aspectsDetails },
  "criteria.check": each("keyAspects", "aspectResults", covered),
  "query.decompose": { subQuestions: ["What does it cost?"] },
  "questions.check": each("subQuestions", "results", { subQuestion: "s", reason: "r", addressed: true }),
  "conciseness.judge": { score: 0.8, redundantSegments: [], reason: "short" },
  "tone.judge": { score: 0.8, toneMatch: true, styleMatch: true, differences: [], reason: "alike" },
  "citations.relevance": each("citations", "verdicts", { citation: "c", isRelevant: true, reason: "r" }),
  "chunks.relevancy": each("chunks", "verdicts", { verdict: "yes", reason: "r" }),
  "chunks.usefulness": each("chunks", "verdicts", { isUseful: true, reason: "r" }),
  "chunks.utilization": each("chunks", "verdicts", { isUtilized: true, reasoning: "r" }),
  "truth.extract": { statements: ["It costs 20 euros."] },
  "truth.recall": each("statements", "verdicts", { isSupported: true, reason: "r" }),
  "context.sufficiency": { isSufficient: true, reasoning: "all there" },
  "pii.extract": { extractedPii: ["Anna Krol"] },
  "pii.verdicts": each("extractedPii", "verdicts", { verdict: "yes", reason: "r" }),
  "pii.explain": { reason: "It names a person." },
};
