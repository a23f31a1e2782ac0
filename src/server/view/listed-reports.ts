/** Lists the reports of a project, newest first; reads a report again only when its folder has changed. */
import { readdir, readFile, stat } from "node:fs/promises";
import { messageOf } from "../../core/error.ts";
import { resolveInside } from "../../core/paths/inside.ts";
import { nameProblem } from "../../core/names/names.ts";
import type { Report } from "../../core/report.ts";
import type { ListedReport, Listing } from "../../report/html/listing-index.ts";
import { isHeld } from "../../store/disk/lock.ts";
import { reportName, reportsFolder } from "../../store/paths.ts";
import { newestFirst } from "../../store/report-ids.ts";
import { parseReportHead } from "../../store/documents/stored-document.ts";

type Row = Omit<ListedReport, "state"> & { readonly stored: Report["state"] };

interface Known {
  readonly mark: string;
  readonly row: Row | { readonly why: string };
}

export class ListedReports {
  readonly #folder: string;
  #known = new Map<string, Known>();

  constructor(configDir: string) {
    this.#folder = reportsFolder(configDir);
  }

  /** Changes when a report is created, written, locked or unlocked. */
  async version(): Promise<string> {
    const ids = await idsIn(this.#folder);
    const marks = await Promise.all(ids.map((id) => this.#mark(id)));
    const unfinished = ids.filter((id) => this.#isUnfinished(id));
    const held = await Promise.all(unfinished.map((id) => this.#isHeld(id)));
    return JSON.stringify([ids, marks, held]);
  }

  async read(): Promise<Pick<Listing, "reports" | "unreadable">> {
    const reports: ListedReport[] = [];
    const unreadable: { id: string; why: string }[] = [];
    const known = new Map<string, Known>();
    for (const id of await idsIn(this.#folder)) {
      const entry = await this.#entry(id);
      known.set(id, entry);
      if ("why" in entry.row) unreadable.push({ id, why: entry.row.why });
      else reports.push(await this.#listed(entry.row));
    }
    this.#known = known;
    return { reports, unreadable };
  }

  async #entry(id: string): Promise<Known> {
    const mark = await this.#mark(id);
    const before = this.#known.get(id);
    return before?.mark === mark ? before : { mark, row: await this.#row(id) };
  }

  async #row(id: string): Promise<Known["row"]> {
    try {
      const path = await resolveInside(this.#folder, id, reportName);
      return rowOf(id, parseReportHead(await readFile(path, "utf8"), reportName));
    } catch (error) {
      return { why: messageOf(error) };
    }
  }

  async #listed({ stored, ...row }: Row): Promise<ListedReport> {
    if (stored === "complete") return { ...row, state: "complete" };
    return { ...row, state: stored === "running" && (await this.#isHeld(row.id)) ? "going-on" : "interrupted" };
  }

  #isUnfinished(id: string): boolean {
    const row = this.#known.get(id)?.row;
    return row !== undefined && "stored" in row && row.stored === "running";
  }

  async #isHeld(id: string): Promise<boolean> {
    return await isHeld(`${this.#folder}/${id}`).catch(() => false); // Deleted in the meantime.
  }

  /** Any write to the report's folder itself, by rename or by name, changes its modification time. */
  async #mark(id: string): Promise<string> {
    const found = await stat(`${this.#folder}/${id}`).catch(() => undefined); // Deleted in the meantime.
    return found === undefined ? "none" : String(found.mtimeMs);
  }
}

/** Only folders: a link could point anywhere. */
async function idsIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []); // The folder does not exist yet.
  return newestFirst(
    entries.filter((entry) => entry.isDirectory() && nameProblem(entry.name) === null).map(({ name }) => name),
  );
}

function rowOf(id: string, report: Report): Row {
  const { name, timestamp, durationMs, state, results, scripted } = report;
  const { total, completed, failed, averageAxisScore, averagedOver } = report.summary;
  return {
    id,
    name: name ?? null,
    timestamp,
    durationMs,
    stored: state,
    summary: { total, completed, failed, averageAxisScore, averagedOver },
    agents: [...new Set(results.map(({ agentName }) => agentName))].slice(0, 20),
    isScripted: scripted === true,
  };
}
