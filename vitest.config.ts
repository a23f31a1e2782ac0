import { availableParallelism } from "node:os";
import { configDefaults, defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["src/**/*.test.ts", "test/**/*.test.ts", "web/**/*.test.{ts,tsx}"],
    // These need real agent programs: npm run test:agents.
    exclude: [...configDefaults.exclude, "test/agents/**"],
    globalSetup: ["test/global-postgres.ts"],
    // Much of the time goes into waiting for programs, so two files at a time pay off even on two cores.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // CI tries a test that failed once more, and says so: browsers and programs share two cores there.
    retry: Number(process.env["AXIS_TEST_RETRIES"] ?? 0),
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // A browser or a server on a busy machine: what is waited for comes, but not within the usual second.
    expect: { poll: { timeout: 15_000 } },
  },
});
