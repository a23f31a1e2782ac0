/** The suite with real agent programs: `npm run test:agents`. One after the other, since they fight for the processor. */
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/agents/**/*.test.ts"],
    globalSetup: ["scripts/install-agents.mjs"],
    fileParallelism: false,
    retry: Number(process.env["AXIS_TEST_RETRIES"] ?? 0),
    testTimeout: 300_000,
    hookTimeout: 600_000,
  },
});
