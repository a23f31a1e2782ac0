import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  sampleBaseline,
  sampleDetail,
  sampleReport,
  sampleSlot,
  sampleStart,
  sampleSteps,
} from "../testing/store-samples.ts";
import { fileStore } from "./files.ts";
import { recoverReport } from "./journal/recover.ts";

const id = "2026-03-04-050607";
let configDir: string;
let warnings: string[];
beforeEach(async () => {
  configDir = await mkdtemp(join(tmpdir(), "axis-files-"));
  warnings = [];
});
afterEach(() => rm(configDir, { recursive: true }));

const store = (redact = (text: string) => text) =>
  fileStore({ configDir, redact, now: () => new Date(0), onWarning: (message) => warnings.push(message) });
const inReport = (...parts: string[]) => join(configDir, ".axis", "reports", id, ...parts);

async function writeSteps(): Promise<void> {
  await using handle = await store().createReport(sampleStart);
  for (const step of sampleSteps()) await handle.record(step);
}

test("opening a store writes nothing", async () => {
  await store().listReports();
  await store().listBaselines();
  expect(await readdir(configDir)).toEqual([]);
});

test("version control is told to keep only what people share, such as baselines and the lock of remote sources", async () => {
  await store().writeBaseline(sampleBaseline());
  expect(await readFile(join(configDir, ".axis", ".gitignore"), "utf8")).toBe(
    "*\n!.gitignore\n!baselines/\n!baselines/**\n!axis.lock\n!calibration.json\n!labels.jsonl\n!schema/\n!schema/**\n",
  );
  await writeFile(join(configDir, ".axis", ".gitignore"), "mine");
  await using handle = await store().createReport(sampleStart);
  expect(handle.folder).toBe(inReport());
  expect(await readFile(join(configDir, ".axis", ".gitignore"), "utf8")).toBe("mine");
});

test("a report folder holds the tree that readers know, and nothing temporary", async () => {
  await using handle = await store().createReport(sampleStart);
  const slot = { cell: { scenario: "a/b", agent: "echo", trial: 1 }, attempt: 1 };
  for (const kind of ["raw", "debug", "debug-stderr"] as const) await (await handle.openRaw(slot, kind)).close();
  await handle.writeDetail(slot, sampleDetail([]));
  await handle.writeSparseIndex(slot, "# Sparse Index\n");
  await handle.writePatch(slot, "diff --git a/x b/x\n");
  await handle.addArtifact(slot, "out/a.txt", new TextEncoder().encode("x"));
  await handle.writeReport(sampleReport(id));
  const files = await readdir(inReport(), { recursive: true });
  expect(files.filter((file) => !file.endsWith(".lock")).toSorted()).toEqual([
    "journal.ndjson",
    "report.json",
    "scenarios",
    "scenarios/a",
    "scenarios/a/b",
    "scenarios/a/b/artifacts",
    "scenarios/a/b/artifacts/echo",
    "scenarios/a/b/artifacts/echo/out",
    "scenarios/a/b/artifacts/echo/out/a.txt",
    "scenarios/a/b/echo.debug.ndjson",
    "scenarios/a/b/echo.debug.stderr.log",
    "scenarios/a/b/echo.json",
    "scenarios/a/b/echo.patch",
    "scenarios/a/b/echo.raw.ndjson",
    "scenarios/a/b/echo.sparse-index.txt",
  ]);
});

test("a secret reaches no file", async () => {
  const secret = "hunter2hunter2";
  const careful = store((text) => text.replaceAll(secret, "[redacted]"));
  await using handle = await careful.createReport(sampleStart);
  const raw = await handle.openRaw(sampleSlot);
  raw.append(`say ${secret}`);
  await raw.close();
  await handle.writeDetail(sampleSlot, sampleDetail([{ type: "user", timestamp: null, text: secret }]));
  await handle.writeSparseIndex(sampleSlot, secret);
  await handle.writePatch(sampleSlot, `+${secret}\n`);
  await handle.addArtifact(sampleSlot, "text", Buffer.from(secret));
  await handle.addArtifact(sampleSlot, "bytes", Buffer.concat([Buffer.from([255, 0, 128]), Buffer.from(secret)]));
  await handle.record({ type: "attempt-failed", data: { ...sampleSlot, runId: "run_1", why: secret } });
  await handle.writeReport({ ...sampleReport(id), name: secret });
  await careful.writeBaseline({ ...sampleBaseline(), fromReportId: secret });
  let read = 0;
  for (const entry of await readdir(configDir, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    expect((await readFile(join(entry.parentPath, entry.name))).includes(secret)).toBe(false);
    read += 1;
  }
  expect(read).toBeGreaterThan(8);
});

test("what looks like a secret from one file of a diff to another does not swallow what stands between", async () => {
  const careful = store((text) => text.replaceAll(/BEGIN[^]*?END/g, "[redacted]"));
  await using handle = await careful.createReport(sampleStart);
  const { file } = await handle.writePatch(sampleSlot, "+BEGIN\ndiff --git a/b b/b\n+hidden?\n+END\n+BEGIN x END\n");
  expect(await readFile(inReport(file), "utf8")).toBe("+BEGIN\ndiff --git a/b b/b\n+hidden?\n+END\n+[redacted]\n");
});

test("what an interrupted process left of the same attempt is kept", async () => {
  await using handle = await store().createReport(sampleStart);
  for (const line of ["first", "second", "third"]) {
    const raw = await handle.openRaw(sampleSlot);
    raw.append(line);
    await raw.close();
  }
  const raw = inReport("scenarios/cms/create-post@short/echo|small-model.raw.ndjson");
  expect(await readFile(raw, "utf8")).toBe("third\n");
  expect(await readFile(`${raw}.interrupted-1`, "utf8")).toBe("first\n");
  expect(await readFile(`${raw}.interrupted-2`, "utf8")).toBe("second\n");
});

test("a link in the place of a folder is not followed", async () => {
  await using handle = await store().createReport(sampleStart);
  const outside = join(configDir, "outside");
  await mkdir(outside);
  await symlink(outside, inReport("scenarios"));
  await expect(handle.writeDetail(sampleSlot, sampleDetail([]))).rejects.toMatchObject({ code: "not-writable" });
  await writeFile(join(outside, "secret.json"), "{}");
  await expect(handle.readDetail("scenarios/secret.json")).rejects.toMatchObject({ code: "path-outside" });
  expect(await readdir(outside)).toEqual(["secret.json"]);
});

test("a folder of reports or baselines that cannot be read is a mistake, and not an empty one", async () => {
  await mkdir(join(configDir, ".axis"));
  for (const name of ["reports", "baselines"]) await writeFile(join(configDir, ".axis", name), "");
  for (const look of [
    () => store().listReports(),
    () => store().readReport("latest"),
    () => store().resumeReport("latest"),
    () => store().listBaselines(),
  ])
    await expect(look()).rejects.toMatchObject({
      code: "report-unreadable",
      message: expect.stringMatching(/\.axis\/(?:reports|baselines) could not be read: ENOTDIR/),
    });
});

test("a file where the folder should be made is said at the start", async () => {
  await writeFile(join(configDir, ".axis"), "");
  await expect(store().createReport(sampleStart)).rejects.toMatchObject({ code: "not-writable" });
  await expect(store().createReport(sampleStart)).rejects.toThrow(join(configDir, ".axis"));
});

describe("a stored report", () => {
  test("is passed over where it cannot be read, with its reason", async () => {
    await using old = await store().createReport(new Date("2020-01-01T00:00:00Z"));
    await old.writeReport(sampleReport(old.reportId, "2020-01-01T00:00:00.000Z"));
    await using handle = await store().createReport(sampleStart);
    for (const content of ["{", "[]", '{"version":"1"}', '{"version":"2"}']) {
      await writeFile(inReport("report.json"), content);
      expect((await store().listReports()).unreadable).toMatchObject([{ reportId: handle.reportId }]);
      const code = content.includes("2") ? "report-newer" : "report-unreadable";
      await expect(store().readReport(id)).rejects.toMatchObject({ code });
      expect((await store().readReport("latest")).reportId).toBe(old.reportId);
    }
    expect(warnings).toHaveLength(4);
  });

  test("goes on after a torn end, which is moved aside with one warning", async () => {
    await writeSteps();
    const whole = await readFile(inReport("journal.ndjson"));
    for (const cut of [1, 20]) {
      await writeFile(inReport("journal.ndjson"), whole.subarray(0, -cut));
      await using handle = await store().resumeReport(id);
      expect(handle.steps).toEqual(sampleSteps().slice(0, -1));
      await handle.record({ type: "report-closed", data: { state: "aborted", durationMs: 1 } });
    }
    await using again = await store().resumeReport(id);
    expect(again.steps).toHaveLength(sampleSteps().length);
    const torn = await readFile(inReport("journal.torn"), "utf8");
    expect(torn).toContain('"report-closed"');
    expect(warnings).toEqual(
      Array(2).fill(`The last line in the journal of report ${id} was incomplete and was moved to journal.torn`),
    );
  });

  test("that is damaged is refused with the place, and recovered without touching the old journal", async () => {
    await writeSteps();
    const whole = await readFile(inReport("journal.ndjson"), "utf8");
    const offset = whole.indexOf("\n") + 1;
    const bad = whole.replace('"attempt-started"', '"attempt-startex"');
    await writeFile(inReport("journal.ndjson"), bad);
    await expect(store().resumeReport(id)).rejects.toMatchObject({
      code: "report-damaged",
      message: `${inReport("journal.ndjson")} is damaged at byte ${offset}`,
      hint: `Recover its valid records with: axis recover ${id}`,
    });
    expect(await readFile(inReport("journal.ndjson"), "utf8")).toBe(bad);
    const old = inReport("journal.damaged-1.ndjson");
    expect(await recoverReport(configDir, id)).toEqual({ kept: sampleSteps().length - 1, lost: 1, file: old });
    expect(await readFile(old, "utf8")).toBe(bad);
    await using handle = await store().resumeReport(id);
    expect(handle.steps).toEqual(sampleSteps().filter(({ type }) => type !== "attempt-started"));
  });

  test("that is whole is left alone by recovery", async () => {
    await writeSteps();
    const before = await readFile(inReport("journal.ndjson"), "utf8");
    expect(await recoverReport(configDir, id)).toMatchObject({ kept: sampleSteps().length, lost: 0 });
    expect(await readFile(inReport("journal.ndjson"), "utf8")).toBe(before);
  });

  test("that lost its plan, is being written, or does not exist is not recovered", async () => {
    await writeSteps();
    const whole = await readFile(inReport("journal.ndjson"), "utf8");
    await writeFile(inReport("journal.ndjson"), whole.replace('"type":"plan"', '"type":"plum"'));
    await expect(recoverReport(configDir, id)).rejects.toMatchObject({ code: "report-damaged" });
    await writeFile(inReport("journal.ndjson"), whole);
    await using handle = await store().resumeReport(id);
    await expect(recoverReport(configDir, handle.reportId)).rejects.toMatchObject({ code: "report-locked" });
    await expect(recoverReport(configDir, "2020-01-01-000000")).rejects.toMatchObject({ code: "report-missing" });
    await expect(recoverReport(configDir, "../../x")).rejects.toMatchObject({ code: "name-invalid" });
  });
});

describe("a document that cannot be read", () => {
  const wayOut = `with: axis run --resume ${id}`;

  test("is named with what makes it again", async () => {
    await writeSteps();
    await writeFile(inReport("report.json"), "[]");
    await mkdir(inReport("scenarios"));
    await writeFile(inReport("scenarios", "a.json"), "[]");
    await expect(store().readReport(id)).rejects.toMatchObject({
      message: expect.stringContaining("has no valid version"),
      hint: `Recreate it from its journal ${wayOut}`,
    });
    await expect(store().readDetail(id, "scenarios/a.json")).rejects.toMatchObject({
      message: "scenarios/a.json could not be read: Invalid input: expected object, received array",
      hint: `Repeat that run ${wayOut}`,
    });
    await expect(store().readDetail(id, "scenarios/b.json")).rejects.toMatchObject({
      message: `Report ${id} has no file "scenarios/b.json"`,
      hint: `Repeat that run ${wayOut}`,
    });
  });

  test("that is a baseline is named with how to be rid of it, and can be removed", async () => {
    await store().writeBaseline(sampleBaseline());
    await writeFile(join(configDir, ".axis", "baselines", "main.json"), "{");
    await expect(store().findBaseline("main")).rejects.toMatchObject({
      hint: "Restore it from version control, or delete it with: axis baseline delete main",
    });
    await store().removeBaseline("main");
    expect(await store().findBaseline("main")).toBeUndefined();
  });

  test("because nothing of it was recorded is not said to be there to go on with", async () => {
    await (await store().createReport(sampleStart))[Symbol.asyncDispose]();
    await expect(store().readReport(id)).rejects.toMatchObject({ hint: "It ended before anything was recorded" });
  });

  test("of a newer AXIS is not said to be damaged, and not written over", async () => {
    await writeSteps();
    await writeFile(inReport("report.json"), JSON.stringify({ ...sampleReport(id), version: "2" }));
    const newer = { code: "report-newer", hint: "Update AXIS to read it" };
    await expect(store().readReport(id)).rejects.toMatchObject(newer);
    await expect(store().resumeReport(id)).rejects.toMatchObject(newer);
  });

  test.skipIf(process.platform === "win32")("because it is a pipe keeps nobody waiting", async () => {
    await writeSteps();
    await mkdir(inReport("scenarios"));
    await mkdir(join(configDir, ".axis", "baselines"));
    const places = [inReport("report.json"), inReport("scenarios", "a.json")];
    const baseline = join(configDir, ".axis", "baselines", "main.json");
    await rm(inReport("journal.ndjson"));
    execFileSync("sh", ["-c", 'mkfifo "$@"', "sh", ...places, baseline, inReport("journal.ndjson")]);
    for (const read of [
      () => store().readReport(id),
      () => store().readDetail(id, "scenarios/a.json"),
      () => store().openDetail(id, "scenarios/a.json"),
      () => store().readBaseline("main"),
      () => store().resumeReport(id),
      () => recoverReport(configDir, id),
    ])
      await expect(read()).rejects.toMatchObject({
        message: expect.stringMatching(/could not be read: it is not a regular file$/),
      });
  });
});
