/** Bundles the package into dist/: one chunk per command, dependencies bundled, and the type declarations. */
import { spawnSync } from "node:child_process";
import { chmodSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "rolldown";
import { buildDatabase } from "./build-database.mjs";
import { buildWeb } from "./build-web.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const source = (path) => join(root, "src", path);
const outputFolder = join(root, "dist");

rmSync(outputFolder, { recursive: true, force: true });
await build({
  input: {
    cli: source("cli/main.ts"),
    index: source("index.ts"),
    agents: source("agents/index.ts"),
    judges: source("judges/index.ts"),
    metrics: source("metrics-door.ts"),
    report: source("report/index.ts"),
    server: source("server/index.ts"),
    statistics: source("statistics/index.ts"),
    testing: source("testing/index.ts"),
  },
  // jiti loads parts of itself by path at run time; vitest and fast-check belong to whoever runs the contract suites.
  // The packages that export traces are optional: whoever wants them installs them.
  // PGlite finds its WebAssembly beside itself; pg asks for pg-native only where somebody installed it.
  external: [
    "jiti",
    "vitest",
    "fast-check",
    "@electric-sql/pglite",
    "pg-native",
    /^@opentelemetry\/(?:sdk-trace-node|exporter-trace-otlp-http|resources)$/,
    /^node:/,
  ],
  platform: "node",
  transform: { target: "node20" },
  output: {
    dir: outputFolder,
    format: "esm",
    sourcemap: true,
    entryFileNames: "[name].js",
    chunkFileNames: "chunks/[name]-[hash].js",
    minify: false,
  },
});
chmodSync(join(outputFolder, "cli.js"), 0o755);
await buildWeb(root);
await buildDatabase(outputFolder);

const types = spawnSync(
  process.execPath,
  [join(root, "node_modules", "typescript", "bin", "tsc"), "-p", join(root, "tsconfig.build.json")],
  { stdio: "inherit" },
);
process.exitCode = types.status ?? 1;
