/** The route that says what running agents do now: the last entries of each transcript. */
import { createRoute, z } from "@hono/zod-openapi";
import { WorkspaceSlug } from "../../core/names/ids.ts";
import { listRunningWork, type RunningWork } from "../../store/sql/views/open-work.ts";
import { formatMoment, formatOptionalMoment, jsonResponses, listSchema, Moment } from "../answers/shared.ts";
import { readChunkEvents } from "../files/chunk-events.ts";
import { guardRoute, securityFor } from "../guard-route.ts";
import type { Api, RouteDeps } from "../route-deps.ts";
import { findSlug, toWorkspaceFilter } from "../scope.ts";
import { TranscriptEvent } from "./transcript.ts";

/** Enough to tell a call from its result; more is in the transcript. */
const maxEvents = 4;

export const ActivityAnswer = z
  .strictObject({
    id: z.string(),
    workspace: z.string(),
    scenario: z.string(),
    agent: z.string(),
    trial: z.number().int(),
    report_id: z.string().nullable(),
    started_at: Moment.nullable(),
    cost_micros: z.number().int().nullable().openapi({ description: "The cost so far; null if unknown" }),
    cancel_requested_at: Moment.nullable(),
    events: z.array(TranscriptEvent).openapi({
      description: `The last ${maxEvents} entries of the transcript at most, oldest first`,
    }),
    at: Moment.nullable().openapi({ description: "When the last entries were stored; null if there are none" }),
  })
  .openapi("Activity");

const route = createRoute({
  method: "get",
  path: "/v1/activity",
  summary: "Read what each running agent does now, oldest run first, at most 50",
  ...securityFor("read"),
  request: { query: z.strictObject({ workspace: WorkspaceSlug.optional() }) },
  responses: jsonResponses(200, listSchema(ActivityAnswer), "The running runs"),
});

export function addActivity(app: Api, deps: RouteDeps): void {
  app.openapi(guardRoute(route, deps), async (c) => {
    const { workspaceId } = await toWorkspaceFilter(c, deps, c.req.valid("query").workspace);
    const work = await listRunningWork(deps.database, workspaceId);
    return c.json({ data: await Promise.all(work.map((run) => toActivity(run, deps))), next_cursor: null }, 200);
  });
}

async function toActivity(run: RunningWork, deps: RouteDeps): Promise<z.infer<typeof ActivityAnswer>> {
  const events = run.chunk === null ? [] : await readChunkEvents(deps.store, run.chunk);
  return {
    id: run.id,
    workspace: await findSlug(deps, run.workspace_id),
    scenario: run.scenario_key,
    agent: run.agent,
    trial: run.trial,
    report_id: run.report_id,
    started_at: formatOptionalMoment(run.started_at),
    cost_micros: run.cost_micros,
    cancel_requested_at: formatOptionalMoment(run.cancel_requested_at),
    events: events.slice(-maxEvents),
    at: run.chunk === null ? null : formatMoment(run.chunk.stored_at),
  };
}
