import fc from "fast-check";
import { expect, test } from "vitest";
import { toQueueName } from "./pg-boss-queue.ts";

test("a plain name is its own queue", () => {
  expect(toQueueName("claude-code")).toBe("axis-runs.claude-code");
});

test("names that share a slug do not share a queue", () => {
  const names = ["claude-code|opus", "claude-code-opus", "Claude-Code-Opus", "claude_code|opus"];
  expect(new Set(names.map(toQueueName)).size).toBe(names.length);
});

test("every name makes a queue that the engine takes, and different names different queues", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), fc.string({ unit: "binary" }), (one, other) => {
      expect(toQueueName(one)).toMatch(/^[\w.\-/]{1,70}$/);
      if (one !== other) expect(toQueueName(one)).not.toBe(toQueueName(other));
    }),
  );
});
