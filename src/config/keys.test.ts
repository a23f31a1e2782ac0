import fc from "fast-check";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { isInside } from "../core/paths/inside.ts";
import { createFindings } from "./validation/problem.ts";
import { gatherEntries } from "./scenarios.ts";
import { validScenario } from "./libraries/temporary-repository.ts";

const origin = { baseDir: "/project", configDir: "/project", remote: null, configName: "axis.config.json" };
const hostile = [
  "..",
  ".",
  "",
  "/",
  "//",
  "\\",
  "C:",
  "C:x",
  "\\\\server\\share",
  "\0",
  "%2e%2e",
  "\u202e",
  "\ud800",
  "nul",
  "con.txt",
  "lpt1",
  "artifacts",
  " a",
  "a.",
  "é",
  "e\u0301",
  "a@b",
  "a|b",
  "x".repeat(101),
  "*",
  "a\nb",
  "~",
  "-rf",
];

test("a hostile key is refused, or names a folder inside its root", async () => {
  const piece = fc.oneof(fc.constantFrom(...hostile), fc.string({ unit: "binary", maxLength: 6 }));
  const key = fc
    .array(piece, { minLength: 1, maxLength: 6 })
    .chain((parts) => fc.constantFrom(parts.join("/"), parts.join("")));
  await fc.assert(
    fc.asyncProperty(fc.oneof(key, fc.constant("a/".repeat(5000))), async (written) => {
      const findings = createFindings();
      const place = { file: "axis.config.json", path: ["scenarios", 0] };
      const entry = { key: written, ...validScenario };
      const found = await gatherEntries([{ entry, place }], origin, { findings, onDetail: () => {} });
      expect(found.length + Math.sign(findings.problems.length)).toBe(1);
      for (const scenario of found) {
        const path = resolve("/report/scenarios", scenario.key, "agent.json");
        expect(isInside("/report/scenarios", path)).toBe(true);
        expect(path).toBe(`/report/scenarios/${scenario.key}/agent.json`);
      }
    }),
    { numRuns: 10_000 },
  );
});
