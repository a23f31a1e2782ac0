/** The workflows of this repository: rights, pinned actions, and commands that exist. Only GitHub can run them. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, unknown>>;
}
interface Workflow {
  readonly permissions: Readonly<Record<string, string>>;
  readonly jobs: Readonly<
    Record<
      string,
      { readonly "timeout-minutes"?: number; readonly permissions?: object; readonly steps: readonly Step[] }
    >
  >;
}

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const folder = join(root, ".github", "workflows");
const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { scripts: Record<string, string> };
const workflows = readdirSync(folder).map(
  (name) => [name, parse(readFileSync(join(folder, name), "utf8")) as Workflow] as const,
);

test("there are four", () => {
  expect(workflows.map(([name]) => name)).toEqual(["ci.yml", "docs.yml", "nightly.yml", "release.yml"]);
});

/** What the job that publishes may do. */
const publishRights: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "docs.yml": { pages: "write", "id-token": "write" },
  "release.yml": { "id-token": "write" },
};

describe.each(workflows)("%s", (workflow, { permissions, jobs }) => {
  const steps = Object.values(jobs).flatMap((job) => job.steps);
  const commands = steps.flatMap(({ run }) => run?.split("\n") ?? []);

  test("may read the repository and nothing else, but for the job that publishes", () => {
    expect(permissions).toEqual({ contents: "read" });
    const others = Object.entries(jobs).filter(([, job]) => job.permissions !== undefined);
    expect(others.map(([name, job]) => [name, job.permissions])).toEqual(
      workflow in publishRights ? [["publish", publishRights[workflow]]] : [],
    );
  });

  test("uses actions of GitHub alone, each by its major version, and leaves no token in the clone", () => {
    const used = steps.flatMap(({ uses }) => uses ?? []);
    expect(used.filter((action) => !/^actions\/[a-z-]+@v\d+$/.test(action))).toEqual([]);
    const checkouts = steps.filter(({ uses }) => uses?.startsWith("actions/checkout@"));
    expect(checkouts.filter((step) => step.with?.["persist-credentials"] !== false)).toEqual([]);
  });

  test("puts no expression into a shell, and gives every job a limit", () => {
    expect(commands.filter((line) => line.includes("${{"))).toEqual([]);
    expect(Object.keys(jobs).filter((name) => jobs[name]?.["timeout-minutes"] === undefined)).toEqual([]);
  });

  test("runs scripts that exist", () => {
    const named = commands.flatMap((line) => /\bnpm (?:run )?(test[\w:]*|(?<=run )[\w:]+)/.exec(line)?.[1] ?? []);
    expect(named.filter((name) => !(name in scripts))).toEqual([]);
    const files = commands.flatMap((line) => /\bnode (scripts\/\S+)/.exec(line)?.[1] ?? []);
    expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([]);
  });
});

test("the nightly suites are scripts", () => {
  const matrix = parse(readFileSync(join(folder, "nightly.yml"), "utf8")) as {
    jobs: { long: { strategy: { matrix: { suite: string[] } } } };
  };
  expect(matrix.jobs.long.strategy.matrix.suite.filter((suite) => !(`test:${suite}` in scripts))).toEqual([]);
});
