/** Routes to submit and cancel runs. The project decides what may be executed, never the request. */
import { createRoute, z } from "@hono/zod-openapi";
import { RunId, WorkspaceSlug } from "../../core/names/ids.ts";
import { cancelRun } from "../../store/sql/runs/runs.ts";
import { jsonResponses, RunParams } from "../answers/shared.ts";
import type { Submission, Submit } from "../../core/run/submission.ts";
import { guardRoute, securityFor } from "../guard-route.ts";
import { ApiProblem, type ProblemCode } from "../problem.ts";
import { requireVisibleRun, requireVisibleWorkspace } from "../scope.ts";
import { readTraceContext } from "../trace-context.ts";
import type { Api, ApiContext, RouteDeps } from "../route-deps.ts";

const SubmissionBody = z
  .strictObject({
    workspace: WorkspaceSlug,
    scenario: z.string().min(1).max(500),
    agent: z.string().min(1).max(200),
    model: z.string().min(1).max(200).optional(),
    trials: z.number().int().min(1).max(50).default(1),
    priority: z.number().int().min(-100).max(100).default(0),
  })
  .openapi("Submission");

const QueuedRun = z.strictObject({
  id: RunId,
  status: z.literal("queued"),
  scenario: z.string(),
  agent: z.string(),
  trial: z.number().int(),
});

const submitRoute = createRoute({
  method: "post",
  path: "/v1/runs",
  summary: "Queue runs of one of the project's scenarios with one of its agents",
  ...securityFor("write"),
  request: { body: { required: true, content: { "application/json": { schema: SubmissionBody } } } },
  responses: jsonResponses(202, z.strictObject({ data: z.array(QueuedRun) }), "The runs are queued"),
});

const cancelRoute = createRoute({
  method: "post",
  path: "/v1/runs/{id}/cancel",
  summary: "Cancel a run: at once while it is queued, otherwise as soon as its worker is notified",
  ...securityFor("write"),
  request: { params: RunParams },
  responses: jsonResponses(
    202,
    z.strictObject({ id: RunId, status: z.enum(["cancelled", "cancelling"]) }),
    "The run is cancelled, or will be",
  ),
});

/** Why runs could not be queued, and what to do. */
export const submissionRefusals = {
  "unknown-scenario": [
    "The workspace has no scenario with that key",
    "Add it to the project, or push the project again with: axis push",
  ],
  "unknown-agent": ["The workspace has no agent with that name", "Add it to the agents of the project's config"],
  "agent-not-served": ["No live worker serves that agent", "Start one on a machine that has the agent: axis worker"],
  "project-invalid": [
    "The project cannot be planned in its current state; the server's output says why",
    "See the same message with: axis run --dry-run",
  ],
} as const satisfies Partial<Record<ProblemCode, readonly [message: string, hint: string]>>;

export function addSubmission(app: Api, deps: RouteDeps): void {
  const { submit } = deps;
  if (submit !== undefined)
    app.openapi(guardRoute(submitRoute, deps), async (c) => {
      const submission = await toSubmission(c, deps, c.req.valid("json"));
      const runs = await queueSubmission(submit, submission);
      const [only] = runs;
      if (only !== undefined && runs.length === 1) c.header("Location", `/v1/runs/${only.id}`);
      const data = runs.map(({ id, scenario, agent, trial }) => ({
        id,
        status: "queued" as const,
        scenario,
        agent,
        trial,
      }));
      return c.json({ data }, 202);
    });
  app.openapi(guardRoute(cancelRoute, deps), async (c) => {
    const { id } = await requireVisibleRun(c, deps, c.req.valid("param").id);
    const state = await cancelRun(deps.database, id);
    if (state === "finished") throw new ApiProblem("already-finished", "The run is already finished");
    return c.json({ id, status: state === "requested" ? ("cancelling" as const) : ("cancelled" as const) }, 202);
  });
}

async function toSubmission(c: ApiContext, deps: RouteDeps, body: z.infer<typeof SubmissionBody>): Promise<Submission> {
  const { id, slug } = await requireVisibleWorkspace(c, deps, body.workspace);
  return {
    ...body,
    workspace: { id, slug },
    model: body.model ?? null,
    traceContext: readTraceContext(c),
  };
}

async function queueSubmission(submit: Submit, submission: Submission) {
  const answer = await submit(submission);
  if (answer.status === "queued") return answer.runs;
  const [message, hint] = submissionRefusals[answer.status];
  throw new ApiProblem(answer.status, message, { hint });
}
