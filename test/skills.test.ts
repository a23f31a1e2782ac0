import { readFileSync, readdirSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { calibrationPath } from "../src/cli/calibrate/calibration-file.ts";
import { commandTable } from "../src/cli/command-table.ts";
import { remoteFolder } from "../src/config/libraries/remotes.ts";
import { parseRemoteUrl } from "../src/config/libraries/url.ts";
import { jsonSchema, type SchemaKind } from "../src/config/schema.ts";
import { skillFolder } from "../src/config/skills/remote.ts";
import { AxisConfig, Settings } from "../src/core/config/config.ts";
import { Entry } from "../src/core/entry.ts";
import { ScenarioInput } from "../src/core/scenario.ts";
import * as frontDoor from "../src/index.ts";
import {
  artifactFile,
  axisFolder,
  baselineFile,
  evaluationsFolder,
  journalName,
  labelsFile,
  reportFolder,
  pageName,
  reportName,
  slotFile,
} from "../src/store/paths.ts";
import { commandLines, commandProblem, defined } from "./command-lines.ts";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const names = ["using-axis", "configure-axis"] as const;
const skills = names.map((name) => ({ name, text: readFileSync(join(root, "skills", name, "SKILL.md"), "utf8") }));
const using = skills[0]?.text ?? "";
const configuring = skills[1]?.text ?? "";

test("the package carries these two skills and no other", () => {
  expect(readdirSync(join(root, "skills")).toSorted()).toEqual([...names].toSorted());
});

describe.each(skills)("the skill $name", ({ name, text }) => {
  test("says what it is called and when to use it", () => {
    const [, front = ""] = /^---\n([\s\S]*?)\n---\n/.exec(text) ?? [];
    expect(front).toMatch(new RegExp(`^name: ${name}$`, "m"));
    expect(front).toMatch(/^description: \S.{60,}$/m);
  });

  test("holds only command lines that exist", async () => {
    const lines = commandLines(text);
    const problems = await Promise.all(lines.map(commandProblem));
    expect(lines.length).toBeGreaterThan(4);
    expect(
      lines.flatMap(({ line, text: written }, index) =>
        problems[index] === null ? [] : [`${line}: ${written}: ${problems[index]}`],
      ),
    ).toEqual([]);
  });

  test("names only flags that the command it speaks of has", async () => {
    expect(await strangeFlags(text)).toEqual([]);
  });

  test("holds only JSON that the schemas accept", () => {
    const blocks = fenced(text, "json").map((block): unknown => JSON.parse(block));
    for (const block of blocks) (isScenario(block) ? ScenarioInput : AxisConfig).parse(block);
    for (const line of fenced(text, "jsonl").flatMap((block) => block.trim().split("\n"))) {
      const value = JSON.parse(line) as { type: string };
      if (value.type !== "usage" && value.type !== "result") Entry.parse(value);
    }
  });

  test("imports from the package only what it exports", () => {
    const imported = [...text.matchAll(/import \{ ([^}]+) \} from "axis-eval"/g)].flatMap(([, list = ""]) =>
      list.split(", "),
    );
    expect(imported.filter((each) => !(each in frontDoor))).toEqual([]);
  });

  test("names only keys that the documents have", () => {
    expect(strangeKeys(text)).toEqual([]);
  });

  test("names only paths that AXIS writes", () => {
    const written = new Set([...text.matchAll(/`(\.axis\/[^`]*)`/g)].map(([, path = ""]) => path));
    expect([...written].filter((path) => !knownPaths.has(filledIn(path)))).toEqual([]);
    expect(written.size).toBeGreaterThan(0);
  });

  test("names only variables that AXIS sets", () => {
    const source = sources(join(root, "src")).join("\n");
    const variables = new Set([...text.matchAll(/\bAXIS_[A-Z_]+\b/g)].map(([variable]) => variable));
    expect([...variables].filter((variable) => !source.includes(variable))).toEqual([]);
  });

  test("states the nine rules and keeps to them", () => {
    const [, rules = ""] = /\n## Rules\n([\s\S]*?)\n## /.exec(text) ?? [];
    expect([...rules.matchAll(/^(\d)\. /gm)].map(([, number]) => Number(number))).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(text).not.toContain("\u2014");
    expect(text.match(/AXIS Score/g)).toHaveLength(1);
    expect(rules).toContain('never "AXIS Score"');
  });
});

test("using-axis explains every command, and every flag of it", async () => {
  const silent: string[] = [];
  for (const { name } of commandTable) {
    const section = sectionOf(using, name);
    const command = await defined(name);
    for (const { long } of [command, ...command.commands].flatMap(({ options }) => options))
      if (!section.includes(long ?? "")) silent.push(`axis ${name} ${long}`);
    for (const inner of command.commands.map((one) => `axis ${name} ${one.name()}`))
      if (!section.includes(inner)) silent.push(inner);
    if (section === "") silent.push(`axis ${name}`);
  }
  expect(silent).toEqual([]);
});

test("configure-axis explains every key of a config and of a scenario", () => {
  const shapes = [AxisConfig.shape, ScenarioInput.shape, Settings.shape];
  const keys = shapes.flatMap((shape) => Object.keys(shape));
  expect(keys.filter((key) => !new RegExp(`\`[^\`]*\\b${key.replace("$", "")}\\b`).test(configuring))).toEqual([]);
});

test("what these tests would miss, they find: a planted flag, key and path", async () => {
  expect(await strangeFlags("### `axis run`\n\n`--trails <n>`\n")).toEqual(["axis run --trails"]);
  expect(strangeKeys("| Config key | Meaning |\n|---|---|\n| `settings.trails` | |\n\n")).toEqual([
    "config settings.trails",
  ]);
  expect(knownPaths.has(filledIn(".axis/report/<reportId>/report.json"))).toBe(false);
});

/** Flags in inline code below the heading of a command, that it does not have; elsewhere, that no command has. */
async function strangeFlags(text: string): Promise<string[]> {
  const all = await Promise.all(commandTable.map(async ({ name }) => [name, await flagsOf(name)] as const));
  const known = new Map(all);
  const anywhere = new Set(all.flatMap(([, flags]) => flags));
  const strange: string[] = [];
  let command: string | undefined;
  for (const line of text.split("\n")) {
    if (line.startsWith("#")) command = /^### `axis (\w+)`$/.exec(line)?.[1];
    for (const [, code = ""] of line.matchAll(/`([^`]+)`/g)) {
      if (code.startsWith("axis ") || isFlagOfExample(code)) continue;
      const flags = [...code.matchAll(/(?:^|[\s,])(--?[a-z][\w-]*)/g)].map(([, flag = ""]) => flag);
      const has = (flag: string) => (command === undefined ? anywhere.has(flag) : known.get(command)?.includes(flag));
      strange.push(...flags.filter((flag) => !has(flag)).map((flag) => `axis ${command ?? "?"} ${flag}`));
    }
  }
  return strange;
}

/** Command lines of other programs, such as `npm test --silent`. */
function isFlagOfExample(code: string): boolean {
  return !code.startsWith("-");
}

async function flagsOf(name: string): Promise<string[]> {
  const command = await defined(name);
  const options = [command, ...command.commands].flatMap((each) => each.options);
  return ["--help", ...options.flatMap(({ short, long }) => [short ?? "", long ?? ""])];
}

function sectionOf(text: string, command: string): string {
  return text.split(/\n(?=##)/).find((section) => section.startsWith(`### \`axis ${command}\``)) ?? "";
}

function fenced(text: string, language: string): string[] {
  return [...text.matchAll(/```(\w*)\n([\s\S]*?)```/g)].flatMap(([, found, block = ""]) =>
    found === language ? [block] : [],
  );
}

function isScenario(value: unknown): boolean {
  return typeof value === "object" && value !== null && "prompt" in value;
}

/** First cells of tables whose first title names a document, looked up in the schema of that document. */
function strangeKeys(text: string): string[] {
  const kinds: Readonly<Record<string, SchemaKind>> = {
    Config: "config",
    Agent: "config",
    Scenario: "scenario",
    Report: "report",
  };
  return [...text.matchAll(/^\| (Config|Agent|Scenario|Report) key \|.*\n\|[-|]+\|\n((?:\|.*\n)+)/gm)].flatMap(
    ([, title = "", rows = ""]) => {
      const kind = kinds[title] ?? "config";
      const cells = rows.split("\n").map((row) => row.split("|")[1] ?? "");
      const keys = cells.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, path = ""]) => path));
      const schema = jsonSchema(kind) as Schema;
      return keys.filter((path) => !hasPath(schema, steps(path), schema.$defs)).map((path) => `${kind} ${path}`);
    },
  );
}

interface Schema {
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, Schema>>;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | false;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
}

/** `a[].b.<name>` as steps: a key, "[]" for an item, "*" for any key. */
function steps(path: string): string[] {
  return path
    .replaceAll("[]", ".[]")
    .split(".")
    .map((step) => (step.startsWith("<") ? "*" : step));
}

function hasPath(schema: Schema, [step, ...rest]: readonly string[], parts: Schema["$defs"]): boolean {
  if (step === undefined) return true;
  const part = parts?.[schema.$ref?.replace("#/$defs/", "") ?? ""];
  if (part !== undefined) return hasPath(part, [step, ...rest], parts);
  const choices = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])];
  if (choices.some((choice) => hasPath(choice, [step, ...rest], parts))) return true;
  const next = step === "[]" ? schema.items : step === "*" ? schema.additionalProperties : schema.properties?.[step];
  return next !== undefined && next !== false && hasPath(next, rest, parts);
}

const sample = {
  "<reportId>": "2026-06-12-205816",
  "<scenarioKey>": "cms/create-post",
  "<agent>": "tinker",
  "<name>": "main",
  "<path>": "out/a.txt",
};

function filledIn(path: string): string {
  return Object.entries(sample)
    .reduce((text, [mark, value]) => text.replaceAll(mark, value), path)
    .replace(/\/$/, "");
}

const knownPaths = paths();

/** Made with the functions that the program itself uses. */
function paths(): Set<string> {
  const project = "/project";
  const slot = { cell: { scenario: sample["<scenarioKey>"], agent: sample["<agent>"], trial: 1 }, attempt: 1 };
  const report = reportFolder(project, sample["<reportId>"]);
  const url = parseRemoteUrl("https://github.com/acme/tasks", { fromProject: true });
  const files = (["detail", "raw", "sparse-index", "patch", "debug", "debug-stderr"] as const).map((kind) =>
    slotFile(slot, kind, "linux"),
  );
  const all = [
    axisFolder(project),
    join(axisFolder(project), ".gitignore"),
    join(axisFolder(project), "axis.lock"),
    calibrationPath(project),
    labelsFile(project),
    evaluationsFolder(project),
    baselineFile(project, sample["<name>"]),
    ...[journalName, reportName, pageName, ...files, artifactFile(slot, sample["<path>"], "linux")].map((file) =>
      join(report, file),
    ),
    ...("problem" in url ? [] : [join(remoteFolder(project, url), "..", "..", "..")]),
    join(skillFolder(project, "acme", "skills"), "..", ".."),
  ];
  return new Set(all.map((path) => relative(project, path)));
}

function sources(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"))
    .map((file) => readFileSync(join(folder, file), "utf8"));
}
