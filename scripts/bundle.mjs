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
  "testing/suites": "testing/suites/index.ts",
};

/**
 * Packages that are not bundled.
 * jiti loads parts of itself by path at run time, and PGlite finds its WebAssembly beside itself.
 * vitest and fast-check belong to the project that runs the contract suites.
 * pg asks for pg-native only where it is installed.
 */
const external = ["jiti", "vitest", "fast-check", "@electric-sql/pglite", "pg-native", /^node:/];

/** Rooms whose modules nearly every command loads. */
const sharedRooms = /[\\/]src[\\/](core|process|report|runner|sandbox|statistics|store|testing)[\\/]/;
const packages = /[\\/]node_modules[\\/]/;

/** Names the room of a module that brings no package along: these modules share one file per room, which costs little to load. */
function createGrouping() {
  const known = new Map();
  function isLight(id, graph) {
    if (id.startsWith("node:")) return true;
    if (!known.has(id)) known.set(id, !packages.test(id) && importsLight(graph.getModuleInfo(id), graph));
    return known.get(id);
  }
  /** A package that is imported on demand still needs a helper of the bundler. */
  function importsLight({ importedIds, dynamicallyImportedIds }, graph) {
    return importedIds.every((id) => isLight(id, graph)) && !dynamicallyImportedIds.some((id) => packages.test(id));
  }
  return (id, graph) => (isLight(id, graph) ? (sharedRooms.exec(id)?.[1] ?? null) : null);
}

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
          { name: createGrouping(), debugName: "rooms", test: sharedRooms, minShareCount: 2 },
          { name: "overview", test: overview },
          { name: "define", test: definitions },
          // Loaded with the first span, and never in part.
          { name: "telemetry", test: /[\\/]node_modules[\\/]@opentelemetry[\\/]/ },
        ],
      },
    },
  };
}
