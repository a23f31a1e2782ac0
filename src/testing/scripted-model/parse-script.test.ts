import { expect, test } from "vitest";
import { parseScript } from "./parse-script.ts";

function complaint(written: unknown): string {
  try {
    parseScript(written, "s.yaml");
  } catch (error) {
    return (error as Error).message;
  }
  return "nothing";
}

test("the short form is one conversation", () => {
  const { conversations, otherwise, values } = parseScript({ steps: [{ text: "hi" }] });
  expect(conversations).toHaveLength(1);
  expect(conversations[0]).toMatchObject({ name: "script", next: "turn", faults: [] });
  expect([otherwise.text, values]).toEqual(["The script has no answer to this.", {}]);
});

test.each<[string, unknown, string]>([
  ["no script at all", "text", "s.yaml is not a script:\n  Invalid input: expected object, received string"],
  ["null", null, "s.yaml is not a script:\n  Invalid input: expected object, received null"],
  ["no steps", { steps: [] }, "steps: Too small"],
  ["a key that is not known", { steps: [{ text: "x" }], step: 1 }, 'Unrecognized key: "step"'],
  [
    "a tool that is not known",
    { steps: [{ calls: [{ tool: "bash" }] }] },
    "steps[0].calls[0].tool: Invalid discriminator value. Expected 'shell'",
  ],
  [
    "a call without its command",
    { steps: [{ calls: [{ tool: "shell" }] }] },
    "steps[0].calls[0].command: Invalid input",
  ],
  ["a fault that is not known", { steps: [{ text: "x" }], faults: [{ kind: "explode" }] }, "faults[0].kind: "],
  [
    "a status that is no failure",
    { steps: [{ text: "x" }], faults: [{ kind: "status", status: 200 }] },
    "faults[0].status",
  ],
  ["a pattern that is none", { steps: [{ text: "x" }], values: { a: "(" } }, "values.a: Invalid regular expression"],
  [
    "both forms",
    { steps: [{ text: "x" }], conversations: [{ name: "a", steps: [{ text: "x" }] }] },
    'Unrecognized key: "steps"',
  ],
  [
    "two of one name",
    { conversations: ["a", "a"].map((name) => ({ name, steps: [{ text: "x" }] })) },
    's.yaml has two conversations named "a"',
  ],
])("%s is said with its place", (_what, written, expected) => {
  expect(complaint(written)).toContain(expected);
});

test("everything wrong is said at once", () => {
  expect(complaint({ steps: [{ txt: "x" }], next: "never", values: { "a b": "x" } }).split("\n").length).toBe(4);
});
