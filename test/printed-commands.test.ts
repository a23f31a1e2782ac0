/** Holds the commands that AXIS prints: each must parse, so that it works when it is pasted. */
import { describe, expect, test } from "vitest";
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
