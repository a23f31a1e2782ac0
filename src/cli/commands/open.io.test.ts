import { stat } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryProject } from "../../config/libraries/temporary-repository.ts";
import { drive } from "../world.fixture.ts";
import * as open from "./open.ts";
import * as run from "./run.ts";

test("prints the path of the newest page, and says why no browser was opened", async () => {
  await using place = await temporaryProject({
    "axis.config.json": { agents: [{ agent: "command", name: "a", command: "echo done" }] },
    "scenarios/s.json": { name: "S", prompt: "p", judge: [{ check: "c", verify: { contains: "done" } }] },
  });
  await drive(run, [], { cwd: place.folder });
  const { code, out, err } = await drive(open, [], { cwd: place.folder });
  expect([code, err]).toEqual([0, "No browser was opened: this is not a terminal. Open the page yourself."]);
  expect((await stat(join(place.folder, out))).size).toBeGreaterThan(1000);
});

test("a report that does not exist is an error that says what to do", async () => {
  await using place = await temporaryProject({ "axis.config.json": { agents: ["replay"] } });
  const { code, mistake } = await drive(open, ["2020"], { cwd: place.folder });
  expect([code, mistake]).toEqual([null, 'Report "2020" does not exist\nCreate one with: axis run']);
});
