/** The route behind the dashboard's home: the last report, what changed in a week, and what is running. */
import { createRoute, z } from "@hono/zod-openapi";
import { WorkspaceSlug } from "../../core/names/ids.ts";
import { type ChangeVerdict, ChangeVerdict as ChangeWord } from "../../core/report/comparison.ts";
import { AxisError } from "../../core/error.ts";
import { readTestWord } from "../../core/report/change-verdict.ts";
import { baselineFrom } from "../../report/baseline.ts";
import { compareHeadlines } from "../../report/headline-change.ts";
import { compareReports } from "../../report/compare.ts";
import { countDocuments, listDocuments, type StoredDocument } from "../../store/sql/files/documents.ts";
import { countRuns } from "../../store/sql/views/tally.ts";
import { readHead, ReportEntry, toReportEntry } from "../answers/report.ts";
import { formatMoment, jsonResponses, Moment } from "../answers/shared.ts";
import { createRecentCache } from "../files/recent-cache.ts";
import { readStoredReport } from "../files/report-document.ts";
import { guardRoute, securityFor } from "../guard-route.ts";
import type { Api, RouteDeps } from "../route-deps.ts";
import { findSlug, requireVisibleWorkspace } from "../scope.ts";

const number = z.number().nullable();

const AgentChange = z
  .strictObject({
    agent: z.string(),
    verdict: ChangeWord,
    estimate: number,
    lower: number,
    upper: number,
  })
  .openapi("AgentChange");

const OverviewChange = z
  .strictObject({
    report_id: z.string().openapi({ description: "The earlier report" }),
    at: Moment,
    verdict: ChangeWord,
    delta: number.openapi({ description: "The change of the mean over the results that both reports have, in points" }),
    lower: number.openapi({ description: "With `upper` the 95 % interval of that change" }),
    upper: number,
    p: number,
    agents: z.array(AgentChange),
    leader_before: z.string().nullable(),
    agents_before: z.array(z.string()).openapi({ description: "The agents of the earlier report" }),
  })
  .openapi("OverviewChange");

export const OverviewAnswer = z
  .strictObject({
    last: z
      .union([ReportEntry, z.null()])
      .openapi({ description: "The newest report that has ended, rehearsals aside" }),
    change: z.union([OverviewChange, z.null()]).openapi({
      description: "Compared with the newest report at least a week before, else the oldest one of the last 30 days",
    }),
    running: z.array(ReportEntry),
    counts: z.strictObject({ reports: z.number().int(), evaluations: z.number().int(), runs: z.number().int() }),
  })
  .openapi("Overview");

const route = createRoute({
  method: "get",
  path: "/v1/overview",
  summary: "Read the last report of a workspace, its change in a week, and the reports that are running",
  ...securityFor("read"),
  request: { query: z.strictObject({ workspace: WorkspaceSlug }) },
  responses: jsonResponses(200, OverviewAnswer, "The overview"),
});

const dayMs = 86_400_000;
/** How many of the newest reports are searched. */
const maxReports = 200;

type Change = z.infer<typeof OverviewChange>;

export function addOverview(app: Api, deps: RouteDeps): void {
  const compared = createRecentCache<Change | null>(50);
  app.openapi(guardRoute(route, deps), async (c) => {
    const { id: workspaceId } = await requireVisibleWorkspace(c, deps, c.req.valid("query").workspace);
    const { database } = deps;
    const { data } = await listDocuments(database, { kind: "report", workspaceId }, { limit: maxReports });
    const ended = data.filter(isMeasured);
    const [last] = ended;
    const before = last && findEarlier(last, ended);
    const toEntry = async (row: StoredDocument) => toReportEntry(row, await findSlug(deps, row.workspace_id));
    const change =
      last === undefined || before === undefined
        ? null
        : await compared(`${workspaceId} ${last.id} ${before.id} ${JSON.stringify(last.summary)}`, () =>
            compareDocuments(deps, before, last),
          );
    const running = data.filter((row) => readHead(row)?.state === "running");
    return c.json(
      {
        last: last === undefined ? null : await toEntry(last),
        change,
        running: await Promise.all(running.map(toEntry)),
        counts: {
          reports: await countDocuments(database, { kind: "report", workspaceId }),
          evaluations: await countDocuments(database, { kind: "evaluation", workspaceId }),
          runs: await countRuns(database, workspaceId),
        },
      },
      200,
    );
  });
}

/** A finished report whose numbers measure agents. */
function isMeasured(row: StoredDocument): boolean {
  const head = readHead(row);
  return head !== null && head.state !== "running" && !head.isScripted && head.axisResult !== null;
}

/** The newest one at least a week before the last, else the oldest of the 30 days before it. */
function findEarlier(last: StoredDocument, ended: readonly StoredDocument[]): StoredDocument | undefined {
  const age = (row: StoredDocument) => last.created_at.getTime() - row.created_at.getTime();
  // Newest first. An aborted report would be compared on the results it happens to have.
  const earlier = ended.filter((row) => row.id !== last.id && age(row) > 0 && readHead(row)?.state === "complete");
  return earlier.find((row) => age(row) >= 6.5 * dayMs) ?? earlier.filter((row) => age(row) <= 30 * dayMs).at(-1);
}

/** Null if the documents cannot be compared: one was deleted, or they were scored by different formulas. */
async function compareDocuments(deps: RouteDeps, before: StoredDocument, last: StoredDocument): Promise<Change | null> {
  const [old, now] = [await readStoredReport(deps, before), await readStoredReport(deps, last)];
  if (old === null || now === null) return null;
  try {
    const { baseline } = baselineFrom(old, { name: before.id, now: old.timestamp });
    const { verdict, verdicts } = compareReports(baseline, now);
    const { estimate, lower, upper, p } = compareHeadlines(old, now);
    return {
      report_id: before.id,
      at: formatMoment(before.created_at),
      verdict,
      delta: estimate,
      lower,
      upper,
      p,
      agents: verdicts.map((each) => ({
        agent: each.agentName,
        // Words by tolerance alone prove nothing, so the test itself decides.
        verdict: readTestWord(each) satisfies ChangeVerdict,
        estimate: each.estimate,
        lower: each.lower,
        upper: each.upper,
      })),
      leader_before: readHead(before)?.agents[0]?.name ?? null,
      agents_before: (readHead(before)?.agents ?? []).map(({ name }) => name),
    };
  } catch (error) {
    if (error instanceof AxisError) return null;
    throw error;
  }
}
