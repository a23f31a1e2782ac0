/** The suite in four tiers: what a test may touch decides how it is run and how long it may take. */
import { availableParallelism } from "node:os";
import { configDefaults, defineConfig, type TestProjectInlineConfiguration } from "vitest/config";
import { useMemoryForTemporaryFiles } from "./test/temporary-folder.ts";

useMemoryForTemporaryFiles();

/** Counting every block makes tight loops several times slower. */
const coverageSlowness = process.argv.some((word) => word.startsWith("--coverage")) ? 6 : 1;
/** Stretches every limit, for slow or busy machines: AXIS_TEST_SLOW=3. */
const slowness = Math.max(1, Number(process.env["AXIS_TEST_SLOW"] ?? 1)) * coverageSlowness;

/** For what hangs, not for what is slow. */
function limit(seconds: number) {
  const limitMs = seconds * 1000 * slowness;
  // A poll gives up first, so that its own message is seen.
  return { testTimeout: limitMs, hookTimeout: limitMs, expect: { poll: { timeout: limitMs * 0.8 } } };
}

/** The embedded database starts in half the time if V8 does not optimise its code. */
const fastWasm = ["--liftoff-only"];

const io = ["src/**/*.io.test.ts", "test/**/*.io.test.ts"];
const browser = ["test/{browser,dashboard}/**/*.test.ts"];
/** These need real agent programs: npm run test:agents. */
const agents = ["test/agents/**"];
/** These install the packed package: npm run test:versions. */
const versions = ["test/versions/**"];

const tiers: TestProjectInlineConfiguration[] = [
  {
    test: {
      name: "unit",
      include: ["src/**/*.test.ts", "web/**/*.test.{ts,tsx}"],
      exclude: [...configDefaults.exclude, ...io],
      pool: "threads",
      isolate: false,
      ...limit(10),
    },
  },
  {
    test: {
      name: "io",
      include: io,
      globalSetup: ["test/global-postgres.ts", "test/global-sandbox.ts"],
      pool: "forks",
      execArgv: fastWasm,
      isolate: false,
      ...limit(30),
    },
  },
  {
    test: {
      name: "e2e",
      include: ["test/**/*.test.ts"],
      exclude: [...configDefaults.exclude, ...io, ...browser, ...agents, ...versions],
      globalSetup: ["test/global-postgres.ts", "test/global-sandbox.ts"],
      pool: "forks",
      execArgv: fastWasm,
      // These start servers and change what a process shares, so each file has its own.
      isolate: true,
      ...limit(60),
    },
  },
  {
    test: {
      name: "browser",
      include: browser,
      globalSetup: ["test/global-postgres.ts", "test/global-sandbox.ts", "test/global-chromium.ts"],
      pool: "forks",
      execArgv: fastWasm,
      isolate: false,
      ...limit(60),
    },
  },
];

export default defineConfig({
  test: {
    projects: tiers.map(({ test, ...rest }) => ({ ...rest, test: { ...test, env: { AXIS_COMMAND: "axis" } } })),
    // Much of the time goes into waiting for programs, so four files at a time pay off even on two cores.
    maxWorkers: Math.max(4, availableParallelism() - 1),
    // A test that fails now and then is a defect.
    retry: 0,
    coverage: {
      provider: "v8",
      include: ["src/**/*.ts"],
      exclude: ["src/**/*.test.ts", "src/**/*.fixture.ts"],
      reporter: ["json-summary"],
    },
  },
});
