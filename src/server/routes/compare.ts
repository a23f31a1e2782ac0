/** The route that compares two runs. */
import { createRoute, z } from "@hono/zod-openapi";
import { RunId } from "../../core/names/ids.ts";
import { canonicalJson } from "../../core/json.ts";
import { findScore } from "../../store/sql/runs/scores.ts";
import { readStages } from "../../store/sql/runs/stages.ts";
import { RunDocument, toRunDocument } from "../answers/run.ts";
import { toScore } from "../answers/score.ts";
import { jsonResponses } from "../answers/shared.ts";
import type { NumberedEvent } from "../files/run-files.ts";
import { guardRoute, securityFor } from "../guard-route.ts";
import { locateFiles, requireVisibleRow, requireVisibleRun, findSlug } from "../scope.ts";
import type { Api, ApiContext, RouteDeps } from "../route-deps.ts";

const Difference = z.number().int().nullable().openapi({ description: "b minus a; null if either is unknown" });

export const ComparisonAnswer = z
  .strictObject({
    a: RunDocument,
    b: RunDocument,
    difference: z.strictObject({
      score: Difference,
      completion: Difference,
      error_rate: Difference,
      latency: Difference,
      resource_efficiency: Difference,
      axis_result: Difference,
      wall_ms: Difference,
      cost_micros: Difference,
    }),
    first_difference: z
      .number()
      .int()
      .nullable()
      .openapi({ description: "Index of the first event that differs, ignoring timestamps and ids; starts at 0" }),
    events_compared: z.number().int(),
  })
  .openapi("RunComparison");

const route = createRoute({
  method: "get",
  path: "/v1/compare",
  summary: "Compare two runs",
  ...securityFor("read"),
  request: { query: z.strictObject({ a: RunId, b: RunId }) },
  responses: jsonResponses(200, ComparisonAnswer, "Both runs and their differences"),
});

export function addCompare(app: Api, deps: RouteDeps): void {
  app.openapi(guardRoute(route, deps), async (c) => {
    const { a: idA, b: idB } = c.req.valid("query");
    const a = await readRunDocument(c, deps, idA);
    const b = await readRunDocument(c, deps, idB);
    const transcripts = await findFirstDifference(
      await createPageReader(c, deps, idA),
      await createPageReader(c, deps, idB),
    );
    return c.json({ a, b, difference: computeDifference(a, b), ...transcripts }, 200);
  });
}

type ComparedRun = z.infer<typeof RunDocument>;

async function readRunDocument(c: ApiContext, deps: RouteDeps, id: string): Promise<ComparedRun> {
  const row = await requireVisibleRow(c, deps, id);
  const found = await findScore(deps.database, id);
  const score = found === undefined || found.score === null ? null : toScore(found);
  const stages = await readStages(deps.database, { runId: id, attempt: row.attempt });
  const { files, of } = locateFiles(deps, row);
  const hasPage = await files.hasPage(of);
  return toRunDocument({ row, workspace: await findSlug(deps, row.workspace_id), stages, score, hasPage });
}

function computeDifference(a: ComparedRun, b: ComparedRun): z.infer<typeof ComparisonAnswer>["difference"] {
  const minus = (one: number | null | undefined, other: number | null | undefined) =>
    typeof one === "number" && typeof other === "number" ? other - one : null;
  const axis = (name: keyof NonNullable<ComparedRun["score"]>["axes"]) =>
    minus(a.score?.axes[name], b.score?.axes[name]);
  return {
    score: minus(a.score?.score, b.score?.score),
    completion: axis("completion"),
    error_rate: axis("error_rate"),
    latency: axis("latency"),
    resource_efficiency: axis("resource_efficiency"),
    axis_result: minus(a.axis_result, b.axis_result),
    wall_ms: minus(a.wall_ms, b.wall_ms),
    cost_micros: minus(a.cost_micros, b.cost_micros),
  };
}

/** Runs differ early or not at all, so the comparison stops here. */
const maxComparedEvents = 5_000;
const comparePageSize = 500;

/** Reads the next events; empty after the last one. */
type ReadPage = () => Promise<readonly NumberedEvent[]>;

async function createPageReader(c: ApiContext, deps: RouteDeps, id: string): Promise<ReadPage> {
  const { files, of } = locateFiles(deps, await requireVisibleRun(c, deps, id));
  let after = -1;
  return async () => {
    const events = await files.events(of, { after, limit: comparePageSize });
    if (events === "gone") return [];
    after = events.at(-1)?.index ?? after;
    return events;
  };
}

async function findFirstDifference(readA: ReadPage, readB: ReadPage) {
  let compared = 0;
  while (compared < maxComparedEvents) {
    const [a, b] = [await readA(), await readB()];
    const length = Math.max(a.length, b.length);
    for (let at = 0; at < length; at += 1, compared += 1)
      if (toComparableText(a[at]) !== toComparableText(b[at]))
        return { first_difference: compared, events_compared: compared + 1 };
    if (length < comparePageSize) break;
  }
  return { first_difference: null, events_compared: compared };
}

/** The content of an event, without its time and ids. */
function toComparableText(numbered: NumberedEvent | undefined): string {
  if (numbered === undefined) return "";
  const { event } = numbered;
  if (typeof event !== "object" || event === null) return canonicalJson(event as never);
  const { timestamp: _, id: __, parentId: ___, ...rest } = event as Record<string, unknown>;
  return canonicalJson(rest as never);
}
