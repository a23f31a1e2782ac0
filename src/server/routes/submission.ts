/** Asking for runs, and calling them off. What may be executed is decided by the project, never by the request. */
import { createRoute, z } from "@hono/zod-openapi";
import { RunId, WorkspaceSlug } from "../../core/names/ids.ts";
import { cancelRun } from "../../store/sql/runs/runs.ts";
import { answers, RunParams } from "../answers/shared.ts";
import type { Submission, Submit } from "../deps.ts";
import { guarded, needs } from "../guarded.ts";
import { ApiProblem } from "../problem.ts";
import { seenRun, seenWorkspace } from "../scope.ts";
import { traceOf } from "../trace-context.ts";
import type { Api, ApiContext, World } from "../world.ts";

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
  summary: "Queue runs of a scenario of the project with one of its agents",
  ...needs("write"),
  request: { body: { required: true, content: { "application/json": { schema: SubmissionBody } } } },
  responses: answers(202, z.strictObject({ data: z.array(QueuedRun) }), "The runs are queued"),
});

const cancelRoute = createRoute({
  method: "post",
  path: "/v1/runs/{id}/cancel",
  summary: "Cancel a run: at once while it is queued, else as soon as its worker hears of it",
  ...needs("write"),
  request: { params: RunParams },
  responses: answers(
    202,
    z.strictObject({ id: RunId, status: z.enum(["cancelled", "cancelling"]) }),
    "It is cancelled, or will be",
  ),
});

/** Why runs were not queued, in words. */
const refusals = {
  "unknown-scenario": "The workspace has no scenario of that key",
  "unknown-agent": "The workspace has no agent of that name",
  "agent-not-served": "No live worker has that agent",
  "project-invalid": "The project cannot be planned as it lies there; whoever runs the server sees why",
} as const;

export function addSubmission(app: Api, world: World): void {
  const { submit } = world.deps;
  if (submit !== undefined)
    app.openapi(guarded(submitRoute, world), async (c) => {
      const submission = await submissionOf(c, world, c.req.valid("json"));
      const runs = await queued(submit, submission);
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
  app.openapi(guarded(cancelRoute, world), async (c) => {
    const { id } = await seenRun(c, world, c.req.valid("param").id);
    const state = await cancelRun(world.database, id);
    if (state === "finished") throw new ApiProblem("already-finished", "The run is finished");
    return c.json({ id, status: state === "requested" ? ("cancelling" as const) : ("cancelled" as const) }, 202);
  });
}

async function submissionOf(c: ApiContext, world: World, body: z.infer<typeof SubmissionBody>): Promise<Submission> {
  const { id, slug } = await seenWorkspace(c, world, body.workspace);
  return {
    ...body,
    workspace: { id, slug },
    model: body.model ?? null,
    traceContext: traceOf(c),
  };
}

async function queued(submit: Submit, submission: Submission) {
  const answer = await submit(submission);
  if (answer.status === "queued") return answer.runs;
  throw new ApiProblem(answer.status, refusals[answer.status]);
}
