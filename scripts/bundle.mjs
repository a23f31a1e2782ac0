/** What rolldown makes of src/: the command line and the entry points of the package, for the build and for `npm run dev`. */
import { join } from "node:path";

/** The entry points of the package, each with its source. `package.json` exports the same names. */
export const doors = {
  index: "index.ts",
  agents: "agents/index.ts",
  judges: "judging/index.ts",
  metrics: "metrics/index.ts",
  report: "report/index.ts",
  scoring: "judging/scoring/index.ts",
  server: "server/index.ts",
  statistics: "statistics/index.ts",
  testing: "testing/index.ts",
};

/**
 * Packages that are not bundled.
 * jiti loads parts of itself by path at run time, and PGlite finds its WebAssembly beside itself.
 * vitest and fast-check belong to the project that runs the contract suites.
 * pg asks for pg-native only where it is installed, and the packages that export traces are optional.
 */
const external = [
  "jiti",
  "vitest",
  "fast-check",
  "@electric-sql/pglite",
  "pg-native",
  /^@opentelemetry\/(?:sdk-trace-node|exporter-trace-otlp-http|resources)$/,
  /^node:/,
];

/** Small modules of core that need no package. Nearly everything loads some of them, so they share one file. */
const coreLeaves =
  /[\\/]src[\\/]core[\\/](?:byte-length|error|format-count|ignore-rules|json(?:-view)?|score|shell-word|agent[\\/]agent-keys|config[\\/]services|files[\\/][\w-]+|http[\\/](?:loopback|retry-after|trace-context)|keys[\\/](?:key-case|key-spelling)|model[\\/](?:model-endpoint|model-provider|price-table|spending)|names[\\/](?:names|nearest)|paths[\\/](?:inside|package-root)|run[\\/](?:latency-baseline|stages|tier)|scenario[\\/]pattern|score[\\/]rounding)\.ts$/;

/** The same for what makes reports readable, in a terminal or on a page. */
const reportLeaves =
  /[\\/]src[\\/]report[\\/](?:cell-result|html[\\/](?:base91|list-parts)|telemetry[\\/]scored-run|text[\\/](?:ascii|format|format-sandbox|terminal-safe|worst-first))\.ts$/;

/** What projects define their parts with. */
const definitions = /[\\/]src[\\/](?:config[\\/]define|judging[\\/](?:define-judge|model-judges[\\/]panel))\.ts$/;

/** What the binary itself needs, so that the overview opens few files. */
const overview = /[\\/]src[\\/]cli[\\/](?:command-table|invocation)\.ts$/;

/** The published package has no source maps: they were half of its size, and the code is not minified. */
export function bundleOptions(root, { sourcemap = false } = {}) {
  const sources = { cli: "cli/main.ts", ...doors };
  return {
    input: Object.fromEntries(Object.entries(sources).map(([name, file]) => [name, join(root, "src", file)])),
    external,
    platform: "node",
    transform: { target: "node20" },
    output: {
      dir: join(root, "dist"),
      format: "esm",
      sourcemap,
      entryFileNames: "[name].js",
      chunkFileNames: "chunks/[name]-[hash].js",
      minify: false,
      codeSplitting: {
        groups: [
          { name: "core", test: coreLeaves },
          { name: "overview", test: overview },
          { name: "report", test: reportLeaves },
          { name: "define", test: definitions },
        ],
      },
    },
  };
}
