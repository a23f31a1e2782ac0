/** The suite with real agent programs: `npm run test:agents`. One after the other, since they fight for the processor. */
import { defineConfig } from "vitest/config";

/** The same factor as in vitest.config.ts. */
const slowness = Math.max(1, Number(process.env["AXIS_TEST_SLOW"] ?? 1));

export default defineConfig({
  test: {
    include: ["test/agents/**/*.test.ts"],
    globalSetup: ["scripts/install-agents.mjs"],
    fileParallelism: false,
    retry: 0,
    testTimeout: 300_000 * slowness,
    hookTimeout: 600_000 * slowness,
  },
});
