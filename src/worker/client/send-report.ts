/** Sends the report of runs that a server queued to that server, so that it lists the report and its competition. */
import { z } from "zod";
import type { Report } from "../../core/report.ts";
import { patienceMs } from "./fetch-run.ts";
import type { ServerClient } from "./server-client.ts";

const Answer = z.object({ missing: z.number().int() });

/** Returns how many of its runs the server does not have. */
export async function sendReportToServer(client: ServerClient, workspace: string, report: Report): Promise<number> {
  const path = `v1/workspaces/${encodeURIComponent(workspace)}/reports/${encodeURIComponent(report.reportId)}`;
  return Answer.parse(await client.json({ method: "PUT", path, body: report, patienceMs })).missing;
}
