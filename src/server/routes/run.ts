/** Routes for one run: the run in full, its score, its scorecard. */
import { createRoute } from "@hono/zod-openapi";
import { RunScorecard } from "../../core/run/run-scorecard.ts";
import { findScore, findScorecard } from "../../store/sql/runs/scores.ts";
import { readStages } from "../../store/sql/runs/stages.ts";
import { RunDocument, toRunDocument } from "../answers/run.ts";
import { ScoreAnswer, toScore } from "../answers/score.ts";
import { jsonResponses, ProblemAnswer, RunParams } from "../answers/shared.ts";
import { guardRoute, securityFor } from "../guard-route.ts";
import { ApiProblem } from "../problem.ts";
import {
  locateFiles,
  callerWorkspaceId,
  runNotFoundProblem,
  requireVisibleRow,
  requireVisibleRun,
  findSlug,
} from "../scope.ts";
import type { Api, ApiContext, RouteDeps } from "../route-deps.ts";

const one = createRoute({
  method: "get",
  path: "/v1/runs/{id}",
  summary: "Read a run with its stages, its AXIS Result, its scorecard and links to the rest",
  ...securityFor("read"),
  request: { params: RunParams },
  responses: jsonResponses(200, RunDocument, "The run"),
});

const score = createRoute({
  method: "get",
  path: "/v1/runs/{id}/score",
  summary: "Read the scorecard of a run in short; all its fields are null until it is scored",
  ...securityFor("read"),
  request: { params: RunParams },
  responses: {
    ...jsonResponses(200, ScoreAnswer, "The scorecard in short"),
    304: { description: "Unchanged; your copy is current" },
  },
});

const scorecard = createRoute({
  method: "get",
  path: "/v1/runs/{id}/scorecard",
  summary: "Read the full scorecard, with every input",
  ...securityFor("read"),
  request: { params: RunParams },
  responses: {
    ...jsonResponses(200, RunScorecard, "The scorecard"),
    304: { description: "Unchanged; your copy is current" },
    404: {
      description: "The run does not exist or has no scorecard yet",
      content: { "application/json": { schema: ProblemAnswer } },
    },
  },
});

export function addRun(app: Api, deps: RouteDeps): void {
  const { database } = deps;
  app.openapi(guardRoute(one, deps), async (c) => {
    const row = await requireVisibleRow(c, deps, c.req.valid("param").id);
    const stages = await readStages(database, { runId: row.id, attempt: row.attempt });
    const found = await findScore(database, row.id);
    const scored = found === undefined || found.score === null ? null : toScore(found);
    const workspace = await findSlug(deps, row.workspace_id);
    const { files, of } = locateFiles(deps, row);
    const hasPage = await files.hasPage(of);
    return c.json(toRunDocument({ row, workspace, stages, score: scored, hasPage }), 200);
  });

  app.openapi(guardRoute(score, deps), async (c) => {
    const found = await findScore(database, c.req.valid("param").id, callerWorkspaceId(c));
    if (found === undefined) throw runNotFoundProblem();
    if (found.score !== null && matchesEtag(c, "score", found.run_id)) return c.body(null, 304);
    return c.json(toScore(found), 200);
  });

  app.openapi(guardRoute(scorecard, deps), async (c) => {
    const { id } = await requireVisibleRun(c, deps, c.req.valid("param").id);
    const card = await findScorecard(database, id);
    if (card === undefined) throw new ApiProblem("score-not-found", "The run has no scorecard yet");
    if (matchesEtag(c, "card", id)) return c.body(null, 304);
    return c.json(card, 200);
  });
}

/** Sets the ETag and compares it. A score never changes, so the tag is a fixed name; clients revalidate before use. */
function matchesEtag(c: ApiContext, what: "score" | "card", runId: string): boolean {
  const tag = `"${what}-${runId}"`;
  c.header("ETag", tag);
  c.header("Cache-Control", "private, no-cache");
  const known = c.req.header("if-none-match");
  return known !== undefined && known.split(",").some((each) => each.trim().replace(/^W\//, "") === tag);
}
