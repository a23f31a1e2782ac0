/** Keeps the pages true: what they show is parsed, counted and looked up in the code. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Command } from "commander";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { commandTable } from "../src/cli/command-table.ts";
import { createFindings, problemsText } from "../src/config/validation/problem.ts";
import { validateConfig, validateScenario } from "../src/config/validation/validate.ts";
import { AgentConfig } from "../src/core/agent/agent-config.ts";
import { AgentStatistics } from "../src/core/report/agent-statistics.ts";
import { AxisResult } from "../src/core/score/axis-result.ts";
import { AssertionVerify, CheckInput, CommandVerify } from "../src/core/scenario/check.ts";
import { AxisConfig, Judging, Settings } from "../src/core/config/config.ts";
import { McpServer } from "../src/core/scenario/mcp-server.ts";
import { ObjectSettings } from "../src/core/config/object-settings.ts";
import { OutcomeClass } from "../src/core/outcome.ts";
import { PairResult } from "../src/core/report/pair-result.ts";
import { Report, Summary } from "../src/core/report.ts";
import { RunDetail } from "../src/core/report/run-detail.ts";
import { ScenarioInput } from "../src/core/scenario.ts";
import { AgentVerdict, VerdictSettings } from "../src/core/report/verdict.ts";
import * as statistics from "../src/statistics/index.ts";
import { formatNames } from "../src/agents/transcript/formats/format-name.ts";
import { type CommandLine, commandLines, commandProblem, defined, helpLines } from "./command-lines.ts";
import { anchorsOf, type Block, blocksOf, linksOf, page, pagesBelow, root, sectionOf } from "./markdown.ts";

const docs = pagesBelow("docs");
const pages = [page("README.md"), page("CONTRIBUTING.md"), page("CHANGELOG.md"), ...docs, ...pagesBelow("examples")];
const blocks = pages.flatMap(blocksOf);
const place = ({ page: path, line }: Pick<Block, "page" | "line">) => `${path}:${line}`;

describe("JSON in the pages", () => {
  // The settings of an editor are not ours.
  const json = blocks.filter(({ info }) => info.startsWith("json") && info !== "json vscode");

  test("there are configs and scenarios to look at", () => {
    expect(json.filter(({ info }) => info === "json config").length).toBeGreaterThan(3);
    expect(json.filter(({ info }) => info === "json scenario").length).toBeGreaterThan(3);
  });

  test.each(json.map((block) => [place(block), block] as const))("%s is what it says it is", (where, block) => {
    expect(problemsOf(JSON.parse(block.text), block.info, where)).toBe("");
  });
});

const parts: Record<string, z.ZodType> = {
  check: CheckInput,
  agent: AgentConfig,
  env: AxisConfig.pick({ env: true }),
  settings: AxisConfig.pick({ settings: true }),
};

/** A block without a marker is a part: a check, an agent entry, a piece of a config. */
function problemsOf(value: unknown, info: string, where: string): string {
  const findings = createFindings();
  const at = { file: where, path: [] };
  if (info === "json config") validateConfig(value, where, findings);
  else if (info === "json scenario") validateScenario(value, at, findings);
  else {
    const kind = Object.keys(parts).find((key) => typeof value === "object" && value !== null && key in value);
    if (kind === undefined) return `${where} is no part that this test knows`;
    const parsed = parts[kind]?.safeParse(value);
    return parsed?.success ? "" : z.prettifyError(parsed?.error ?? new z.ZodError([]));
  }
  return problemsText(findings.problems);
}

describe("commands in the pages", () => {
  test.each(pages.map((each) => [each.path, commandLines(each.text)] as const))(
    "%s names commands and flags that exist",
    async (_, lines) => {
      expect(await problems(lines)).toEqual([]);
    },
  );

  test.each(commandTable.map(({ name }) => name))("the help of axis %s names what exists", async (name) => {
    const texts = (await withInner(name)).map(helpOf);
    expect(await problems(texts.flatMap(helpLines))).toEqual([]);
  });

  test("what this test would miss, it finds", async () => {
    const lines = commandLines(
      "```sh\naxis rnu\n$ axis run --trails 3 # often\n```\n`axis baseline sett`, `axis run -s`",
    );
    expect(await problems(lines)).toEqual([
      "2: axis rnu: there is no command rnu",
      "3: axis run --trails 3: run has no option --trails",
      "5: axis baseline sett: baseline has no command sett",
      "5: axis run -s: -s, --scenario <keys> needs a value",
    ]);
  });

  test.each(commandTable.map(({ name }) => name))("docs/cli.md has every flag of axis %s", async (name) => {
    const section = sectionOf(page("docs/cli.md"), `## \`axis ${name}\``);
    const flags = (await withInner(name)).flatMap(({ options }) =>
      options.map(({ long, short }) => short ?? long ?? ""),
    );
    expect(flags.filter((flag) => !section.includes(`\`${flag}`))).toEqual([]);
  });

  test("the changelog has every command", () => {
    const named = page("CHANGELOG.md").text;
    expect(commandTable.filter(({ name }) => !named.includes(`\`${name}\``))).toEqual([]);
  });
});

async function problems(lines: readonly CommandLine[]): Promise<string[]> {
  const found = await Promise.all(lines.map(async (line) => ({ ...line, problem: await commandProblem(line) })));
  return found.flatMap(({ line, text, problem }) => (problem === null ? [] : [`${line}: ${text}: ${problem}`]));
}

async function withInner(name: string): Promise<Command[]> {
  const command = await defined(name);
  return [command, ...command.commands];
}

function helpOf(command: Command): string {
  let help = "";
  command.configureOutput({ writeOut: (text) => (help += text) }).outputHelp();
  return help;
}

describe("fields", () => {
  const keys = (schema: z.ZodObject) => Object.keys(schema.shape);
  const serverKeys = McpServer.options.flatMap((option) => Object.keys(option.shape));

  test.each([
    ["docs/config.md", "config", keys(AxisConfig)],
    ["docs/config.md", "settings", keys(Settings)],
    ["docs/config.md", "judging", keys(Judging)],
    ["docs/store.md", "object store", keys(ObjectSettings)],
    ["docs/config.md", "agents", keys(AgentConfig)],
    ["docs/config.md", "mcp_servers", serverKeys],
    ["docs/scenarios.md", "scenario", keys(ScenarioInput).filter((key) => key !== "$schema")],
    ["docs/scenarios.md", "check", keys(CheckInput)],
    ["docs/scenarios.md", "command", keys(CommandVerify)],
    ["docs/scenarios.md", "assertion", keys(AssertionVerify)],
    ["docs/scoring.md", "outcome class", OutcomeClass.options],
    ["docs/score.md", "transcript format", [...formatNames]],
    ["docs/reports.md", "report", keys(Report)],
    ["docs/reports.md", "result", keys(PairResult)],
    ["docs/reports.md", "summary", keys(Summary)],
    ["docs/reports.md", "score", keys(AxisResult)],
    ["docs/reports.md", "detail", keys(RunDetail)],
    ["docs/reports.md", "verdict", keys(AgentVerdict)],
    ["docs/reports.md", "spread", keys(PairResult.shape.spread.unwrap())],
    ["docs/reports.md", "statistics of an agent", keys(AgentStatistics)],
    ["docs/config.md", "verdict of the settings", keys(VerdictSettings)],
    ["docs/statistics.md", "statistics function", Object.keys(statistics)],
  ] as const)("%s has every field of a %s", (path, _, wanted) => {
    const { text } = page(path);
    const isNamed = (key: string) =>
      new RegExp(`\`[^\`\\n]*(?<![\\w$])${key.replace("$", "\\$")}(?!\\w)[^\`\\n]*\``).test(text);
    expect(wanted.filter((key) => !isNamed(key))).toEqual([]);
  });

  test.each([
    // A script is opened by `axis run --script`, not by a program.
    ["loadPlan(request, deps)", "config/planning/plan-request.ts", "PlanRequest", ["rehearsal"]],
    // How runs are executed on other machines, and the clock of tests.
    ["evaluate(plan, deps)", "evaluate/evaluate-deps.ts", "EvaluateDeps", ["elsewhere", "host", "wait"]],
  ] as const)("docs/api.md has everything that %s can be given", (title, file, name, own) => {
    const [, fields = ""] = readFileSync(join(root, "src", file), "utf8").split(`export interface ${name} {`);
    const options = [...fields.slice(0, fields.indexOf("\n}")).matchAll(/^ {2}readonly (\w+)/gm)].map(
      ([, key = ""]) => key,
    );
    const section = sectionOf(page("docs/api.md"), `## \`${title}\``);
    expect(options.length).toBeGreaterThan(10);
    expect(options.filter((key) => !section.includes(`\`${key}\``))).toEqual(own);
  });

  test("docs/api.md has every event, and no other", () => {
    const source = readFileSync(join(root, "src/core/run/event.ts"), "utf8");
    const events = [...source.matchAll(/readonly type: "([^"]+)"/g)].map(([, type]) => type);
    expect(events).toContain("report-end");
    const [section = ""] = sectionOf(page("docs/api.md"), "### Events").split("\n## ");
    const rows = section.matchAll(/^\| (`.+?) \|/gm);
    const named = [...rows].flatMap(([, cell = ""]) => [...cell.matchAll(/`([^`]+)`/g)].map(([, type]) => type));
    expect(named.filter((type) => type !== "type").toSorted()).toEqual(events.toSorted());
  });

  test("docs/api.md has every door of the package", () => {
    const { exports } = JSON.parse(page("package.json").text) as { exports: Record<string, unknown> };
    const doors = Object.keys(exports).filter((door) => door !== "./package.json");
    const { text } = page("docs/api.md");
    expect(doors.filter((door) => !text.includes(`| \`axis-eval${door.slice(1)}\` |`))).toEqual([]);
  });

  test("docs/scenarios.md has every variable that AXIS sets for scripts, and no other", () => {
    const variables = (text: string) => new Set(text.match(/\bAXIS_[A-Z_]*[A-Z]\b/g) ?? []);
    const sources = ["runner/site.ts", "runner/hooks.ts", "runner/verify/command.ts", "runner/workspace/actions.ts"];
    const set = sources.flatMap((file) => [...variables(readFileSync(join(root, "src", file), "utf8"))]);
    const named = variables(sectionOf(page("docs/scenarios.md"), "## Variables"));
    expect([...named].toSorted()).toEqual([...new Set(set)].toSorted());
  });
});

describe("links and words", () => {
  test.each(pages.map((each) => [each.path, each] as const))("every link of %s leads somewhere", (_, each) => {
    const broken = linksOf(each).filter(({ file, anchor }) => {
      if (!existsSync(join(root, file))) return true;
      return anchor !== "" && !anchorsOf(page(file)).includes(anchor);
    });
    expect(broken).toEqual([]);
  });

  test("every page of docs is linked from docs/README.md, and every decision from their list", () => {
    const lists = ["docs/README.md", "docs/decisions/README.md"];
    const linked = ["docs/README.md", ...lists.flatMap((list) => linksOf(page(list)).map(({ file }) => file))];
    expect(docs.map(({ path }) => path).filter((path) => !linked.includes(path))).toEqual([]);
  });

  const source = readdirSync(join(root, "src"), { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts") && !path.endsWith(".test.ts"))
    .map((path) => page(join("src", path)));

  test.each([
    ["the pages", pages],
    ["the skills", pagesBelow("skills")],
    ["the code and its help texts", source],
  ])("%s hold no em dash, and call the number AXIS Result", (_, texts) => {
    // To say what the number is not called, it has to be said once.
    const plain = (line: string) => line.replaceAll(/\b(?:never|not) (?:an? )?\W{0,3}(?:AXIS Score|eXperience)/g, "");
    const odd = texts.flatMap(({ path, text }) =>
      text
        .split("\n")
        .flatMap((line, index) =>
          /\u2014|AXIS [Ss]core\b|eXperience/.test(plain(line)) ? `${path}:${index + 1}` : [],
        ),
    );
    expect(odd).toEqual([]);
  });
});
