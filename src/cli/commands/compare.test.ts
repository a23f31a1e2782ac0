import { expect, test } from "vitest";
import { temporaryProject } from "../../config/temporary-project.ts";
import { drive } from "../world.fixture.ts";
import * as baseline from "./baseline.ts";
import * as compare from "./compare.ts";
import * as run from "./run.ts";

test("what was measured last must be a report, and what to type instead names one", async () => {
  await using place = await temporaryProject({
    "axis.config.json": { agents: [{ agent: "command", name: "worker", command: "echo done" }] },
    "scenarios/a.json": {
      name: "A",
      prompt: "Say done",
      judge: [{ check: "says done", verify: { contains: "done" } }],
    },
  });
  const { folder: cwd } = place;
  expect((await drive(run, [], { cwd })).code).toBe(0);
  for (const name of ["old", "new"]) expect((await drive(baseline, ["set", name], { cwd })).code).toBe(0);
  expect((await drive(compare, ["baseline:old", "latest"], { cwd })).code).toBe(0);
  const turned = await drive(compare, ["latest", "baseline:old"], { cwd });
  expect(turned.mistake).toBe(
    '"baseline:old" is a baseline; only the first of the two can be one\nTry: axis compare baseline:old latest',
  );
  const both = await drive(compare, ["baseline:old", "baseline:new"], { cwd });
  const [, hint = ""] = both.mistake.split("\n");
  expect(hint).toMatch(
    /^Try: axis compare baseline:old \d{4}-\d\d-\d\d-\d{6}, the report that baseline:new was saved from$/,
  );
  const retyped = /compare (\S+) ([^\s,]+)/.exec(hint)?.slice(1) ?? [];
  expect((await drive(compare, retyped, { cwd })).code).toBe(0);
});
