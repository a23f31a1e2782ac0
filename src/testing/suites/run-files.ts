/** Where a store keeps the files of a run: details, raw output, artifacts. */
import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import type { RunSlot } from "../../core/store.ts";
import type { OpenStore } from "./open-store.ts";
import { sampleCell, sampleDetail, sampleReport, sampleSlot, sampleStart } from "../store-samples.ts";

export function testRunFiles(open: OpenStore): void {
  test("each trial and each attempt has its own files", async () => {
    const store = await open();
    await using handle = await store.createReport(sampleStart);
    const slots: RunSlot[] = [1, 2].flatMap((trial) =>
      [1, 2].map((attempt) => ({ cell: { ...sampleCell, scenario: "a/b", agent: "echo", trial }, attempt })),
    );
    expect(slots.map((slot) => handle.detailFile(slot))).toEqual([
      "scenarios/a/b/echo.json",
      "scenarios/a/b/echo.attempt-2.json",
      "scenarios/a/b/echo.trial-2.json",
      "scenarios/a/b/echo.trial-2.attempt-2.json",
    ]);
  });

  test("a detail is read back as written, and the second write replaces the first", async () => {
    const store = await open();
    await using handle = await store.createReport(sampleStart);
    const detail = sampleDetail([{ type: "assistant", timestamp: null, text: "hello" }]);
    const mark = await handle.writeDetail(sampleSlot, detail);
    expect(mark.file).toBe(handle.detailFile(sampleSlot));
    expect(await handle.readDetail(mark.file)).toEqual(detail);
    const scored = { ...detail, durationMs: 99 };
    expect((await handle.writeDetail(sampleSlot, scored)).sha256).not.toBe(mark.sha256);
    await handle.writeSparseIndex(sampleSlot, "# Sparse Index\n");
    await handle.writeReport(sampleReport(handle.reportId));
    expect(await store.readDetail(handle.reportId, mark.file)).toEqual(scored);
  });

  testFilesBesideDetail(open);
}

function testFilesBesideDetail(open: OpenStore): void {
  test("the mark of a raw file is the hash and the length of its lines", async () => {
    const store = await open();
    await using handle = await store.createReport(sampleStart);
    const raw = await handle.openRaw(sampleSlot);
    raw.append('{"n":1}');
    raw.append("zwölf");
    const text = '{"n":1}\nzwölf\n';
    const mark = await raw.close();
    expect(mark).toEqual({
      file: handle.detailFile(sampleSlot).replace(/\.json$/, ".raw.ndjson"),
      bytes: Buffer.byteLength(text),
      sha256: createHash("sha256").update(text).digest("hex"),
    });
    raw.append("too late");
    expect(await raw.close()).toEqual(mark);
  });

  test("a diff has its own file beside the detail, and the second write replaces the first", async () => {
    const store = await open();
    await using handle = await store.createReport(sampleStart);
    const text = "diff --git a/ü b/ü\n";
    const place = handle.detailFile(sampleSlot).replace(/\.json$/, ".patch");
    const sha256 = createHash("sha256").update(text).digest("hex");
    expect(await handle.writePatch(sampleSlot, "earlier")).toMatchObject({ file: place, bytes: 7 });
    expect(await handle.writePatch(sampleSlot, text)).toEqual({ file: place, bytes: Buffer.byteLength(text), sha256 });
  });

  test("live output of a run is accepted, and never disturbs the run", async () => {
    await using handle = await (await open()).createReport(sampleStart);
    const live = handle.openLive(sampleSlot);
    live.append({ type: "assistant", timestamp: null, text: "hello" });
    await live[Symbol.asyncDispose]();
    live.append({ type: "assistant", timestamp: null, text: "too late" });
    await live[Symbol.asyncDispose]();
  });

  test("artifacts keep their path below the run, and names that differ in case do not share a file", async () => {
    const store = await open();
    await using handle = await store.createReport(sampleStart);
    const slot: RunSlot = { cell: { scenario: "s", agent: "echo", trial: 2 }, attempt: 1 };
    const content = new TextEncoder().encode("x");
    expect(await handle.addArtifact(slot, "out/a.txt", content)).toBe("scenarios/s/artifacts/echo.trial-2/out/a.txt");
    expect(await handle.addArtifact(slot, "out/A.TXT", content)).toBe("scenarios/s/artifacts/echo.trial-2/out/A.TXT-2");
  });
}
