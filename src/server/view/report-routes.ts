/** Routes of one report, and of two that are compared: the page, its index, runs in parts, artifacts, and change notifications. */
import type { Context, Hono } from "hono";
import type { VerdictSettings } from "../../core/report/verdict.ts";
import type { PageIndex } from "../../report/html/page-index.ts";
import { reportsFolder } from "../../store/paths.ts";
import type { AppEnv } from "../route-deps.ts";
import { streamChanges } from "./change-events.ts";
import { ChangeWatch } from "./change-watch.ts";
import { ComparedReports } from "./compared-reports.ts";
import type { OpenedReport, OpenedReports } from "./opened-reports.ts";
import { type LivePages, sendPage } from "./served-page.ts";
import type { ViewedReport } from "./viewed-report.ts";
import { respondNotFound } from "./view-guards.ts";

/** What both kinds of pages ask for. */
interface Viewed extends Pick<ViewedReport, "run" | "artifact" | "patch"> {
  index(): Promise<PageIndex>;
}

interface OpenedView {
  readonly report: Viewed;
  readonly watch: ChangeWatch;
}

/** Undefined if an address names something that does not exist. */
type FindView = (c: Context<AppEnv>) => Promise<OpenedView | undefined>;

export function addReportRoutes(app: Hono<AppEnv>, reports: OpenedReports, pages: LivePages): void {
  const find = (c: Context<AppEnv>): Promise<OpenedReport | undefined> => reports.find(c.req.param("id") ?? "");
  addViewRoutes(app, "/reports/:id", { find, pages });
  app.get("/reports/:id/work", async (c) => {
    const found = await find(c);
    return found === undefined ? respondNotFound(c) : c.json((await found.report.work()) as never);
  });
  app.get("/reports/:id/runs/:run/live", async (c) => {
    const found = await find(c);
    const part = await found?.report.live(c.req.param("run"), parseOffset(c.req.query("from")));
    // A run that ended in the meantime is not the client's mistake.
    return found === undefined ? respondNotFound(c) : c.json((part ?? null) as never);
  });
}

interface CompareDeps {
  readonly pages: LivePages;
  readonly configDir: string;
  readonly readVerdict: () => Promise<VerdictSettings>;
}

const lookEveryMs = 2_000;

/** `/compare/<before>/<after>/` */
export function addCompareRoutes(
  app: Hono<AppEnv>,
  reports: OpenedReports,
  { pages, configDir, readVerdict }: CompareDeps,
): void {
  const find: FindView = async (c) => {
    const before = await reports.find(c.req.param("before") ?? "");
    const after = await reports.find(c.req.param("after") ?? "");
    if (before === undefined || after === undefined) return undefined;
    const report = new ComparedReports(before.report, after.report, readVerdict);
    const watched = { version: () => report.version(), folder: reportsFolder(configDir), lookEveryMs };
    return { report, watch: new ChangeWatch(watched) };
  };
  addViewRoutes(app, "/compare/:before/:after", { find, pages });
}

interface ViewRouteDeps {
  readonly find: FindView;
  readonly pages: LivePages;
}

function addViewRoutes(app: Hono<AppEnv>, base: string, { find, pages: { open, page } }: ViewRouteDeps): void {
  app.get(base, async (c) => {
    return (await find(c)) === undefined ? respondNotFound(c) : c.redirect(`${c.req.path}/`);
  });
  app.get(`${base}/`, async (c) => {
    // For an unknown report, the page itself says so and links to the others.
    return sendPage(c, page, (await find(c)) === undefined ? 404 : 200);
  });
  app.get(`${base}/index`, async (c) => {
    const found = await find(c);
    return found === undefined ? respondNotFound(c) : c.json((await found.report.index()) as never);
  });
  app.get(`${base}/events`, async (c) => {
    const found = await find(c);
    return found === undefined ? respondNotFound(c) : await streamChanges(c, found.watch, open);
  });
  app.get(`${base}/runs/:run/page`, async (c) => {
    const found = await find(c);
    const run = await found?.report.run(c.req.param("run") ?? "");
    return run === undefined ? respondNotFound(c) : c.json(run.block as never);
  });
  app.get(`${base}/runs/:run/page/:part`, async (c) => {
    const found = await find(c);
    const run = await found?.report.run(c.req.param("run") ?? "");
    const rows = await run?.rows(c.req.param("part") ?? "");
    return rows === undefined ? respondNotFound(c) : c.json(rows as never);
  });
  app.get(`${base}/runs/:run/artifacts/:path{[^]+}`, async (c) => {
    const found = await find(c);
    return sendBytes(c, await found?.report.artifact(c.req.param("run") ?? "", c.req.param("path") ?? ""));
  });
  app.get(`${base}/runs/:run/patch`, async (c) => {
    const found = await find(c);
    return sendBytes(c, await found?.report.patch(c.req.param("run") ?? ""));
  });
}

function sendBytes(c: Context<AppEnv>, bytes: ReadableStream<Uint8Array> | undefined): Response {
  if (bytes === undefined) return respondNotFound(c);
  c.header("Content-Type", "application/octet-stream");
  c.header("Content-Disposition", "attachment");
  return c.body(bytes, 200);
}

/** A byte offset; 0 if the text is not a number. */
function parseOffset(text: string | undefined): number {
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : 0;
}
