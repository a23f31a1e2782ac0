import { configDefaults, defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["src/**/*.test.ts", "test/**/*.test.ts", "web/**/*.test.{ts,tsx}"],
    // These need real agent programs: npm run test:agents.
    exclude: [...configDefaults.exclude, "test/agents/**"],
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
