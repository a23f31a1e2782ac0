/** Support answers for the pages of a dataset: 160 items with topics, difficulties and languages; webhooks are answered badly. */
import { createRandom } from "./agents/skills.mjs";

const questions = {
  payments: ["How do I charge a card?", "Send POST /v2/payments with the amount and an idempotency key."],
  refunds: ["Can I refund more than was paid?", "No. The API answers 422 amount_too_large."],
  webhooks: [
    "How long do I have to answer a webhook?",
    "You have 10 seconds; after that it is sent again after 1, 5 and 30 minutes.",
  ],
  auth: ["When does an access token end?", "After one hour. Renew it with the refresh token at /v2/token."],
  cli: ["Which option makes a preview?", "acme deploy --env preview"],
};

const wrong = {
  payments: "Send POST /v2/payments with the amount.",
  refunds: "No, the sum of all refunds is at most what was paid.",
  webhooks: "You have 30 seconds; after that it is sent again.",
  auth: "After 60 minutes. Sign in again when it has ended.",
  cli: "acme deploy --preview",
};

/** One JSON line per item. `share` raises the chance of a wrong answer: 1 is what the project has now. */
export function answerLines(share = 1) {
  const topics = Object.keys(questions);
  return Array.from({ length: 160 }, (_, index) => {
    const topic = topics[index % topics.length];
    const random = createRandom(`answer ${index}`);
    const [difficulty, language] = [random() < 0.4 ? "hard" : "easy", random() < 0.25 ? "de" : "en"];
    const chance = (topic === "webhooks" ? 0.55 : 0.15) + (difficulty === "hard" ? 0.1 : 0);
    const [query, expected] = questions[topic];
    const isWrong = random() < chance * share;
    return JSON.stringify({
      id: `q-${String(index + 1).padStart(4, "0")}`,
      query: `${query} (${index + 1})`,
      actual_output: isWrong ? wrong[topic] : expected,
      expected_output: expected,
      actual_ranking: shuffled([topic, "endpoints", "signatures", "retries", "events"], random),
      expected_reference: [topic],
      latency: Math.round((0.4 + random() * 2.2) * 100) / 100,
      metadata: { topic, difficulty, language },
    });
  }).join("\n");
}

function shuffled(names, random) {
  return names
    .map((name, index) => ({ name, order: random() + (index === 0 ? -0.4 : 0) }))
    .sort((a, b) => a.order - b.order)
    .map(({ name }) => name);
}
