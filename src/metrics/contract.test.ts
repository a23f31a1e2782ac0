import { testMetric } from "../testing/test-metric.ts";
import { builtInMetrics } from "./registry.ts";
import { exampleMessages, scriptedJudge } from "./conversational/scripted-conversation.fixture.ts";
import { type FakeReplies, fakeModel } from "../testing/fake-model.ts";

type Facts = Readonly<Record<string, readonly unknown[]>>;

/** An answer to each element of a batch. */
function each(elements: string, list: string, answer: object) {
  return (facts: Facts) => ({ [list]: (facts[elements] ?? []).map((_, index) => ({ index, ...answer })) });
}

const aspects = { aspectsDetails: [{ aspectName: "Price", concepts: ["amount"] }] };
const covered = { aspect: "Price", covered: true, conceptsCovered: ["amount"], conceptsMissing: [], reason: "said" };
const replies: FakeReplies = {
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

const item = {
  query: "What does it cost?",
  actualOutput: "It costs 20 euros. It opens at nine. See https://shop.example/prices, says Anna Krol.",
  expectedOutput: "It costs 20 euros.",
  retrievedContent: ["It costs 20 euros.", "It opens at nine."],
  acceptanceCriteria: ["Price"],
  latency: 1.5,
  actualRanking: ["a", "b"],
  expectedReference: ["b"],
  toolsCalled: [{ name: "search", args: { q: "price" } }],
  expectedTools: [{ name: "search", args: { q: "price" } }],
};

for (const type of builtInMetrics) {
  const conversational = type.config.requiredFields.includes("conversation");
  if (conversational) testMetric(type, { item: { conversation: exampleMessages }, judge: () => scriptedJudge() });
  else testMetric(type, { item, judge: () => fakeModel(replies) });
}
