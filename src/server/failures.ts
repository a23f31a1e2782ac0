/** Turns whatever went wrong into an answer that says no more than the caller should know. */
import { AxisError, type ErrorCode } from "../core/error.ts";
import { BadCursor } from "../store/sql/page.ts";
import { isPassing } from "../store/sql/retry.ts";
import { ApiProblem, type ProblemCode } from "./problem.ts";
import type { ApiContext, World } from "./world.ts";

/** Mistakes that other rooms know by a code of their own. */
const known: Partial<Record<ErrorCode, ProblemCode>> = {
  "workspace-missing": "workspace-not-found",
  "token-missing": "token-not-found",
  "report-missing": "report-not-found",
  // A stored name that leads out of its folder, by a link or otherwise: there is nothing to send.
  "path-outside": "artifact-not-found",
  "store-unavailable": "store-unavailable",
};

/** The answer to an error; a defect is told to the operator. */
export function answerFailure(error: unknown, c: ApiContext, world: World): Response {
  const problem = problemOf(error);
  if (problem.code === "internal") world.deps.onDefect?.(error, c.get("requestId"));
  if (problem.code === "store-unavailable") world.meters.storeFailed();
  return answerProblem(problem, c);
}

/** The answer to a problem. */
export function answerProblem({ code, message, hint, headers, status }: ApiProblem, c: ApiContext): Response {
  for (const [name, value] of Object.entries(headers)) c.header(name, value);
  const told = hint === undefined || status === 401 || status === 403 ? {} : { hint };
  return c.json({ error: { code, message, ...told }, request_id: c.get("requestId") }, status);
}

function problemOf(error: unknown): ApiProblem {
  if (error instanceof ApiProblem) return error;
  if (error instanceof BadCursor) return new ApiProblem("bad-cursor", error.message);
  if (isPassing(error)) return new ApiProblem("store-unavailable", "The store does not answer", { cause: error });
  const code = error instanceof AxisError ? known[error.code] : undefined;
  if (code === "store-unavailable") return new ApiProblem(code, "The store does not answer", { cause: error });
  if (code !== undefined) return new ApiProblem(code, notFoundWords[code] ?? "There is no such thing");
  return new ApiProblem("internal", "Something went wrong here", { cause: error });
}

const notFoundWords: Partial<Record<ProblemCode, string>> = {
  "workspace-not-found": "There is no such workspace",
  "token-not-found": "There is no such token",
  "report-not-found": "There is no such report",
  "artifact-not-found": "There is no such artifact",
};
