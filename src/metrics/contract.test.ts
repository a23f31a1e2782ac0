import { testMetric } from "../testing/suites/test-metric.ts";
import { builtInMetrics } from "./registry.ts";
import { exampleMessages, scriptedJudge } from "./conversational/scripted-conversation.fixture.ts";
import { fakeModel } from "../testing/fake-model.ts";
import { metricReplies } from "./metric-replies.fixture.ts";

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
  else testMetric(type, { item, judge: () => fakeModel(metricReplies) });
}
