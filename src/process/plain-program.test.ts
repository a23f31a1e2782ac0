import { expect, test } from "vitest";
import { plainProgram } from "./plain-program.ts";

test("the first word is the program where it is plain", () => {
  expect(plainProgram("agent --task {prompt}")).toBe("agent");
  expect(plainProgram("  ./bin/agent; echo done")).toBe("./bin/agent");
});

test("words of the shell's own, variables, quotes and assignments are no plain program", () => {
  const lines = [
    "cd /tmp && agent",
    "exec agent",
    "$AGENT run",
    '"my agent"',
    "A=1 agent",
    "(agent)",
    "{home}/agent",
    "",
    "says() { echo hello; }; says",
    "says () { echo hello; }; says",
    "pushd src",
  ];
  expect(lines.map(plainProgram)).toEqual(lines.map(() => null));
});
