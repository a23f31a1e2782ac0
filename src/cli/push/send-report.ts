/** Sends reports, evaluations and baselines of this project to the database that is configured for it, or to the server that queued their runs, where a dashboard shows them. */
import { readFile } from "node:fs/promises";
import { loadConfig } from "../../config/load-config.ts";
import { resolveWorkspaceName } from "../../config/workspace-name.ts";
import { AxisError, errorMessage } from "../../core/error.ts";
import type { StoreSettings } from "../../core/config/store-settings.ts";
import { formatCount } from "../../core/format-count.ts";
import type { Report } from "../../core/report.ts";
import { terminalLine } from "../../report/text/terminal-safe.ts";
import { reportFolder } from "../../store/paths.ts";
import type { SqlStore } from "../../store/sql/sql-store.ts";
import type { PushCounts } from "../../worker/stored/push-report.ts";
import type { CliDeps } from "../command.ts";
import { readObjectStoreSettings } from "../object-store-settings.ts";
import { readDatabaseUrl } from "../open-database.ts";
import { openStore, type Project } from "../project.ts";
import { findQueueTarget } from "../queue/queue-target.ts";

/** An open database, and the workspace of the project in it. */
interface Target extends AsyncDisposable {
  readonly store: SqlStore;
  readonly workspaceId: string;
  readonly workspace: string;
}

type SentProject = Pick<Project, "configDir" | "configFile">;

/** Undefined if no database is configured. */
async function openTarget(project: SentProject, deps: CliDeps): Promise<Target | undefined> {
  const { config } = await loadConfig(project.configFile);
  const settings: StoreSettings | undefined = config.settings?.store;
  const url = readDatabaseUrl(deps.env, settings);
  if (url === undefined) return undefined;
  const { openSqlStore } = await import("../../store/sql/open.ts");
  const { ensureWorkspace } = await import("../../store/sql/workspaces.ts");
  const { saveRetention } = await import("../../store/sql/retention/rules.ts");
  const store = await openSqlStore({
    configDir: project.configDir,
    url,
    objects: readObjectStoreSettings(deps.env, settings),
    migrations: "run",
    onWarning: (message) => deps.terminal.err(`Warning: ${message}`),
  });
  const name = await resolveWorkspaceName(config, project.configDir, deps.env);
  const { id } = await ensureWorkspace(store.database, name);
  await saveRetention(store.database, name.slug, settings?.retention);
  return { store, workspaceId: id, workspace: name.slug, [Symbol.asyncDispose]: () => store[Symbol.asyncDispose]() };
}

interface StoredReport extends PushCounts {
  readonly to: "the database";
  readonly workspace: string;
}

/** Sends a report with its runs, and the project's baselines. Undefined if no database is configured. */
async function storeReport(project: SentProject, report: Report, deps: CliDeps): Promise<StoredReport | undefined> {
  await using target = await openTarget(project, deps);
  if (target === undefined) return undefined;
  const { pushBaseline, pushReport } = await import("../../worker/stored/push-report.ts");
  const { readScoringMoments } = await import("../../store/sql/intake/scoring-moments.ts");
  const { configDir } = project;
  const { store, workspaceId, workspace } = target;
  const files = openStore(deps, configDir);
  const counts = await pushReport(store, {
    workspaceId,
    report,
    folder: reportFolder(configDir, report.reportId),
    readDetail: (file) => files.readDetail(report.reportId, file),
    moments: await readScoringMoments(configDir),
  });
  for (const baseline of await files.listBaselines()) await pushBaseline(store, workspaceId, baseline);
  return { to: "the database", ...counts, workspace };
}

interface ServedReport {
  /** The server, which has the runs that it queued. */
  readonly to: URL;
  readonly workspace: string;
  /** Runs of the report that the server does not have. */
  readonly missing: number;
}

export type SentReport = StoredReport | ServedReport;

/** Sends a report to where its runs were queued: to the database, or without its runs to a server. Undefined if neither is configured. */
export async function sendReport(project: SentProject, report: Report, deps: CliDeps): Promise<SentReport | undefined> {
  const { config } = await loadConfig(project.configFile);
  const target = findQueueTarget(deps.env, config.settings?.store);
  if (target?.kind !== "server") return await storeReport(project, report, deps);
  const { ServerClient } = await import("../../worker/client/server-client.ts");
  const { sendReportToServer } = await import("../../worker/client/send-report.ts");
  const { slug: workspace } = await resolveWorkspaceName(config, project.configDir, deps.env);
  const missing = await sendReportToServer(new ServerClient(target.address), workspace, report);
  return { to: target.address.base, workspace, missing };
}

interface FinishedReport {
  readonly report: Report;
  /** With --queue, the report follows its runs; without, only a database can take it. */
  readonly queue?: true | undefined;
}

/** The same at the end of a run: what cannot be reached is a warning with the command to repeat it. */
export async function sendFinishedReport(
  project: SentProject,
  { report, queue }: FinishedReport,
  deps: CliDeps,
): Promise<void> {
  const { err } = deps.terminal;
  try {
    const sent = await (queue ? sendReport : storeReport)(project, report, deps);
    if (sent === undefined) return;
    const { to, workspace } = sent;
    err(`Sent to ${to instanceof URL ? to.origin : to}: workspace ${workspace}`);
    if ("missing" in sent && sent.missing > 0)
      err(`Warning: ${formatCount(sent.missing, "run")} of the report took place elsewhere and cannot be opened there`);
  } catch (error) {
    err(`Warning: The report was not sent (${terminalLine(errorMessage(error))})`);
    err(`Send it with: axis push ${report.reportId}`);
  }
}

export interface KeptEvaluation {
  /** The name it is kept under. */
  readonly id: string;
  /** The file of its page. */
  readonly file: string;
}

/** Sends the page of an evaluation; the workspace it is in, or undefined if no database is configured. */
export async function sendEvaluation(
  project: SentProject,
  { id, file }: KeptEvaluation,
  deps: CliDeps,
): Promise<string | undefined> {
  await using target = await openTarget(project, deps);
  if (target === undefined) return undefined;
  const { describeEvaluationPage } = await import("../../report/html/page-blocks.ts");
  const { pushEvaluation } = await import("../../worker/stored/push-report.ts");
  const page = await readKeptPage(id, file);
  const head = await describeEvaluationPage(page);
  if (head === null) throw new AxisError("report-unreadable", `${file} is not the page of an evaluation`);
  await pushEvaluation(target.store, { workspaceId: target.workspaceId, id, page }, head);
  return target.workspace;
}

async function readKeptPage(id: string, file: string): Promise<string> {
  try {
    return await readFile(file, "utf8");
  } catch (cause) {
    throw new AxisError("report-missing", `There is no kept evaluation "${id}"`, {
      hint: "Keep one with: axis eval ... --keep <name>",
      cause,
    });
  }
}

/** The same at the end of an evaluation: a database that cannot be reached is a warning. */
export async function sendFinishedEvaluation(project: SentProject, kept: KeptEvaluation, deps: CliDeps): Promise<void> {
  try {
    const workspace = await sendEvaluation(project, kept, deps);
    if (workspace !== undefined) deps.terminal.err(`Sent to the database: workspace ${workspace}`);
  } catch (error) {
    deps.terminal.err(`Warning: The evaluation was not sent to the database (${terminalLine(errorMessage(error))})`);
    deps.terminal.err(`Send it with: axis push --evaluation ${kept.id}`);
  }
}
