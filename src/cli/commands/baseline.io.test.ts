import { expect, test } from "vitest";
import { temporaryProject } from "../../config/libraries/temporary-repository.ts";
import { drive } from "../world.fixture.ts";
import * as baseline from "./baseline.ts";
import * as run from "./run.ts";

test("baselines are listed newest first", async () => {
  await using project = await temporaryProject({
    "axis.config.json": { agents: [{ agent: "command", name: "agent", command: "echo done" }] },
    "scenarios/a.json": { name: "A", prompt: "p", judge: [{ check: "done", verify: { contains: "done" } }] },
  });
  const at = (minute: number) => ({ cwd: project.folder, now: () => new Date(Date.UTC(2026, 0, 1, 0, minute)) });
  await drive(run, [], at(0));
  for (const [minute, name] of ["b", "c", "a"].entries()) await drive(baseline, ["set", name], at(minute + 1));
  const { out } = await drive(baseline, ["list"], at(9));
  expect(out).toContain("  1 scenario, 1 agent\n");
  expect(out.split("\n").map((line) => line.slice(0, 1))).toEqual(["a", "c", "b"]);
  const listed = JSON.parse((await drive(baseline, ["list", "--json"], at(9))).out) as { name: string }[];
  expect(listed.map(({ name }) => name)).toEqual(["a", "c", "b"]);
});
