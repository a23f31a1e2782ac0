/** Serves reports and evaluations of a project as pages, from its files alone: writes nothing, opens no database. */
import { Hono } from "hono";
import { readTemplate } from "../../report/html/template.ts";
import { axisVersion } from "../../core/version.ts";
import type { ListingIndex } from "../../report/html/listing-index.ts";
import { reportsFolder } from "../../store/paths.ts";
import { defaultLimits } from "../limits.ts";
import type { Listenable } from "../listen.ts";
import type { AppEnv } from "../world.ts";
import { changeEvents, type OpenPages } from "./change-events.ts";
import { ChangeWatch } from "./change-watch.ts";
import { EvaluationFiles } from "./evaluation-files.ts";
import { ListedReports } from "./listed-reports.ts";
import { addReportRoutes } from "./report-routes.ts";
import { livePage, type LivePages, sendPage, storedPage } from "./served-page.ts";
import { answerError, guard, nothingHere } from "./view-guards.ts";

export interface ViewDeps {
  readonly configDir: string;
  /** The project's name. */
  readonly project: string;
  /** Reports a bug to the operator of the server. */
  readonly onDefect: (error: unknown) => void;
}

/** How often to poll the list if the file system sends no notification. */
const listEveryMs = 2_000;

/** A server without a socket. Disposing it ends the streams of all pages. */
export async function createViewApp(deps: ViewDeps): Promise<Listenable> {
  const template = await readTemplate();
  const open: OpenPages = new Set();
  const app = new Hono<AppEnv>();
  app.use("*", guard);
  app.onError((error, c) => answerError(error, c, deps.onDefect));
  app.notFound(nothingHere);
  const page = livePage(template);
  addListing(app, deps, { open, page });
  addEvaluations(app, deps, template);
  addReportRoutes(app, deps.configDir, { open, page });
  return {
    app,
    limits: defaultLimits,
    [Symbol.asyncDispose]: () => {
      for (const end of open) end();
      return Promise.resolve();
    },
  };
}

function addListing(app: Hono<AppEnv>, { configDir, project }: ViewDeps, { open, page }: LivePages): void {
  const reports = new ListedReports(configDir);
  const evaluations = new EvaluationFiles(configDir);
  const watch = new ChangeWatch({
    version: async () => `${await reports.version()}\n${await evaluations.version()}`,
    folder: reportsFolder(configDir),
    lookEveryMs: listEveryMs,
  });
  app.get("/", (c) => sendPage(c, page));
  app.get("/index", async (c) => {
    const listing = { project, ...(await reports.read()), evaluations: await evaluations.list() };
    return c.json({ axisVersion, listing } satisfies ListingIndex);
  });
  app.get("/events", (c) => changeEvents(c, watch, open));
}

function addEvaluations(app: Hono<AppEnv>, { configDir }: ViewDeps, template: string): void {
  const evaluations = new EvaluationFiles(configDir);
  app.get("/evaluations/:name/", async (c) => {
    const content = await evaluations.page(c.req.param("name"));
    return content === undefined ? nothingHere(c) : sendPage(c, storedPage(template, content));
  });
}
