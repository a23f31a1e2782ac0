/** Pastes what a run printed: every command must work in the folder where it was printed. */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { drive } from "../src/cli/drive.fixture.ts";
import { temporaryProject } from "../src/config/libraries/temporary-repository.ts";

/** Splits a command as a shell does; our quotes are single ones. */
function splitWords(command: string): string[] {
  return [...command.matchAll(/(?:'[^']*'|[^\s'])+/g)].map(([word]) => word.replaceAll("'", ""));
}

const check = { check: "done", verify: { contains: "done" } };

test("the commands that a run prints work when pasted, in a folder whose name has a space", async () => {
  await using project = await temporaryProject({
    "my evals/axis.config.json": {
      agents: [{ agent: "command", name: "my-agent", command: "echo done" }],
    },
    "my evals/scenarios/a/b.json": { name: "A", prompt: "p", judge: [check] },
    "my evals/scenarios/e.json": { name: "E", prompt: "p", judge: [{ ...check, verify: { contains: "never" } }] },
  });
  const home = join(project.folder, "home");
  await mkdir(home);
  const place = { cwd: project.folder, env: { PATH: process.env["PATH"], HOME: home } };
  const config = ["-c", "my evals/axis.config.json"];
  const said: string[] = [];
  for (const args of [
    ["reports", ...config],
    ["reports", "trend", ...config],
    ["baseline", "list", ...config],
    ["run", ...config],
    ["baseline", "set", ...config],
    ["run", "--compare-baseline", ...config],
    ["reports", "none", ...config],
    ["baseline", "show", "none", ...config],
    ["rescore", "latest", "-s", "nothing", ...config],
    ["init"],
    ["init"],
  ]) {
    const { stdout, stderr } = await drive([...args, ...(args[0] === "init" ? ["--no-skills"] : [])], place);
    said.push(`${stdout}\n${stderr}`);
  }
  // A command too wide for the terminal goes on behind a backslash. "Open" starts a server, which does not end.
  const text = said.join("\n").replaceAll(/ \\\n */g, " ");
  const commands = [...text.matchAll(/(?:: |^(?:Next|Resume) {2,}|&& )(axis [a-z](?:(?![,;] |\n| &&).)*)/gm)].map(
    ([, command = ""]) => command,
  );
  expect(commands.length).toBeGreaterThan(5);
  for (const command of new Set(commands)) {
    const { code, stderr } = await drive(splitWords(command).slice(1), place);
    expect([command, code > 1 ? stderr : ""]).toEqual([command, ""]);
  }
});
