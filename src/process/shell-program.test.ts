import { expect, test } from "vitest";
import { findAbsentProgram, findPlainProgram } from "./shell.ts";

test("the first word is the program where it is plain", () => {
  expect(findPlainProgram("agent --task {prompt}")).toBe("agent");
  expect(findPlainProgram("  ./bin/agent; echo done")).toBe("./bin/agent");
});

test("words of the shell's own, variables, quotes and assignments are no plain program", () => {
  const lines = [
    "cd /tmp && agent",
    "exec agent",
    "$AGENT run",
    '"my agent"',
    "A=1 agent",
    "(agent)",
    "agent() { :; }; agent",
    "shopt -s globstar; agent",
    "{home}/agent",
    "",
  ];
  expect(lines.map(findPlainProgram)).toEqual(lines.map(() => null));
});

test("a program is absent where it is looked for on PATH, or written in full, and is not there", async () => {
  const env = { PATH: "/usr/bin:/bin" };
  expect(await findAbsentProgram("no-such-program --x", env)).toBe("no-such-program");
  expect(await findAbsentProgram("/no/such/program", env)).toBe("/no/such/program");
  for (const line of ["sh -c 'exit 1'", "/bin/sh x", "./made-by-the-agent", "bin/made", "$TOOL x", "echo done"])
    expect(await findAbsentProgram(line, env)).toBe(null);
  expect(await findAbsentProgram("sh -c true", { PATH: "bin" })).toBe("sh");
});
