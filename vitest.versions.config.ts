/** The packed package on every Node version that npm has: `npm run test:versions`. */
import { defineConfig } from "vitest/config";

/** The same factor as in vitest.config.ts. */
const slowness = Math.max(1, Number(process.env["AXIS_TEST_SLOW"] ?? 1));

export default defineConfig({
  test: {
    include: ["test/versions/**/*.test.ts"],
    globalSetup: ["test/global-sandbox.ts"],
    retry: 0,
    testTimeout: 120_000 * slowness,
    hookTimeout: 120_000 * slowness,
  },
});
