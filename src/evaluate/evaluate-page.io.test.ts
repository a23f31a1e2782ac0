/** A program gets the page that `axis run` writes. Needs the built template, as every page does. */
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Action } from "../core/scenario/action.ts";
import type { AxisEvent } from "../core/run/event.ts";
import { evaluate, type EvaluateDeps } from "./evaluate.ts";
import { rulesJudge } from "../judging/rules/rules.ts";
import { fileStore } from "../store/files.ts";
import { memoryStore } from "../store/memory.ts";
import { fakeAgent } from "../testing/fake-agent.ts";
import { samplePlan, sampleScenario } from "../testing/sample-plan.ts";

let configDir: string;
beforeEach(async () => void (configDir = await mkdtemp(join(tmpdir(), "axis-evaluate-page-"))));
afterEach(() => rm(configDir, { recursive: true, force: true }));

const agent = fakeAgent({ entries: [{ type: "assistant", text: "done" }] });
const script = (command: string): Action => ({ action: "run_script", command });

async function evaluated(given: Partial<EvaluateDeps> = {}, afterAll: Action[] = []) {
  const events: AxisEvent[] = [];
  const overrides = { configDir, afterAll };
  const plan = samplePlan({ scenarios: [sampleScenario()], agents: [agent], judge: rulesJudge, overrides });
  const onEvent = (event: AxisEvent) => void events.push(event);
  const report = await evaluate(plan, { store: fileStore({ configDir }), onEvent, ...given });
  const folder = join(configDir, ".axis/reports", report.reportId);
  return {
    folder,
    pages: events.flatMap((event) => (event.type === "page-written" ? [event.file] : [])),
    warnings: events.flatMap((event) => (event.type === "warning" ? [event.message] : [])),
    files: await readdir(folder).catch((): string[] => []),
  };
}

test("report.html lies beside report.json, and its place is told, before whoever makes files of the report", async () => {
  const seen: string[][] = [];
  const onReport = async ({ reportId }: { reportId: string }) =>
    void seen.push(await readdir(join(configDir, ".axis/reports", reportId)));
  const { folder, pages, files, warnings } = await evaluated({ onReport });
  expect([pages, warnings]).toEqual([[join(folder, "report.html")], []]);
  expect(files).toContain("report.html");
  expect(seen).toEqual([expect.arrayContaining(["report.html", "report.json"])]);
  expect(await readFile(join(folder, "report.html"), "utf8")).toContain("<html");
});

test("afterAll finds the page; where it fails the page is made again, since the verdict is another", async () => {
  const look = script('test -f "$AXIS_REPORT_DIR/report.html"');
  expect((await evaluated({}, [look])).pages).toHaveLength(1);
  expect((await evaluated({}, [look, script("exit 3")])).pages).toHaveLength(2);
});

test("it can be left out, and a store without folders has none", async () => {
  const without = await evaluated({ page: false });
  expect([without.pages, without.files.includes("report.html")]).toEqual([[], false]);
  expect((await evaluated({ store: memoryStore() })).pages).toEqual([]);
});

test("a page that cannot be written is a warning, and the report stands", async () => {
  const spoiled = script('rm "$AXIS_REPORT_DIR/report.html"; mkdir -p "$AXIS_REPORT_DIR/report.html/taken"; exit 1');
  const { warnings, files } = await evaluated({}, [spoiled]);
  expect(warnings).toEqual([expect.stringContaining("report.html was not written")]);
  expect(files).toContain("report.json");
});
