import * as fc from "fast-check";
import { randomUUID } from "node:crypto";
import { tmpdir } from "node:os";
import { afterAll, expect, test } from "vitest";
import { openScope } from "../process/scope.ts";
import { fillShellLine, findRelativeProgram, findShellPlaceholders, quoteArgument } from "./shell-words.ts";

const scope = await openScope({ runId: randomUUID(), home: "" });
afterAll(() => scope.end());

async function shellOutput(command: string): Promise<string> {
  const child = scope.start({
    program: command,
    args: [],
    shell: true,
    cwd: tmpdir(),
    env: { PATH: process.env.PATH ?? "" },
  });
  const lines: string[] = [];
  for await (const line of child.lines) lines.push(line);
  return lines.join("\n");
}

test("a quoted value is one word, whatever it holds", () => {
  expect(quoteArgument("it's $(here)")).toBe(`'it'\\''s $(here)'`);
});

test("a placeholder is filled to fit the quotes it stands in", () => {
  expect(fillShellLine(`a {x} "b {x}" 'c {x}'`, { x: "$HOME" })).toBe(`a '$HOME' "b "'$HOME'"" 'c ''$HOME'''`);
});

test("a value that looks like a placeholder is not filled again", () => {
  expect(fillShellLine("{a} {b}", { a: "{b}", b: "two" })).toBe("'{b}' 'two'");
});

test("a shell variable and an escaped brace are not placeholders", () => {
  expect(fillShellLine("${x} \\{x} {y}", { x: "1" })).toBe("${x} \\{x} {y}");
});

test("a real shell gives back every value, bare and in either kind of quotes", async () => {
  const value = fc.string({ unit: fc.constantFrom(..."ab '\"`$(){};&|<>\\\n#!*~=é") });
  await fc.assert(
    fc.asyncProperty(value, async (text) => {
      const line = fillShellLine(`printf '[%s]' {x} "{x}" '{x}' "it's {x}"`, { x: text });
      expect(await shellOutput(line)).toBe(`[${text}][${text}][${text}][it's ${text}]`);
    }),
    { numRuns: 40, examples: [["$(echo no)"], ["`echo no`"], ["'; echo no; '"], ['"; echo no; "']] },
  );
});

test.each([
  ["`cat {x}`", "a backtick"],
  ['"$(cat {x})"', "a substitution in double quotes"],
  ["cat <<END\n{x}\nEND", "a here-document"],
  ["true # it's\necho {x}", "a comment"],
  ["echo $'a' {x}", "a dollar quote"],
])("in %j quotes unknown after %s", (line) => {
  expect(findShellPlaceholders(line, ["x"])).toMatchObject([{ quotes: "tangled" }]);
});

test("a substitution without quotes of its own does no harm", () => {
  expect(findShellPlaceholders('a "$(date -u)" `pwd` "{x}"', ["x"])).toMatchObject([{ quotes: '"' }]);
});

test("before such a place, and inside a bare substitution, they can be told", () => {
  expect(findShellPlaceholders("run {x} `date`", ["x"])).toMatchObject([{ quotes: "" }]);
  expect(findShellPlaceholders('run $(cat "{x}")', ["x"])).toMatchObject([{ quotes: '"' }]);
  expect(findShellPlaceholders("run 'a`b' a#b {x}", ["x"])).toMatchObject([{ quotes: "" }]);
});

test("a program written as ./ or ../ is found at the start of the line, also after assignments", () => {
  expect(findRelativeProgram("./agent x")).toEqual({ start: 0, end: 7, path: "./agent" });
  expect(findRelativeProgram("A=1 B=two ../bin/agent")).toEqual({ start: 10, end: 22, path: "../bin/agent" });
  expect(findRelativeProgram("agent ./x")).toBe(null);
  expect(findRelativeProgram(".hidden/agent")).toBe(null);
});

test("it may stand in quotes, unless the shell would change what is in them", () => {
  expect(findRelativeProgram(`'./my bin/agent' x`)).toEqual({ start: 0, end: 16, path: "./my bin/agent" });
  expect(findRelativeProgram(`A=1 "../my bin"/agent`)).toEqual({ start: 4, end: 15, path: "../my bin" });
  expect(findRelativeProgram(`"./$NAME"`)).toBe(null);
  expect(findRelativeProgram(`'./agent" x`)).toBe(null);
});
