/** Two reports of the project on one page, as `axis compare --html` writes it. */
import type { VerdictSettings } from "../../core/report/verdict.ts";
import { axisVersion } from "../../core/version.ts";
import { baselineFrom } from "../../report/baseline.ts";
import { compareReports } from "../../report/compare.ts";
import { type PageIndex, viewChanges } from "../../report/html/page-index.ts";
import type { SplitRun } from "../../report/html/split-run.ts";
import type { ViewedReport } from "./viewed-report.ts";

export class ComparedReports {
  readonly #sides: readonly [ViewedReport, ViewedReport];
  readonly #readVerdict: () => Promise<VerdictSettings>;

  constructor(before: ViewedReport, after: ViewedReport, readVerdict: () => Promise<VerdictSettings>) {
    this.#sides = [before, after];
    this.#readVerdict = readVerdict;
  }

  async version(): Promise<string> {
    return (await Promise.all(this.#sides.map((side) => side.version()))).join("\n");
  }

  async index(): Promise<PageIndex> {
    const [before, after] = await Promise.all(this.#sides.map((side) => side.index()));
    const [old, now] = [before?.reports[0], after?.reports[0]];
    if (!old?.report || !now?.report) throw new Error("a report that was read has no numbers");
    const { baseline } = baselineFrom(old.report, { name: old.name, now: old.report.timestamp });
    const comparison = compareReports(baseline, now.report, { verdict: await this.#readVerdict() });
    // A comparison has its own verdict.
    const sides = [old, now].map(({ progress: _progress, ...side }) => ({ ...side, verdict: null }));
    return { axisVersion, reports: sides, comparison, compared: viewChanges(sides, comparison) };
  }

  async run(runId: string): Promise<SplitRun | undefined> {
    return await this.#first((side) => side.run(runId));
  }

  async artifact(runId: string, path: string): Promise<ReadableStream<Uint8Array> | undefined> {
    return await this.#first((side) => side.artifact(runId, path));
  }

  async patch(runId: string): Promise<ReadableStream<Uint8Array> | undefined> {
    return await this.#first((side) => side.patch(runId));
  }

  async #first<T>(read: (side: ViewedReport) => Promise<T | undefined>): Promise<T | undefined> {
    const [before, after] = this.#sides;
    return (await read(before)) ?? (await read(after));
  }
}
