/** The HTTP API: guards in order, then the routes, then the response for requests that match no route. */
import { OpenAPIHono } from "@hono/zod-openapi";
import type { z } from "zod";
import type { Bindings, ServerDeps } from "./deps.ts";
import { respondToFailure, respondWithProblem } from "./failures.ts";
import { allowListedOrigins } from "./guards/cors.ts";
import { admit, observe } from "./guards/every-request.ts";
import type { ServerLimits } from "./limits.ts";
import { openApiDocument } from "./openapi.ts";
import { ApiProblem, type ProblemCode } from "./problem.ts";
import { addActivity } from "./routes/activity.ts";
import { addAgents } from "./routes/agents.ts";
import { addArtifacts } from "./routes/artifacts.ts";
import { addBaselines } from "./routes/baselines.ts";
import { addBatch } from "./routes/batch.ts";
import { addBundle } from "./routes/bundle.ts";
import { addCompare } from "./routes/compare.ts";
import { addComparison } from "./routes/comparison.ts";
import { addCompetitions } from "./routes/competitions.ts";
import { addContestSubmission } from "./routes/contest-submission.ts";
import { addDashboard } from "./routes/dashboard.ts";
import { addDetail } from "./routes/detail.ts";
import { addEvaluations } from "./routes/evaluations.ts";
import { addEventRoutes } from "./routes/events.ts";
import { addFixes } from "./routes/fixes.ts";
import { addHealth } from "./routes/health.ts";
import { addLogs } from "./routes/logs.ts";
import { addMetricCatalogue } from "./routes/metric-catalogue.ts";
import { addOverview } from "./routes/overview.ts";
import { addPage } from "./routes/page.ts";
import { addPatch } from "./routes/patch.ts";
import { addReportIntake } from "./routes/report-intake.ts";
import { addReports } from "./routes/reports.ts";
import { addReview } from "./routes/review.ts";
import { addRun } from "./routes/run.ts";
import { addRuns } from "./routes/runs.ts";
import { addScenarios } from "./routes/scenarios.ts";
import { addSession } from "./routes/session.ts";
import { addSubmission } from "./routes/submission.ts";
import { addTokens } from "./routes/tokens.ts";
import { addTranscript } from "./routes/transcript.ts";
import { addViews } from "./routes/views.ts";
import { addWorkers } from "./routes/workers.ts";
import { addWorkspaces } from "./routes/workspaces.ts";
import { type Api, createRouteDeps, type RouteDeps } from "./route-deps.ts";

const routeGroups = [
  addHealth,
  addSession,
  addActivity,
  addRuns,
  // Must come before the routes of a single run, whose pattern would match "batch" as an id.
  addBatch,
  addSubmission,
  addRun,
  addDetail,
  addTranscript,
  addArtifacts,
  addPatch,
  addLogs,
  addPage,
  addCompare,
  addAgents,
  addScenarios,
  addWorkspaces,
  addBundle,
  addViews,
  addReports,
  addReportIntake,
  addCompetitions,
  addContestSubmission,
  addComparison,
  addOverview,
  addFixes,
  addBaselines,
  addEvaluations,
  addReview,
  addMetricCatalogue,
  addEventRoutes,
  addTokens,
  addWorkers,
  addDashboard,
] as const;

/** Answers requests as every web framework's app does: mount `fetch`, or call `request`. */
interface WebApp {
  fetch(request: Request, bindings?: Bindings): Response | Promise<Response>;
  request(address: string | URL | Request, init?: RequestInit, bindings?: Bindings): Response | Promise<Response>;
}

/** A server without a socket. Disposing it ends its streams. */
export interface ServerApp extends AsyncDisposable {
  readonly app: WebApp;
  /** @internal */
  readonly deps: RouteDeps;
  readonly limits: ServerLimits;
}

export function createApp(serverDeps: ServerDeps): ServerApp {
  const deps = createRouteDeps(serverDeps);
  const app: Api = new OpenAPIHono({
    defaultHook: (result) => {
      if (!result.success) throw toInputProblem(result.error, result.target);
    },
  });
  app.onError((error, c) => respondToFailure(error, c, deps));
  app.use("*", observe(deps), admit(deps), allowListedOrigins(deps));
  for (const add of routeGroups) add(app, deps);
  addDescription(app);
  app.notFound((c) => {
    const allowed = allowedMethods(app, c.req.path);
    return respondWithProblem(allowed === "" ? notFoundProblem() : methodNotAllowedProblem(allowed), c);
  });
  return { app, deps, limits: deps.limits, [Symbol.asyncDispose]: () => deps.hub[Symbol.asyncDispose]() };
}

function addDescription(app: Api): void {
  let text: string | undefined;
  app.get("/openapi.json", (c) => {
    c.set("route", "/openapi.json");
    text ??= JSON.stringify(openApiDocument(app));
    return c.body(text, 200, { "Content-Type": "application/json" });
  });
}

/** Says which field is wrong and how, without repeating the value that was sent. */
function toInputProblem(error: z.ZodError, target: string): ApiProblem {
  const [issue] = error.issues;
  const field = issue?.code === "unrecognized_keys" ? issue.keys.join(", ") : (issue?.path.join(".") ?? "");
  const code = chooseProblemCode(target, field);
  if (code === "bad-id") return new ApiProblem(code, "The id is not valid");
  const name = field === "" ? "The request" : field.slice(0, 200);
  return new ApiProblem(code, `${name}: ${issue?.message ?? "invalid value"}`);
}

function chooseProblemCode(target: string, field: string): ProblemCode {
  if (target === "param" && field === "id") return "bad-id";
  if (target === "query" && field === "cursor") return "bad-cursor";
  return target === "query" && ["a", "b", "run"].includes(field) ? "bad-id" : "bad-request";
}

function notFoundProblem(): ApiProblem {
  return new ApiProblem("not-found", "There is nothing at this address", {
    hint: "GET /openapi.json lists all routes",
  });
}

function methodNotAllowedProblem(allowed: string): ApiProblem {
  return new ApiProblem("method-not-allowed", "This address does not support that method", {
    headers: { Allow: allowed },
  });
}

/** The methods that the routes of a path accept; empty for an unknown path. */
function allowedMethods(app: Api, path: string): string {
  const known = app.routes.filter((route) => route.path !== "/*" && toPathPattern(route.path).test(path));
  return [...new Set(known.map(({ method }) => method))].sort().join(", ");
}

function toPathPattern(path: string): RegExp {
  const escaped = path.replaceAll(/[.+?^${}()|[\]\\]/g, "\\$&");
  return new RegExp(`^${escaped.replaceAll(/:\w+/g, "[^/]+").replaceAll("*", ".*")}$`, "s");
}
