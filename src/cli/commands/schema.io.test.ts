import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryProject } from "../../config/libraries/temporary-repository.ts";
import { drive } from "../world.fixture.ts";
import * as schema from "./schema.ts";

test("prints the schema of the config unless another is named, as one JSON document", async () => {
  await using place = await temporaryProject({});
  const config = JSON.parse((await drive(schema, [], { cwd: place.folder })).out) as { properties: object };
  const scenario = JSON.parse((await drive(schema, ["scenario"], { cwd: place.folder })).out) as { properties: object };
  expect(Object.keys(config.properties)).toContain("agents");
  expect(Object.keys(scenario.properties)).toContain("prompt");
  expect(await readdir(place.folder)).toEqual([]);
});

test("writes all three into a folder, or the one that is named", async () => {
  await using place = await temporaryProject({});
  const { out } = await drive(schema, ["--out", "schemas/"], { cwd: place.folder });
  expect(out).toContain("Wrote schemas/axis.config.schema.json");
  await drive(schema, ["report", "--out", "one"], { cwd: place.folder });
  expect((await readdir(join(place.folder, "schemas"))).toSorted()).toEqual([
    "axis.config.schema.json",
    "axis.report.schema.json",
    "axis.scenario.schema.json",
  ]);
  const here = await drive(schema, ["scenario", "--out", ""], { cwd: place.folder });
  expect(here.out).toBe("Wrote axis.scenario.schema.json");
  expect(await readdir(place.folder)).toContain("axis.scenario.schema.json");
  expect(await readdir(join(place.folder, "one"))).toEqual(["axis.report.schema.json"]);
  const text = await readFile(join(place.folder, "one/axis.report.schema.json"), "utf8");
  expect(JSON.parse(text)).toHaveProperty("properties.results");
});

test("a kind that does not exist is refused with those that do", async () => {
  await expect(drive(schema, ["baseline"], { cwd: "/" })).rejects.toThrow("config, scenario, report");
});
