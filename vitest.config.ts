import { availableParallelism } from "node:os";
import { configDefaults, defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["src/**/*.test.ts", "test/**/*.test.ts", "web/**/*.test.{ts,tsx}"],
    // These need real agent programs: npm run test:agents.
    exclude: [...configDefaults.exclude, "test/agents/**"],
    globalSetup: ["test/global-postgres.ts"],
    // Much of the time goes into waiting for programs, so three files at a time pay off even on two cores.
    maxWorkers: Math.max(3, availableParallelism() - 1),
    // CI tries a test that failed once more, and says so: browsers and programs share two cores there.
    retry: Number(process.env["AXIS_TEST_RETRIES"] ?? 0),
    // For what hangs, not for what is slow: on a busy machine everything that is waited for comes, but ten times later.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 120_000 } },
  },
});
