/** Serves reports and evaluations of a project as pages, from its files alone: writes only labels, opens no database. */
import { Hono } from "hono";
import { readTemplate } from "../../report/html/template.ts";
import { axisVersion } from "../../core/version.ts";
import type { VerdictSettings } from "../../core/report/verdict.ts";
import type { ListingIndex } from "../../report/html/listing-index.ts";
import type { WorkNow } from "../../report/html/page-index.ts";
import { labelFile } from "../../store/label-file.ts";
import { reportsFolder } from "../../store/paths.ts";
import { defaultLimits } from "../limits.ts";
import type { Listenable } from "../listen.ts";
import type { AppEnv } from "../route-deps.ts";
import { streamChanges, type OpenPages } from "./change-events.ts";
import { ChangeWatch } from "./change-watch.ts";
import { EvaluationFiles } from "./evaluation-files.ts";
import { ReportList } from "./report-list.ts";
import { OpenedReports } from "./opened-reports.ts";
import { addCompareRoutes, addReportRoutes } from "./report-routes.ts";
import { createLabelToken } from "./label-guards.ts";
import { addLabelRoutes } from "./label-routes.ts";
import { createLivePage, type LivePages, sendPage, createStoredPage } from "./served-page.ts";
import { respondToError, viewGuard, respondNotFound } from "./view-guards.ts";

export interface ViewDeps {
  readonly configDir: string;
  /** The project's name. */
  readonly project: string;
  /** Reads `settings.verdict` of the project, for comparisons; default: the defaults. */
  readonly readVerdict?: () => Promise<VerdictSettings>;
  /** Who gives labels; null if that is unknown. */
  readonly person?: string | null;
  /** Labels cannot be given. */
  readonly isReadOnly?: boolean;
  readonly now?: () => Date;
  /** Reports a bug to the operator of the server. */
  readonly onDefect: (error: unknown) => void;
}

/** How often to poll the list if the file system sends no notification. */
const listEveryMs = 2_000;

/** A server without a socket. Disposing it ends the streams of all pages. */
export async function createViewApp(deps: ViewDeps): Promise<Listenable> {
  const open: OpenPages = new Set();
  const app = new Hono<AppEnv>();
  app.use("*", viewGuard);
  app.onError((error, c) => respondToError(error, c, deps.onDefect));
  app.notFound(respondNotFound);
  const { configDir, isReadOnly = false, person = null, now = () => new Date() } = deps;
  const { readVerdict = () => Promise.resolve({}) } = deps;
  const token = isReadOnly ? null : createLabelToken();
  const home = createLivePage(await readTemplate("view-home"));
  // Only the page of a report can give labels.
  const report = createLivePage(await readTemplate("view-report"), token);
  const comparison = createLivePage(await readTemplate("view-comparison"));
  const opened = new OpenedReports(configDir);
  const reports = new ReportList(configDir);
  addListing(app, { ...deps, reports }, { pages: { open, page: home }, opened });
  addEvaluations(app, configDir, await readTemplate("evaluation"));
  addReportRoutes(app, opened, { open, page: report });
  addCompareRoutes(app, opened, { pages: { open, page: comparison }, configDir, readVerdict });
  const labels = { book: labelFile(configDir), person, token, now };
  const findReport = async (id: string) => (await opened.find(id))?.report;
  addLabelRoutes(app, { labels, findReport, findNewest: () => reports.newest() });
  return {
    app,
    limits: defaultLimits,
    [Symbol.asyncDispose]: () => {
      for (const end of open) end();
      return Promise.resolve();
    },
  };
}

interface ListingDeps extends ViewDeps {
  readonly reports: ReportList;
}

interface ListingPages {
  readonly pages: LivePages;
  readonly opened: OpenedReports;
}

function addListing(
  app: Hono<AppEnv>,
  { configDir, project, reports, isReadOnly = false }: ListingDeps,
  { pages, opened }: ListingPages,
): void {
  const { open, page } = pages;
  const evaluations = new EvaluationFiles(configDir);
  const watch = new ChangeWatch({
    version: async () => `${await reports.version()}\n${await evaluations.version()}`,
    folder: reportsFolder(configDir),
    lookEveryMs: listEveryMs,
  });
  app.get("/", (c) => sendPage(c, page));
  app.get("/index", async (c) => {
    const listing = { project, ...(await reports.read()), evaluations: await evaluations.list() };
    return c.json({ axisVersion, listing, takesLabels: !isReadOnly } satisfies ListingIndex);
  });
  app.get("/work", async (c) => {
    const running = (await reports.read()).reports.filter(({ state }) => state === "going-on");
    const work: Record<string, WorkNow> = {};
    for (const { id } of running) {
      const now = await (await opened.find(id))?.report.work();
      if (now) work[id] = now;
    }
    return c.json(work as never);
  });
  app.get("/events", (c) => streamChanges(c, watch, open));
}

function addEvaluations(app: Hono<AppEnv>, configDir: string, template: string): void {
  const evaluations = new EvaluationFiles(configDir);
  app.get("/evaluations/:name/", async (c) => {
    const content = await evaluations.page(c.req.param("name"));
    return content === undefined ? respondNotFound(c) : sendPage(c, createStoredPage(template, content));
  });
}
