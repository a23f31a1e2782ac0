/** Lists the reports of a project, newest first; reads a report again only when its folder has changed. */
import { readdir, readFile, stat } from "node:fs/promises";
import { errorMessage } from "../../core/error.ts";
import { resolveInside } from "../../core/paths/inside.ts";
import { nameProblem } from "../../core/names/names.ts";
import type { Report } from "../../core/report.ts";
import type { ListedReport, Listing } from "../../report/html/listing-index.ts";
import { describeOutcome } from "../../report/competition/competition-words.ts";
import { decideVerdict } from "../../report/report-verdict.ts";
import { isLocked } from "../../store/disk/lock.ts";
import { reportName, reportsFolder } from "../../store/paths.ts";
import { sortNewestFirst } from "../../store/report-ids.ts";
import { parseReportHead } from "../../store/documents/read-document.ts";

/** What a report itself says; whether it is still running depends on its lock. */
type ReportRow = Omit<ListedReport, "state"> & { readonly stored: Report["state"] };

interface CachedReport {
  readonly mark: string;
  readonly row: ReportRow | { readonly why: string };
}

export class ReportList {
  readonly #folder: string;
  #cache = new Map<string, CachedReport>();

  constructor(configDir: string) {
    this.#folder = reportsFolder(configDir);
  }

  /** Changes when a report is created, written, locked or unlocked. */
  async version(): Promise<string> {
    const ids = await readReportIds(this.#folder);
    const marks = await Promise.all(ids.map((id) => this.#readMark(id)));
    const unfinished = ids.filter((id) => this.#isUnfinished(id));
    const held = await Promise.all(unfinished.map((id) => this.#isHeld(id)));
    return JSON.stringify([ids, marks, held]);
  }

  async read(): Promise<Pick<Listing, "reports" | "unreadable">> {
    const reports: ListedReport[] = [];
    const unreadable: Listing["unreadable"][number][] = [];
    const known = new Map<string, CachedReport>();
    for (const id of await readReportIds(this.#folder)) {
      const entry = await this.#readEntry(id);
      known.set(id, entry);
      if ("why" in entry.row) unreadable.push({ id, file: `.axis/reports/${id}/${reportName}`, why: entry.row.why });
      else reports.push(await this.#toListedReport(entry.row));
    }
    this.#cache = known;
    return { reports, unreadable };
  }

  /** The id of the newest report; undefined if there is none. */
  async newest(): Promise<string | undefined> {
    return (await readReportIds(this.#folder))[0];
  }

  async #readEntry(id: string): Promise<CachedReport> {
    const mark = await this.#readMark(id);
    const before = this.#cache.get(id);
    return before?.mark === mark ? before : { mark, row: await this.#readRow(id) };
  }

  async #readRow(id: string): Promise<CachedReport["row"]> {
    try {
      const path = await resolveInside(this.#folder, id, reportName);
      return toReportRow(id, parseReportHead(await readFile(path, "utf8"), reportName));
    } catch (error) {
      return { why: errorMessage(error) };
    }
  }

  async #toListedReport({ stored, ...row }: ReportRow): Promise<ListedReport> {
    if (stored === "complete") return { ...row, state: "complete" };
    const isRunning = stored === "running" && (await this.#isHeld(row.id));
    return isRunning ? { ...row, state: "going-on", verdict: null } : { ...row, state: "interrupted" };
  }

  #isUnfinished(id: string): boolean {
    const row = this.#cache.get(id)?.row;
    return row !== undefined && "stored" in row && row.stored === "running";
  }

  async #isHeld(id: string): Promise<boolean> {
    return await isLocked(`${this.#folder}/${id}`).catch(() => false); // Deleted in the meantime.
  }

  /** Any write to the report's folder itself, by rename or by name, changes its modification time. */
  async #readMark(id: string): Promise<string> {
    const found = await stat(`${this.#folder}/${id}`).catch(() => undefined); // Deleted in the meantime.
    return found === undefined ? "none" : String(found.mtimeMs);
  }
}

/** Only folders: a link could point anywhere. */
async function readReportIds(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []); // The folder does not exist yet.
  return sortNewestFirst(
    entries.filter((entry) => entry.isDirectory() && nameProblem(entry.name) === null).map(({ name }) => name),
  );
}

function toReportRow(id: string, report: Report): ReportRow {
  const { name, timestamp, durationMs, state, results, scripted, competition } = report;
  const { total, statuses, averageAxisScore, averagedOver } = report.summary;
  const { verdict, sentence } = report.verdict ?? decideVerdict(report);
  return {
    id,
    name: name ?? null,
    timestamp,
    durationMs,
    stored: state,
    verdict: { verdict, sentence },
    ...(competition && { competition: describeOutcome(competition) }),
    summary: { total, statuses, averageAxisScore, averagedOver, costUsd: sumCosts(results) },
    agents: [...new Set(results.map(({ agentName }) => agentName))].slice(0, 20),
    isScripted: scripted === true,
  };
}

/** Over all trials; null if no cost is known. */
function sumCosts(results: Report["results"]): number | null {
  const costs = results.flatMap(({ trials, totalCostUsd }) => trials?.map(({ costUsd }) => costUsd) ?? [totalCostUsd]);
  const known = costs.filter((cost) => cost !== null && cost !== undefined);
  return known.length === 0 ? null : known.reduce((sum, cost) => sum + cost, 0);
}
