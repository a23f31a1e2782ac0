import { Command } from "commander";
import { expect, test } from "vitest";
import { commandTable } from "./command-table.ts";
import { addConfigFlag, readConfigFlag } from "./hint-config.ts";

const flag = readConfigFlag(["run", "-s", "a", "-c", "my evals/axis.config.json"]);

test("a command in a hint names the config that the user named", () => {
  expect(addConfigFlag("Create one with: axis run", flag)).toBe(
    "Create one with: axis run -c 'my evals/axis.config.json'",
  );
  expect(addConfigFlag("Rescore it with: axis rescore 1, then save it with: axis baseline set main", flag)).toBe(
    "Rescore it with: axis rescore 1 -c 'my evals/axis.config.json', then save it with: axis baseline set main -c 'my evals/axis.config.json'",
  );
  expect(addConfigFlag("List them with: axis reports", readConfigFlag(["run", "--config=b.json"]))).toBe(
    "List them with: axis reports -c b.json",
  );
});

test.each([
  "See all commands with: axis --help",
  "Create one with: axis init",
  "Resume with: axis run --resume 1 -c b",
])("%s stays as it is", (hint) => expect(addConfigFlag(hint, flag)).toBe(hint));

test("without -c a hint stays as it is", () => {
  expect(addConfigFlag("Create one with: axis run", readConfigFlag(["run"]))).toBe("Create one with: axis run");
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
  expect(names.filter((name) => addConfigFlag(`: axis ${name}`, flag) !== `: axis ${name}`)).toEqual(taking.flat());
});
