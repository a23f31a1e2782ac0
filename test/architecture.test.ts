import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const source = join(root, "src");

/** What each room may import besides itself. Rooms stand in order: an arrow points only at one named earlier. */
const arrows: Record<string, readonly string[]> = {
  core: [],
  statistics: [],
  budget: ["core"],
  process: ["core"],
  transcript: ["core"],
  "data-files": ["core"],
  datasets: ["core", "statistics", "data-files"],
  metrics: ["core", "statistics", "data-files"],
  store: ["core", "statistics"],
  bundle: ["core", "store"],
  queue: ["core", "store"],
  testing: ["core", "queue", "store"],
  pace: [],
  models: ["core", "pace"],
  scoring: ["core", "statistics", "transcript"],
  scorecard: ["core"],
  report: ["core", "statistics"],
  page: ["core", "report", "store"],
  calibration: ["core", "datasets", "metrics", "report", "statistics"],
  evaluation: ["core", "statistics", "data-files", "datasets", "metrics", "models", "report"],
  "evaluate-dataset": ["evaluation"],
  agents: ["core", "process", "transcript"],
  workspace: ["core", "process"],
  runner: ["core", "process", "workspace"],
  judges: ["core", "models", "process", "runner", "transcript", "workspace"],
  config: ["core", "agents", "data-files", "evaluation", "judges", "models", "process", "workspace"],
  "judge-run": ["core", "report", "scoring", "transcript"],
  "offer-page": ["core", "page", "report"],
  rescore: ["core", "judge-run", "offer-page", "report", "scoring", "transcript"],
  session: ["budget", "core", "offer-page", "pace", "process", "report", "runner", "scoring", "workspace"],
  "card-run": ["core", "scorecard"],
  "item-from-run": ["core"],
  "metrics-door": ["calibration", "core", "datasets", "evaluate-dataset", "evaluation", "item-from-run", "metrics"],
  "metrics-of-run": ["core", "metrics", "item-from-run"],
  "job-steps": [
    "budget",
    "core",
    "card-run",
    "judge-run",
    "metrics-of-run",
    "report",
    "runner",
    "session",
    "transcript",
  ],
  schedule: ["core"],
  telemetry: ["core", "store"],
  client: ["core"],
  server: ["core", "store", "report", "telemetry"],
  "run-elsewhere": ["budget", "core", "job-steps", "runner", "session", "transcript"],
  evaluate: ["budget", "core", "job-steps", "report", "run-elsewhere", "runner", "schedule", "session"],
  worker: ["bundle", "config", "core", "evaluate", "queue", "report", "runner", "scorecard", "store", "telemetry"],
  index: [
    "agents",
    "config",
    "core",
    "evaluate",
    "evaluate-dataset",
    "judge-run",
    "judges",
    "metrics",
    "report",
    "rescore",
    "session",
    "store",
  ],
  cli: [
    "agents",
    "budget",
    "bundle",
    "calibration",
    "client",
    "config",
    "core",
    "data-files",
    "datasets",
    "evaluate",
    "evaluate-dataset",
    "evaluation",
    "judge-run",
    "judges",
    "metrics",
    "metrics-of-run",
    "page",
    "process",
    "queue",
    "report",
    "rescore",
    "runner",
    "scorecard",
    "scoring",
    "server",
    "store",
    "telemetry",
    "testing",
    "transcript",
    "worker",
    "workspace",
  ],
};

/** Packages that are heavy, or dangerous, or a matter of taste: each has one home. */
const homes: Record<string, readonly string[]> = {
  "@agentclientprotocol/sdk": ["agents/acp"],
  "node:child_process": ["process"],
  "node:worker_threads": ["runner/verify/pattern.ts"],
  commander: ["cli"],
  "log-update": ["cli/reporters/live.ts"],
  ai: ["models"],
  "@ai-sdk/anthropic": ["models/provider-table.ts"],
  "@ai-sdk/openai": ["models/provider-table.ts"],
  "@ai-sdk/google": ["models/provider-table.ts"],
  "@ai-sdk/openai-compatible": ["models/provider-table.ts"],
  jiti: ["config/module.ts"],
  yaml: ["data-files"],
  "csv-parse": ["datasets/csv.ts"],
  picomatch: ["core/paths/glob.ts"],
  ulid: ["runner/run-id.ts", "store/sql/ids.ts"],
  kysely: ["store/sql"],
  pg: ["store/sql/drivers"],
  "pg-boss": ["queue/pg-boss-queue.ts"],
  "@electric-sql/pglite": ["store/sql/drivers"],
  aws4fetch: ["store/sql/files/objects/signed-requests.ts"],
  hono: ["server"],
  "@hono/zod-openapi": ["server"],
  "@hono/node-server": ["server/listen.ts"],
  "prom-client": ["server/meters.ts"],
  "@opentelemetry/api": ["telemetry/tracing.ts"],
  "@opentelemetry/sdk-trace-node": ["telemetry/tracing.ts"],
  "@opentelemetry/exporter-trace-otlp-http": ["telemetry/tracing.ts"],
  "@opentelemetry/resources": ["telemetry/tracing.ts"],
  vitest: ["testing"],
  "fast-check": ["testing"],
};

interface Import {
  readonly file: string;
  readonly from: string;
  readonly to: string;
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
    const astray = inner.filter(({ from, to }) => from !== to && !arrows[from]?.includes(to));
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
    expect([...rooms].sort()).toEqual(Object.keys(arrows).sort());
  });

  test("what this test would miss, it finds: a planted arrow", () => {
    expect(arrows["scoring"]).not.toContain("judges");
    expect(inner.some(({ from, to }) => from === "evaluate" && to === "runner")).toBe(true);
  });
});

describe("heavy packages", () => {
  test.each(Object.entries(homes))("%s has one home", (name, allowed) => {
    const users = imports.filter(({ to }) => to === name).map(({ file }) => file);
    expect(users.filter((file) => !allowed.some((home) => file === home || file.startsWith(`${home}/`)))).toEqual([]);
  });

  test("core imports zod, picomatch and Node's own paths, files and hashes, nothing else", () => {
    const outside = imports.filter(({ from, specifier }) => from === "core" && !specifier.startsWith("."));
    expect([...new Set(outside.map(({ specifier }) => specifier))].sort()).toEqual([
      "node:crypto",
      "node:fs",
      "node:fs/promises",
      "node:path",
      "node:url",
      "picomatch",
      "zod",
    ]);
  });

  test("metrics know no provider: of other packages they load three small ones", () => {
    const outside = imports.filter(({ from, specifier }) => from === "metrics" && !/^(?:\.|node:)/.test(specifier));
    expect([...new Set(outside.map(({ specifier }) => specifier))].sort()).toEqual([
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
  const pure = /^(?:core|scoring|statistics|metrics|report|transcript|judges)\//;

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
