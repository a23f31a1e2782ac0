import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryProject } from "../../config/libraries/temporary-repository.ts";
import { drive } from "../world.fixture.ts";
import * as recover from "./recover.ts";
import * as run from "./run.ts";

const files = {
  "axis.config.json": { agents: [{ agent: "command", command: "echo done" }] },
  "scenarios/a.json": { name: "A", prompt: "Say done", judge: [{ check: "says done", verify: { contains: "done" } }] },
  "scenarios/b.json": { name: "B", prompt: "Say done", judge: [{ check: "says done", verify: { contains: "done" } }] },
};

async function onlyReport(folder: string): Promise<string> {
  const [id = ""] = await readdir(join(folder, ".axis/reports"));
  return id;
}

test("a damaged journal is replaced by its good records, and kept; the run goes on", async () => {
  await using place = await temporaryProject(files);
  await drive(run, [], { cwd: place.folder });
  const id = await onlyReport(place.folder);
  const journal = join(place.folder, ".axis/reports", id, "journal.ndjson");
  const lines = (await readFile(journal, "utf8")).split("\n");
  lines[2] = (lines[2] ?? "").replace("{", "[");
  await writeFile(journal, lines.join("\n"));
  const { code, out } = await drive(recover, [id.slice(0, 12)], { cwd: place.folder });
  expect(code).toBe(0);
  expect(out).toMatch(/^Recovered \d+ records of .*; 1 could not be read\.$/m);
  const [, kept = ""] = /saved as (.axis\/reports\/\S+)/.exec(out) ?? [];
  expect(await readFile(join(place.folder, kept), "utf8")).toBe(lines.join("\n"));
  expect(out).toContain(`axis run --resume ${id}`);
  expect((await drive(run, ["--resume", id], { cwd: place.folder })).code).toBe(0);
});

test("a whole journal is left alone", async () => {
  await using place = await temporaryProject(files);
  await drive(run, [], { cwd: place.folder });
  const before = await readdir(join(place.folder, ".axis/reports", await onlyReport(place.folder)));
  const { code, out } = await drive(recover, ["latest"], { cwd: place.folder });
  expect([code, out]).toEqual([0, expect.stringContaining("nothing to recover")]);
  expect(await readdir(join(place.folder, ".axis/reports", await onlyReport(place.folder)))).toEqual(before);
});

test("without a report there is nothing to recover", async () => {
  await using place = await temporaryProject(files);
  expect((await drive(recover, ["latest"], { cwd: place.folder })).errorCode).toBe("report-missing");
});
