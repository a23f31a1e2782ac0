/** examples/dry-run, with a real agent, as its README says. */
import { cp } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openProject } from "../fixtures/axis.ts";
import { root } from "../markdown.ts";
import { environmentOf } from "./rehearsed-project.ts";

test("the example runs with a real agent", async () => {
  await using project = await openProject({});
  await cp(join(root, "examples", "dry-run"), project.folder, { recursive: true });
  const flags = ["--script", "rehearsal.yaml", "-a", "codex"];
  const { code, report } = await project.report(flags, { env: environmentOf() });
  expect(code).toBe(0);
  expect(report.results.map(({ outcome, score }) => [outcome, score?.goalAchievement.score])).toEqual([
    [{ status: "completed", result: "list.txt has three lines." }, 100],
  ]);
});
