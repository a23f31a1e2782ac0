import { expect, test } from "vitest";
import { toRunEnvironment } from "./worker-deps.ts";

test("secrets of the worker itself are no part of what runs may see", () => {
  const own = ["AXIS_DATABASE_URL", "AXIS_TOKEN", "AXIS_POSTHOG_KEY", "AXIS_S3_KEY_ID", "AXIS_S3_SECRET"];
  const env = Object.fromEntries([...own, "PATH", "ANTHROPIC_API_KEY"].map((name) => [name, "x"]));
  expect(Object.keys(toRunEnvironment(env))).toEqual(["PATH", "ANTHROPIC_API_KEY"]);
});
