import { Command } from "commander";
import { expect, test } from "vitest";
import { commandTable } from "./command-table.ts";
import { addConfigFlag } from "./hint-config.ts";

const args = ["run", "-s", "a", "-c", "my evals/axis.config.json"];

test("a command in a hint names the config that the user named", () => {
  expect(addConfigFlag("Create one with: axis run", args)).toBe(
    "Create one with: axis run -c 'my evals/axis.config.json'",
  );
  expect(addConfigFlag("Rescore it with: axis rescore 1, then save it with: axis baseline set main", args)).toBe(
    "Rescore it with: axis rescore 1 -c 'my evals/axis.config.json', then save it with: axis baseline set main -c 'my evals/axis.config.json'",
  );
  expect(addConfigFlag("List them with: axis reports", ["run", "--config=b.json"])).toBe(
    "List them with: axis reports -c b.json",
  );
});

test.each([
  "See all commands with: axis --help",
  "Create one with: axis init",
  "Resume with: axis run --resume 1 -c b",
])("%s stays as it is", (hint) => expect(addConfigFlag(hint, args)).toBe(hint));

test("without -c a hint stays as it is", () => {
  expect(addConfigFlag("Create one with: axis run", ["run"])).toBe("Create one with: axis run");
});

test("every command that takes -c gets it, and no other does", async () => {
  const taking = await Promise.all(
    commandTable.map(async ({ name, load }) => {
      const command = new Command(name);
      (await load()).define(command, () => {});
      const options = [command, ...command.commands].flatMap((each) => each.options);
      return options.some(({ short }) => short === "-c") ? [name] : [];
    }),
  );
  const names = commandTable.map(({ name }) => name);
  expect(names.filter((name) => addConfigFlag(`: axis ${name}`, args) !== `: axis ${name}`)).toEqual(taking.flat());
});
