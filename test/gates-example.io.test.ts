/** The example of gates does what its page says. */
import { cp, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openProject } from "./fixtures/driven.ts";
import { page, root } from "./markdown.ts";

async function openExample() {
  const project = await openProject({});
  await cp(join(root, "examples/gates"), project.folder, { recursive: true });
  return project;
}

test("the apprentice breaks a gate, repairs it in its second turn, and the page's lines say so", async () => {
  await using project = await openExample();
  const { report, code } = await project.report();
  expect(code).toBe(0);
  const [result] = report.results;
  const detail = await project.detail(result?.file ?? "");
  expect(detail.gates?.map(({ gate, execution, turn, passed }) => [gate, execution, turn, passed])).toEqual([
    ["protected-files", 1, 0, true],
    ["syntax", 1, 0, true],
    ["test", 1, 0, false],
    ["protected-files", 2, 1, true],
    ["syntax", 2, 1, true],
    ["test", 2, 1, true],
  ]);
  expect(detail.turns).toMatchObject([{ start: "task" }, { start: "afresh", repairs: "test", status: "completed" }]);
  expect(result?.scorecard?.axes).toMatchObject({ completion: { score: 100 }, error_rate: { score: 75 } });
  const lines = [...page("examples/gates/README.md").text.matchAll(/^axis (scorecard .*)$/gm)];
  expect(lines).toHaveLength(2);
  for (const [, line = ""] of lines) expect((await project.axis(line.split(" "))).code).toBe(0);
});

test("with a second turn as hasty as the first, the run is blocked and says why", async () => {
  await using project = await openExample();
  const agent = join(project.folder, "agent/apprentice.mjs");
  await writeFile(agent, (await readFile(agent, "utf8")).replace("write(careful)", "write(hasty)"));
  const { report } = await project.report();
  expect(report.results[0]?.scorecard?.axes.completion.inputs).toEqual({
    outcome: "BLOCKED",
    reason: "gate-exhausted",
  });
});
