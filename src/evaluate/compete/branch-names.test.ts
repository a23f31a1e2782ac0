import { expect, test } from "vitest";
import { createBranchNamer, makeSlugs } from "./branch-names.ts";

test("slugs have 40 characters of [a-z0-9-] at most, and a number where they collide", () => {
  const names = ["claude-code|opus", "Claude Code opus", "../..", "x".repeat(60), "x".repeat(61)];
  const slugs = makeSlugs(names);
  expect(new Set(slugs.values()).size).toBe(names.length);
  for (const slug of slugs.values()) expect(slug).toMatch(/^[a-z0-9][a-z0-9-]{0,39}$/);
  expect(slugs.get("Claude Code opus")).toBe("claude-code-opus");
  expect(slugs.get("claude-code|opus")).toBe("claude-code-opus-2");
});

test("branches are named by the end of the id, the agent and the trial, and by the scenario where there are several", () => {
  const cell = { agent: "a|b", scenario: "api/get", trial: 2 };
  const id = "cmp_01M7RD5WY2CAYTDZ0A8E3ZD84D";
  expect(createBranchNamer(id, { agents: ["a|b"], scenarios: ["api/get"] })(cell)).toBe("axis/8e3zd84d/a-b/t2");
  const several = createBranchNamer(id, { agents: ["a|b"], scenarios: ["api/get", "api/put"] });
  expect(several(cell)).toBe("axis/8e3zd84d/a-b/api-get/t2");
});
