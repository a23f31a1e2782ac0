/** The suite with real agent programs: `npm run test:agents`. */
import { defineConfig } from "vitest/config";

/** The same factor as in vitest.config.ts. */
const slowness = Math.max(1, Number(process.env["AXIS_TEST_SLOW"] ?? 1));

export default defineConfig({
  test: {
    include: ["test/agents/**/*.test.ts"],
    globalSetup: ["scripts/install-agents.mjs", "test/global-sandbox.ts"],
    // The programs mostly wait for the scripted model, so two files at a time pay off.
    maxWorkers: 2,
    retry: 0,
    testTimeout: 300_000 * slowness,
    hookTimeout: 600_000 * slowness,
  },
});
