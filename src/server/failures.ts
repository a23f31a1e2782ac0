/** Turns any error into a response that reveals no more than the client should know. */
import { AxisError, type ErrorCode } from "../core/error.ts";
import { BadCursor } from "../store/sql/page.ts";
import { isTransient } from "../store/sql/retry.ts";
import { ApiProblem, type ProblemCode } from "./problem.ts";
import type { ApiContext, RouteDeps } from "./route-deps.ts";

/** Errors from other rooms that have a matching API code. */
const problemCodeByError: Partial<Record<ErrorCode, ProblemCode>> = {
  "workspace-missing": "workspace-not-found",
  "token-missing": "token-not-found",
  "report-missing": "report-not-found",
  // The stored name points outside its folder, through a link or otherwise, so there is no file to send.
  "path-outside": "artifact-not-found",
  "store-unavailable": "store-unavailable",
};

/** Responds to an error, and reports bugs to the operator. */
export function respondToFailure(error: unknown, c: ApiContext, deps: RouteDeps): Response {
  const problem = toProblem(error);
  if (problem.code === "internal") deps.onDefect?.(error, c.get("requestId"));
  if (problem.code === "store-unavailable") deps.meters.countStoreFailure();
  return respondWithProblem(problem, c);
}

export function respondWithProblem({ code, message, hint, headers, status }: ApiProblem, c: ApiContext): Response {
  for (const [name, value] of Object.entries(headers)) c.header(name, value);
  const told = hint === undefined || status === 401 || status === 403 ? {} : { hint };
  return c.json({ error: { code, message, ...told }, request_id: c.get("requestId") }, status);
}

function toProblem(error: unknown): ApiProblem {
  if (error instanceof ApiProblem) return error;
  if (error instanceof BadCursor) return new ApiProblem("bad-cursor", error.message);
  if (isTransient(error)) return new ApiProblem("store-unavailable", "The store is not responding", { cause: error });
  const code = error instanceof AxisError ? problemCodeByError[error.code] : undefined;
  if (code === "store-unavailable") return new ApiProblem(code, "The store is not responding", { cause: error });
  if (code !== undefined) return new ApiProblem(code, notFoundMessages[code] ?? "Not found");
  return new ApiProblem("internal", "Internal server error", { cause: error });
}

const notFoundMessages: Partial<Record<ProblemCode, string>> = {
  "workspace-not-found": "Workspace not found",
  "token-not-found": "Token not found",
  "report-not-found": "Report not found",
  "artifact-not-found": "Artifact not found",
};
