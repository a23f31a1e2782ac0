/** A project on disk with a report that is written step by step, the way `axis run` writes it. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Report } from "../../core/report.ts";
import type { RunDetail } from "../../core/report/run-detail.ts";
import type { ReportHandle } from "../../core/store.ts";
import { buildReport } from "../../report/build.ts";
import { toCellResult } from "../../report/cell-result.ts";
import { fileStore } from "../../store/files.ts";
import { sampleDetail } from "../../testing/store-samples.ts";
import { createViewApp } from "./view-app.ts";

const start = new Date("2026-03-04T05:06:07.089Z");

export interface ViewedProject extends AsyncDisposable {
  readonly configDir: string;
  /** Sends a request as a browser on this machine would. */
  readonly get: (path: string, init?: RequestInit) => Promise<Response>;
  readonly begin: (scenarios: readonly string[]) => Promise<StartedReport>;
  readonly defects: unknown[];
}

export interface StartedReport {
  readonly id: string;
  readonly handle: ReportHandle;
  started(scenario: string): Promise<void>;
  /** Records and judges the run, and adds it to the summary. */
  finished(scenario: string, overrides?: Partial<RunDetail>): Promise<RunDetail>;
  close(state: "complete" | "aborted"): Promise<void>;
}

export async function openViewedProject(): Promise<ViewedProject> {
  const configDir = mkdtempSync(join(tmpdir(), "axis-viewed-"));
  const defects: unknown[] = [];
  const server = await createViewApp({ configDir, project: "sample", onDefect: (error) => defects.push(error) });
  const store = fileStore({ configDir });
  return {
    configDir,
    defects,
    get: async (path, init) =>
      (await server.app.fetch(new Request(`http://127.0.0.1${path}`, init), {} as never)) as Response,
    begin: async (scenarios) => await beginReport(await store.createReport(start), scenarios),
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      rmSync(configDir, { recursive: true, force: true });
    },
  };
}

async function beginReport(handle: ReportHandle, scenarios: readonly string[]): Promise<StartedReport> {
  const cells = scenarios.map((scenario) => ({ scenario, agent: "echo", trial: 1 }));
  const digests = { axis: "1", settings: "2", scenarios: {}, agents: {} };
  const plan = { cells, trials: 1, skipped: 0, scored: true, digests };
  const done: RunDetail[] = [];
  const summary = (state: Report["state"]) =>
    buildReport({
      reportId: handle.reportId,
      name: "sample",
      timestamp: start.toISOString(),
      durationMs: 5,
      state,
      cells,
      results: done.map(toCellResult),
      skipped: 0,
    });
  const slotOf = (scenario: string) => ({ cell: { scenario, agent: "echo", trial: 1 }, attempt: 1 });
  await handle.record({ type: "plan", data: { plan, timestamp: start.toISOString(), pid: process.pid } });
  await handle.writeReport(summary("running"));
  return {
    id: handle.reportId,
    handle,
    started: (scenario) =>
      handle.record({ type: "attempt-started", data: { ...slotOf(scenario), runId: `run_${scenario}` } }),
    async finished(scenario, overrides = {}) {
      const slot = slotOf(scenario);
      const own = { runId: `run_${scenario}`, scenarioKey: scenario, agentName: "echo", file: handle.detailFile(slot) };
      const detail = { ...sampleDetail([]), ...own, ...overrides };
      const mark = await handle.writeDetail(slot, detail);
      await handle.record({ type: "judged", data: { ...slot, runId: detail.runId, detail: mark } });
      done.push(detail);
      await handle.writeReport(summary("running"));
      return detail;
    },
    async close(state) {
      await handle.writeReport(summary(state));
      await handle.record({ type: "report-closed", data: { state, durationMs: 5 } });
      await handle[Symbol.asyncDispose]();
    },
  };
}
