import { expect, test } from "vitest";
import { readTranscript } from "../read-transcript.ts";

const read = (...events: readonly object[]) =>
  readTranscript(events.flatMap((event) => JSON.stringify(event, null, 2).split("\n")));
const answer = { type: "result", subtype: "success", is_error: false, result: "Done.", session_id: "s" };

test.each([
  ["claude -p --output-format stream-json --verbose", { ...answer, uuid: "u", total_cost_usd: 0.1 }],
  ["claude -p --output-format stream-json --verbose", { ...answer, num_turns: 3 }],
  ["qwen -o stream-json", { ...answer, uuid: "u" }],
  ["cursor-agent -p --output-format stream-json", { ...answer, request_id: "r" }],
  ["gemini -o stream-json", { session_id: "s", response: "Done.", stats: { models: {} } }],
  ["gemini -o stream-json", { session_id: "s", error: { message: "no" } }],
])("an answer alone is refused, and %s writes the steps", (command, event) => {
  expect(read(event).refusal).toBe(`has only the final answer, and no steps; record the run with: ${command}`);
});

test("an answer after steps is not refused", () => {
  const step = { type: "assistant", session_id: "s", uuid: "v", message: { id: "m", role: "assistant", content: [] } };
  const lines = [step, { ...answer, uuid: "u", total_cost_usd: 0 }].map((event) => JSON.stringify(event));
  expect(readTranscript(lines).refusal).toBeNull();
});

test("a result of the command agent is not refused", () => {
  expect(read({ type: "result", text: "Done." }).refusal).toBeNull();
});
