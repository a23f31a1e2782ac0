/** A small value for every field, used to build an item that a metric can measure. */
import type { ItemField } from "../../core/dataset-item.ts";

/** Keyed by in-memory field name. Fields that no metric requires are omitted. */
export const sampleValues: Partial<Record<ItemField, unknown>> = {
  query: "What is the capital of France?",
  actualOutput: "Paris is the capital of France.",
  expectedOutput: "Paris is the capital of France.",
  retrievedContent: ["France is a country in Europe. Its capital is Paris."],
  latency: 0.8,
  actualRanking: ["doc-7", "doc-2"],
  expectedReference: ["doc-2"],
  toolsCalled: [{ name: "search", args: { text: "capital of France" } }],
  expectedTools: [{ name: "search" }],
  conversation: [
    { role: "user", content: "What is the capital of France?" },
    { role: "assistant", content: "Paris is the capital of France." },
  ],
};
