/** Names and paths that a store must refuse because they point outside it. */
import { expect, test } from "vitest";
import type { RunSlot } from "../../core/store.ts";
import type { OpenStore } from "./open-store.ts";
import { sampleBaseline, sampleCell, sampleDetail, sampleSlot, sampleStart } from "../store-samples.ts";

export function testRefusals(open: OpenStore): void {
  test.each(["../../x", "/etc/passwd", "", "..", "a/b", "a\0b", "x".repeat(65), "%2e%2e/x\\y"])(
    "the id and name %j are refused",
    async (id) => {
      const store = await open();
      const questions = [store.readReport, store.resumeReport, store.readBaseline, store.findBaseline];
      for (const ask of questions) await expect(ask(id)).rejects.toMatchObject({ code: "name-invalid" });
      await expect(store.readDetail(id, "report.json")).rejects.toMatchObject({ code: "name-invalid" });
      await expect(store.removeBaseline(id)).rejects.toMatchObject({ code: "name-invalid" });
      await expect(store.writeBaseline({ ...sampleBaseline(), name: id })).rejects.toMatchObject({
        code: "name-invalid",
      });
    },
  );

  test.each(["../../x", "/abs", "a//b", "C:x", "a\\b", "nul", "a/../b", "a@", "a@b@c", "a@../x"])(
    "the scenario key %j is refused",
    async (scenario) => {
      await using handle = await (await open()).createReport(sampleStart);
      const slot: RunSlot = { cell: { ...sampleCell, scenario }, attempt: 1 };
      expect(() => handle.detailFile(slot)).toThrow(expect.objectContaining({ code: "name-invalid" }));
      await expect(handle.writeDetail(slot, sampleDetail([]))).rejects.toMatchObject({ code: "name-invalid" });
    },
  );

  test("a detail or an artifact outside the report is refused", async () => {
    const store = await open();
    await using handle = await store.createReport(sampleStart);
    await expect(handle.readDetail("../../../secret.json")).rejects.toMatchObject({ code: "path-outside" });
    await expect(store.readDetail("latest", "/etc/passwd")).rejects.toMatchObject({ code: "path-outside" });
    for (const path of ["../x", "/x", "a/../../x", "a\0"])
      await expect(handle.addArtifact(sampleSlot, path, new Uint8Array())).rejects.toMatchObject({
        code: "path-outside",
      });
  });
}
