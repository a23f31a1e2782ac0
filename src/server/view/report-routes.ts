/** Routes of one report: its page, the page's index, its runs in parts, its artifacts, and change notifications. */
import type { Context, Hono } from "hono";
import { stat } from "node:fs/promises";
import { systemCode } from "../../core/error.ts";
import { resolveInside } from "../../core/paths/inside.ts";
import { reportFolder, reportsFolder } from "../../store/paths.ts";
import { createRecentCache } from "../files/recent-cache.ts";
import type { AppEnv } from "../route-deps.ts";
import { streamChanges } from "./change-events.ts";
import { ChangeWatch } from "./change-watch.ts";
import { type LivePages, sendPage } from "./served-page.ts";
import { ViewedReport } from "./viewed-report.ts";
import { respondNotFound } from "./view-guards.ts";

/** Number of recent reports to keep open, so that their journals are not read again from the beginning. */
const maxOpenReports = 8;
const lookEveryMs = 1_000;

interface OpenedReport {
  readonly report: ViewedReport;
  readonly watch: ChangeWatch;
}

/** Returns how to find a report by its id; undefined if it does not exist. */
export function addReportRoutes(
  app: Hono<AppEnv>,
  configDir: string,
  { open, page }: LivePages,
): (id: string) => Promise<ViewedReport | undefined> {
  const kept = createRecentCache<OpenedReport>(maxOpenReports);

  /** Undefined if the report does not exist. */
  async function viewed(id: string): Promise<OpenedReport | undefined> {
    const folder = reportFolder(configDir, id);
    if (!(await isFolder(folder))) return undefined;
    await resolveInside(reportsFolder(configDir), id);
    return await kept(id, () => Promise.resolve(openReport(id, folder)));
  }

  app.get("/reports/:id", async (c) => {
    const id = c.req.param("id");
    return (await viewed(id)) === undefined ? respondNotFound(c) : c.redirect(`/reports/${id}/`);
  });
  app.get("/reports/:id/", async (c) => {
    // For an unknown report, the page itself says so and links to the others.
    return sendPage(c, page, (await viewed(c.req.param("id"))) === undefined ? 404 : 200);
  });
  app.get("/reports/:id/index", async (c) => {
    const found = await viewed(c.req.param("id"));
    return found === undefined ? respondNotFound(c) : c.json(await found.report.index());
  });
  app.get("/reports/:id/events", async (c) => {
    const found = await viewed(c.req.param("id"));
    return found === undefined ? respondNotFound(c) : await streamChanges(c, found.watch, open);
  });
  app.get("/reports/:id/runs/:run/page", async (c) => {
    const found = await viewed(c.req.param("id"));
    const run = await found?.report.run(c.req.param("run"));
    return run === undefined ? respondNotFound(c) : c.json(run.block);
  });
  app.get("/reports/:id/runs/:run/page/:part", async (c) => {
    const found = await viewed(c.req.param("id"));
    const run = await found?.report.run(c.req.param("run"));
    const rows = await run?.rows(c.req.param("part"));
    return rows === undefined ? respondNotFound(c) : c.json(rows as never);
  });
  app.get("/reports/:id/runs/:run/live", async (c) => {
    const found = await viewed(c.req.param("id"));
    const part = await found?.report.live(c.req.param("run"), parseOffset(c.req.query("from")));
    // A run that ended in the meantime is not the client's mistake.
    return found === undefined ? respondNotFound(c) : c.json((part ?? null) as never);
  });
  app.get("/reports/:id/runs/:run/artifacts/:path{[^]+}", async (c) => {
    const found = await viewed(c.req.param("id"));
    return sendBytes(c, await found?.report.artifact(c.req.param("run"), c.req.param("path")));
  });
  app.get("/reports/:id/runs/:run/patch", async (c) => {
    const found = await viewed(c.req.param("id"));
    return sendBytes(c, await found?.report.patch(c.req.param("run")));
  });
  return async (id) => (await viewed(id))?.report;
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

function openReport(id: string, folder: string): OpenedReport {
  const report = new ViewedReport(id, folder);
  return { report, watch: new ChangeWatch({ version: () => report.version(), folder, lookEveryMs }) };
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch (error) {
    if (systemCode(error) === "ENOENT" || systemCode(error) === "ENOTDIR") return false;
    throw error;
  }
}
