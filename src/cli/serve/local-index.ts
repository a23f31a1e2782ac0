/** Keeps the embedded database in sync with the project's reports, baselines and evaluations: the files are the source. */
import { readdir, stat } from "node:fs/promises";
import { errorMessage } from "../../core/error.ts";
import { nameProblem } from "../../core/names/names.ts";
import { joinInside } from "../../core/paths/inside.ts";
import type { ReportListing } from "../../core/store.ts";
import type { ReportHead } from "../../core/report/report-head.ts";
import type { Report } from "../../core/report.ts";
import { describeReportHead } from "../../report/report-head.ts";
import { describeEvaluationPage } from "../../report/html/page-blocks.ts";
import { CompetitionFolder, listCompetitions } from "../../evaluate/compete/competition-record.ts";
import { EvaluationFiles } from "../../server/view/evaluation-files.ts";
import { isLocked } from "../../store/disk/lock.ts";
import type { FileStore } from "../../store/files.ts";
import { axisFolder, baselinesFolder, reportFolder, reportsFolder } from "../../store/paths.ts";
import { putCompetition } from "../../store/sql/competitions.ts";
import { putBaselineDocument, putEvaluationDocument } from "../../store/sql/intake/documents.ts";
import { indexReports } from "../../store/sql/intake/reports.ts";
import { readScoringMoments } from "../../store/sql/intake/scoring-moments.ts";
import type { SqlStore } from "../../store/sql/sql-store.ts";

const indexPollMs = 2_000;

export interface LocalIndex {
  readonly configDir: string;
  readonly store: FileStore;
  readonly workspaceId: string;
  readonly onWarning: (message: string) => void;
}

export interface FollowedReports extends AsyncDisposable {
  readonly workspaceId: string;
  /** Checks at once, even if nothing seems to have changed. */
  readonly refresh: () => void;
}

/** Indexes all existing reports; warns about each one that cannot be read. */
export async function indexLocalReports(store: SqlStore, index: LocalIndex): Promise<void> {
  await new ReportIntake(store, index).takeIn();
}

/** Indexes existing reports, then whatever is new or has changed, until disposed. */
export async function followReports(store: SqlStore, index: LocalIndex): Promise<FollowedReports> {
  const intake = new ReportIntake(store, index);
  await intake.takeIn();
  let busy: Promise<void> | undefined;
  let isAskedAgain = false;
  const look = async () => {
    do {
      isAskedAgain = false;
      await intake.takeIn();
    } while (isAskedAgain);
  };
  const lookSoon = () => {
    busy ??= look()
      .catch((error: unknown) => index.onWarning(`Reports could not be read: ${errorMessage(error)}`))
      .finally(() => (busy = undefined));
  };
  const timer = setInterval(lookSoon, indexPollMs);
  return {
    workspaceId: index.workspaceId,
    refresh() {
      isAskedAgain = true;
      lookSoon();
    },
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
      await busy;
    },
  };
}

/** Reads documents into the database, each report again only when its folder has changed. */
class ReportIntake {
  readonly #database: SqlStore["database"];
  readonly #index: LocalIndex;
  readonly #warned = new Set<string>();
  #marks = new Map<string, string>();
  /** Reports that may still change without a new mark: who writes them may be gone. */
  #unfinished = new Set<string>();

  /** Of baselines and evaluations. */
  #othersMark = "";
  readonly #evaluations: EvaluationFiles;

  constructor({ database }: SqlStore, index: LocalIndex) {
    this.#database = database;
    this.#index = index;
    this.#evaluations = new EvaluationFiles(index.configDir);
  }

  async takeIn(): Promise<void> {
    await this.#takeInReports();
    await this.#takeInOthers();
  }

  async #takeInReports(): Promise<void> {
    const { configDir } = this.#index;
    const marks = await this.#readMarks();
    const changed = [...marks].filter(([id, mark]) => this.#marks.get(id) !== mark).map(([id]) => id);
    if (changed.length === 0) return;
    const moments = await readScoringMoments(configDir);
    const read = await this.#readReports(changed);
    const { unreadable } = await indexReports(this.#database, {
      workspaceId: this.#index.workspaceId,
      moments,
      store: { listReportHeads: () => Promise.resolve(read), openDetail: this.#index.store.openDetail },
      describe: (report) => this.#describe(report),
    });
    await this.#takeInOpenCompetitions(read.reports);
    this.#marks = marks;
    for (const problem of unreadable) this.#warnOnce(problem);
  }

  /** A report has its competition only at the end; before that, the competition's own record says what takes place. */
  async #takeInOpenCompetitions(reports: readonly ReportListing[]): Promise<void> {
    const { configDir, workspaceId } = this.#index;
    const open = new Set(reports.flatMap(({ report, reportId }) => (report.competition === undefined ? reportId : [])));
    for (const id of open.size === 0 ? [] : await listCompetitions(configDir)) {
      const record = await new CompetitionFolder(configDir, id).read().catch(() => null); // It is being written.
      if (record === null || record.reportId === null || !open.has(record.reportId)) continue;
      const isRunning = await hasWriter(configDir, record.reportId);
      await putCompetition(this.#database, {
        ...record,
        workspaceId,
        state: isRunning ? "running" : "interrupted",
        plannedRuns: record.agents.length * record.runs,
        result: null,
        createdAt: new Date(record.startedAt),
        finishedAt: null,
      });
    }
  }

  #warnOnce(problem: string): void {
    if (this.#warned.has(problem)) return;
    this.#warned.add(problem);
    this.#index.onWarning(`Not indexed: ${problem}`);
  }

  /** Baselines, and evaluations whose page is written. */
  async #takeInOthers(): Promise<void> {
    const { configDir, workspaceId, store } = this.#index;
    const mark = `${await readMark(baselinesFolder(configDir))} ${await this.#evaluations.version()}`;
    if (mark === this.#othersMark) return;
    const place = { workspaceId, sha256: null };
    for (const baseline of await store.listBaselines().catch((error: unknown) => this.#skip(error)))
      await putBaselineDocument(this.#database, place, baseline);
    for (const { name, isWritten } of await this.#evaluations.list()) {
      const head = isWritten ? await describeEvaluationPage((await this.#evaluations.text(name)) ?? "") : null;
      if (head !== null) await putEvaluationDocument(this.#database, { ...place, id: name }, head);
    }
    this.#othersMark = mark;
  }

  #skip(error: unknown): [] {
    this.#warnOnce(`baselines: ${errorMessage(error)}`);
    return [];
  }

  /** By report: changes when anything in its folder is replaced, when a run is scored, or when nobody writes it any more. */
  async #readMarks(): Promise<Map<string, string>> {
    const { configDir } = this.#index;
    const folder = reportsFolder(configDir);
    const entries = await readdir(folder, { withFileTypes: true }).catch(() => []); // The folder does not exist yet.
    const scored = await readMark(joinInside(axisFolder(configDir), "runs.ndjson"));
    const marks = new Map<string, string>();
    for (const entry of entries) {
      const id = entry.name;
      if (!entry.isDirectory() || nameProblem(id) !== null) continue;
      const written = await readMark(joinInside(folder, id));
      const isOpen = this.#unfinished.has(id);
      marks.set(id, isOpen ? `${written} ${scored} ${await hasWriter(configDir, id)}` : written);
    }
    return marks;
  }

  async #readReports(ids: readonly string[]) {
    const reports: ReportListing[] = [];
    const unreadable: { reportId: string; why: string }[] = [];
    for (const reportId of ids)
      try {
        const report = await this.#index.store.readReportHead(reportId);
        reports.push({ reportId, timestamp: report.timestamp, state: report.state, report });
        if (report.state === "running") this.#unfinished.add(reportId);
        else this.#unfinished.delete(reportId);
      } catch (error) {
        unreadable.push({ reportId, why: errorMessage(error) });
      }
    return { reports, unreadable };
  }

  /** A report that says it is running, but that no process writes, was interrupted. */
  async #describe(report: Report): Promise<ReportHead> {
    const isInterrupted = report.state === "running" && !(await hasWriter(this.#index.configDir, report.reportId));
    return describeReportHead(isInterrupted ? { ...report, state: "aborted" } : report);
  }
}

async function hasWriter(configDir: string, id: string): Promise<boolean> {
  return await isLocked(reportFolder(configDir, id)).catch(() => false); // Deleted in the meantime.
}

async function readMark(path: string): Promise<string> {
  return await stat(path).then(
    ({ mtimeMs, size }) => `${mtimeMs} ${size}`,
    () => "none",
  );
}
