import { access, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryProject } from "../../config/libraries/temporary-repository.ts";
import { packageFolder } from "../../core/paths/package-root.ts";
import { drive } from "../world.fixture.ts";
import * as demo from "./demo.ts";

test("copies the sample project below the current folder, runs it, and prints a path that can be opened from there", async () => {
  await using place = await temporaryProject({});
  const before = await readdir(packageFolder("examples/hello"));
  const { code, out } = await drive(demo, [], { cwd: place.folder });
  expect(code).toBe(0);
  expect(out).toMatch(/^PASS {2}3 of 3 results passed\nAXIS Result \d+/);
  const [, folder = ""] = /^Files {4}(axis-demo\/\.axis\/reports\/\S+)$/m.exec(out) ?? [];
  expect(JSON.parse(await readFile(join(place.folder, folder, "report.json"), "utf8"))).toMatchObject({
    state: "complete",
  });
  expect(out).toContain("-c axis-demo/axis.config.json");
  expect(await readdir(packageFolder("examples/hello"))).toEqual(before);
});

test("a second demo runs the copy that is there, changes and all", async () => {
  await using place = await temporaryProject({});
  await drive(demo, ["--dir", "try"], { cwd: place.folder });
  await rm(join(place.folder, "try/scenarios/fix-the-tests.json"));
  const { code, out, err } = await drive(demo, ["--dir", "try"], { cwd: place.folder });
  expect(code).toBe(0);
  expect(err).toContain("Using the sample project in try");
  expect(out).not.toContain("fix-the-tests");
  expect(await readdir(join(place.folder, "try/.axis/reports"))).toHaveLength(2);
});

test("a copy that was cut off before its config is completed", async () => {
  await using place = await temporaryProject({ "axis-demo/README.md": "half a copy" });
  const { code } = await drive(demo, [], { cwd: place.folder });
  expect(code).toBe(0);
  await access(join(place.folder, "axis-demo/axis.config.json"));
});

test.each([
  ["other files", { "axis-demo/mine.txt": "mine" }],
  ["another project", { "axis-demo/axis.config.json": "{}" }],
])("a folder with %s is left alone", async (_, files) => {
  await using place = await temporaryProject(files);
  const { code, mistake } = await drive(demo, [], { cwd: place.folder });
  expect(code).toBeNull();
  expect(mistake).toContain("axis demo --dir");
  expect(await readdir(join(place.folder, "axis-demo"))).toHaveLength(1);
});

test("a file in place of the folder is a mistake with a way out", async () => {
  await using place = await temporaryProject({});
  await mkdir(join(place.folder, "below"));
  await writeFile(join(place.folder, "axis-demo"), "");
  expect((await drive(demo, [], { cwd: place.folder })).mistake).toContain("axis demo --dir");
});
