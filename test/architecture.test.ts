import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, posix, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const source = join(root, "src");

/** What each room may import besides itself. Rooms are in order: an arrow only points at a room listed earlier. */
const arrows: Record<string, readonly string[]> = {
  core: [],
  statistics: [],
  process: ["core"],
  sandbox: ["core", "process"],
  store: ["core", "statistics"],
  agents: ["core", "process"],
  runner: ["core", "process", "sandbox"],
  judging: ["core", "statistics", "process", "agents", "runner"],
  report: ["core", "statistics", "store"],
  metrics: ["core", "statistics", "judging", "report"],
  config: ["core", "process", "agents", "runner", "judging", "metrics"],
  evaluate: ["core", "agents", "runner", "judging", "report", "metrics"],
  worker: ["core", "store", "runner", "judging", "report", "config", "evaluate"],
  server: ["core", "store", "report"],
  testing: ["core"],
};

/** These may import everything: the command line, and the main entry point. */
const unrestricted = new Set(["cli", "index"]);

/** Packages that are heavy, or dangerous, or a matter of taste: each has one home. */
const homes: Record<string, readonly string[]> = {
  "@agentclientprotocol/sdk": ["agents/acp"],
  "node:child_process": ["process"],
  "node:worker_threads": ["runner/verify/pattern.ts"],
  commander: ["cli"],
  "log-update": ["cli/reporters/live.ts"],
  ai: ["judging/models"],
  "@ai-sdk/anthropic": ["judging/models/provider-table.ts"],
  "@ai-sdk/openai": ["judging/models/provider-table.ts"],
  "@ai-sdk/google": ["judging/models/provider-table.ts"],
  "@ai-sdk/openai-compatible": ["judging/models/provider-table.ts"],
  jiti: ["config/module.ts"],
  yaml: ["core/data-files"],
  "csv-parse": ["metrics/datasets/csv.ts"],
  picomatch: ["core/paths/glob.ts"],
  ulid: ["runner/run-id.ts", "store/sql/ids.ts"],
  kysely: ["store/sql"],
  pg: ["store/sql/drivers"],
  "pg-boss": ["worker/queue/pg-boss-queue.ts"],
  "@electric-sql/pglite": ["store/sql/drivers"],
  aws4fetch: ["store/sql/files/objects/signed-requests.ts"],
  hono: ["server"],
  "@hono/zod-openapi": ["server"],
  "@hono/node-server": ["server/listen.ts"],
  "prom-client": ["server/meters.ts"],
  "@opentelemetry/api": ["report/telemetry/tracing.ts"],
  "@opentelemetry/sdk-trace-node": ["report/telemetry/tracing.ts"],
  "@opentelemetry/exporter-trace-otlp-http": ["report/telemetry/tracing.ts"],
  "@opentelemetry/resources": ["report/telemetry/tracing.ts"],
  vitest: ["testing/suites"],
  "fast-check": ["testing/suites"],
};

interface Import {
  readonly file: string;
  readonly from: string;
  readonly to: string;
  /** The imported file below src/, or the package. */
  readonly target: string;
  readonly specifier: string;
}

function importsIn(folder: string): Import[] {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(
    (file) => file.endsWith(".ts") && !file.endsWith(".test.ts") && !file.endsWith(".fixture.ts"),
  );
  return files.flatMap((file) => {
    const text = readFileSync(join(folder, file), "utf8");
    return [...text.matchAll(/^(?!\s*\*).*?\b(?:from |import )\(?"([\w@.][^"\s]*)"|import\("([^"]+)"\)/gm)]
      .map(([, named, lazy]) => named ?? lazy ?? "")
      .map((specifier) => ({
        file: file.split(sep).join("/"),
        from: roomOf(file),
        to: specifier.startsWith(".") ? roomOf(relative(folder, join(folder, dirname(file), specifier))) : specifier,
        target: specifier.startsWith(".") ? posix.join(dirname(file).split(sep).join("/"), specifier) : specifier,
        specifier,
      }));
  });
}

function roomOf(file: string): string {
  const [first = ""] = file.split(sep);
  return first.replace(/\.ts$/, "");
}

const imports = importsIn(source);
const inner = imports.filter(({ specifier }) => specifier.startsWith("."));

describe("the house", () => {
  test("every import in src follows an arrow", () => {
    const astray = inner.filter(
      ({ from, to }) => from !== to && !unrestricted.has(from) && !arrows[from]?.includes(to),
    );
    expect(astray.map(({ file, specifier }) => `${file} -> ${specifier}`)).toEqual([]);
  });

  test("arrows point only at rooms named earlier, so there is no cycle", () => {
    const names = Object.keys(arrows);
    const backwards = names.flatMap((from, index) =>
      (arrows[from] ?? []).filter((to) => names.indexOf(to) >= index).map((to) => `${from} -> ${to}`),
    );
    expect(backwards).toEqual([]);
  });

  test("every room is in the table, and every room of the table is there", () => {
    const rooms = new Set(
      readdirSync(source)
        .filter((name) => !name.endsWith(".test.ts"))
        .map((name) => name.replace(/\.ts$/, "")),
    );
    expect([...rooms].sort()).toEqual([...Object.keys(arrows), ...unrestricted].sort());
  });

  test("the imports that the arrows are checked against are really found", () => {
    expect(inner.some(({ from, to }) => from === "evaluate" && to === "runner")).toBe(true);
  });

  test("scoring, scorecards and the rules judge import only core, statistics and transcripts", () => {
    // The door of scoring also offers what to fix.
    const allowed = /^(?:core|statistics|agents\/transcript|judging\/(?:rules|scoring|scorecard|fixes))\//;
    const astray = inner.filter(
      ({ file, target }) => /^judging\/(?:rules|scoring|scorecard)\//.test(file) && !allowed.test(target),
    );
    expect(astray.map(({ file, target }) => `${file} -> ${target}`)).toEqual([]);
  });

  test("what to fix is computed from core, statistics, transcripts and what computes scores", () => {
    const allowed = /^(?:core|statistics|agents\/transcript|judging\/(?:rules|scoring|fixes))\//;
    const astray = inner.filter(({ file, target }) => file.startsWith("judging/fixes/") && !allowed.test(target));
    expect(astray.map(({ file, target }) => `${file} -> ${target}`)).toEqual([]);
  });

  test("the scoring door reaches no file, no program and no environment", () => {
    const reached = new Set<string>(["judging/scoring/index.ts"]);
    for (const file of reached)
      for (const { target, specifier } of imports.filter((each) => each.file === file))
        if (specifier.startsWith(".")) reached.add(target);
    const packages = imports.filter(({ file, specifier }) => reached.has(file) && !specifier.startsWith("."));
    expect([...new Set(packages.map(({ specifier }) => specifier))].sort()).toEqual(["node:timers/promises", "zod"]);
    const text = [...reached].map((file) => readFileSync(join(source, file), "utf8")).join("\n");
    expect(text).not.toMatch(/process\.(?:env|cwd|platform)/);
  });

  test("a metric knows nothing of evaluations, datasets and calibration", () => {
    const families = /^metrics\/(?:arithmetic|composite|conversational|heuristic|judging|retrieval|tool)\//;
    const astray = inner.filter(
      ({ file, target }) => families.test(file) && /^metrics\/(?:evaluation|datasets|calibration)\//.test(target),
    );
    expect(astray.map(({ file, target }) => `${file} -> ${target}`)).toEqual([]);
  });

  test("in report, only pages and telemetry import the store", () => {
    const astray = inner.filter(
      ({ file, to }) => file.startsWith("report/") && to === "store" && !/^report\/(?:page|telemetry)\//.test(file),
    );
    expect(astray.map(({ file, target }) => `${file} -> ${target}`)).toEqual([]);
  });
});

describe("heavy packages", () => {
  test.each(Object.entries(homes))("%s has one home", (name, allowed) => {
    const users = imports.filter(({ to }) => to === name).map(({ file }) => file);
    expect(users.filter((file) => !allowed.some((home) => file === home || file.startsWith(`${home}/`)))).toEqual([]);
  });

  test("core imports zod, picomatch, yaml and Node's own paths, files and hashes, nothing else", () => {
    const outside = imports.filter(({ from, specifier }) => from === "core" && !specifier.startsWith("."));
    expect([...new Set(outside.map(({ specifier }) => specifier))].sort()).toEqual([
      "node:crypto",
      "node:fs",
      "node:fs/promises",
      "node:path",
      "node:url",
      "picomatch",
      "yaml",
      "zod",
    ]);
  });

  test("metrics know no provider: of other packages they load four small ones", () => {
    const outside = imports.filter(({ from, specifier }) => from === "metrics" && !/^(?:\.|node:)/.test(specifier));
    expect([...new Set(outside.map(({ specifier }) => specifier))].sort()).toEqual([
      "csv-parse",
      "fastest-levenshtein",
      "p-limit",
      "zod",
    ]);
  });

  // Which of them are `dependencies` is a matter of what is bundled: test/package.test.ts looks at the built package.
  test("only packages that package.json names are used", () => {
    const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as Record<
      "dependencies" | "devDependencies" | "optionalDependencies",
      Record<string, string>
    >;
    const named = { ...manifest.dependencies, ...manifest.devDependencies, ...manifest.optionalDependencies };
    const used = new Set(
      imports.filter(({ specifier }) => !/^(?:\.|node:)/.test(specifier)).map(({ specifier }) => specifier),
    );
    expect([...used].filter((name) => !(name in named))).toEqual([]);
  });
});

describe("determinism", () => {
  const pure =
    /^(?:core|statistics|metrics\/(?!evaluation|datasets|calibration)|report\/(?!page|telemetry)|agents\/transcript|judging\/(?:rules|scoring|scorecard|model-judges))\//;

  /** Ids of what came without one: a name, never computed with. */
  const givenByChance = "core/item/unique-id.ts";

  test("no clock, no chance and no locale in the rooms that compute", () => {
    const files = readdirSync(source, { recursive: true, encoding: "utf8" }).filter(
      (file) => pure.test(file) && file !== givenByChance && file.endsWith(".ts") && !file.endsWith(".test.ts"),
    );
    const guilty = files.filter((file) =>
      /Math\.random|Date\.now|new Date\(\)|localeCompare|toLocale/.test(readFileSync(join(source, file), "utf8")),
    );
    expect(guilty).toEqual([]);
  });

  /** What `display` and `displayPrompt` of metrics write, because somebody asked for it. */
  const asked = "metrics/display/print.ts";

  test("only the command line prints or exits", () => {
    const files = readdirSync(source, { recursive: true, encoding: "utf8" }).filter(
      (file) => !file.startsWith("cli/") && file !== asked && /(?<!\.test|\.fixture)\.ts$/.test(file),
    );
    const guilty = files.filter((file) =>
      /(?<![#.\w])(?:console\.\w+\(|process\.exit\(|process\.(?:stdout|stderr))/.test(
        readFileSync(join(source, file), "utf8"),
      ),
    );
    expect(guilty).toEqual([]);
  });
});
