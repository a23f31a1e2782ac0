/** Holds the commands that AXIS prints: each must parse, so that it works when it is pasted. */
import { describe, expect, test } from "vitest";
import { openProject, shell } from "./fixtures/axis.ts";
import { commandProblem } from "./command-lines.ts";
import { insertedValue, listLiterals, readSourceLiterals } from "./source-literals.ts";

/** A message puts a command after a colon; it ends with the line, or at punctuation that is followed by a space. */
const commandInText = /: (axis [a-z](?:(?![,;.)] |\n| \(|`| \.\.\.).)*)/g;

/** A value stands for a word of its own, or completes the word before it. */
function listCommands(text: string): string[] {
  return [...text.matchAll(commandInText)].map(([, command = ""]) =>
    command
      .replaceAll(new RegExp(`(?<=[ =:])${insertedValue}`, "g"), "value")
      .replaceAll(insertedValue, "")
      .trim(),
  );
}

const printed = ["src", "web/src"]
  .flatMap(readSourceLiterals)
  .flatMap(({ file, text }) => listCommands(text).map((command) => ({ file, command })));

test("there is something to look at", () => expect(printed.length).toBeGreaterThan(60));

test("every printed command and each of its flags exist", async () => {
  const problems = await Promise.all(
    printed.map(async ({ file, command }) => ({ file, command, problem: await commandProblem({ text: command }) })),
  );
  expect(problems.filter(({ problem }) => problem !== null)).toEqual([]);
});

describe("commands are found", () => {
  test.each([
    ['"Create one with: axis run"', ["axis run"]],
    ['"Move it with: axis remotes update; or delete it"', ["axis remotes update"]],
    ["`Resume with: axis run --resume ${id}${flags}`", ["axis run --resume value"]],
    ["`axis run --resume ${id}`", []],
  ])("in %s", (source, commands) => expect(listLiterals(source).flatMap(listCommands)).toEqual(commands));
});

test("started from a clone, the commands of a demo work when pasted into the same shell", async () => {
  await using project = await openProject({});
  const asTyped = { AXIS_COMMAND: undefined };
  const { stdout, stderr } = await shell(project, "$AXIS demo --dir 'my demo'", asTyped);
  const [, open = ""] = /^Open +(.+)$/m.exec(stdout) ?? [];
  const [, next = ""] = /^Next +(.+)$/m.exec(stdout) ?? [];
  const [, own = ""] = /^Set up your own project with: (.+)$/m.exec(stderr) ?? [];
  const pasted = await Promise.all(
    [next, `${open} --help`, `${own} --no-skills`].map((command) => shell(project, command, asTyped)),
  );
  expect(pasted.map(({ code }) => code)).toEqual([0, 0, 0]);
  expect(pasted[0]?.stdout).toContain("What to fix");
  expect(pasted[1]?.stdout).toMatch(/^Usage: node \S+cli\.js view /);
  expect(pasted[2]?.stdout).toMatch(/^Next: node \S+cli\.js run$/m);
});
