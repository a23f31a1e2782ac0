/** Routes to submit and cancel several runs of a plan together. As for single runs, a request contains only names. */
import { createRoute, z } from "@hono/zod-openapi";
import { RunId, WorkspaceSlug } from "../../core/names/ids.ts";
import { RunStatus } from "../../core/run/run-row.ts";
import { cancelRun, findRun } from "../../store/sql/runs/runs.ts";
import { jsonResponses } from "../answers/shared.ts";
import type { Batch, SubmitBatch } from "../../core/run/submission.ts";
import { guardRoute, securityFor } from "../guard-route.ts";
import { ApiProblem } from "../problem.ts";
import { callerWorkspaceId, requireVisibleWorkspace } from "../scope.ts";
import { readTraceContext } from "../trace-context.ts";
import type { Api, ApiContext, RouteDeps } from "../route-deps.ts";

const maxBatchRuns = 200;

const BatchBody = z
  .strictObject({
    workspace: WorkspaceSlug,
    bundle: z.string().regex(/^[0-9a-f]{64}$/, "expected the SHA-256 of a bundle, as hex"),
    runs: z
      .array(
        z.strictObject({
          id: RunId,
          report: z.string().min(1).max(200),
          scenario: z.string().min(1).max(500),
          agent: z.string().min(1).max(200),
          trial: z.number().int().min(1).max(1_000),
        }),
      )
      .min(1)
      .max(maxBatchRuns),
  })
  .openapi("Batch");

const BatchAnswer = z.strictObject({
  data: z.array(
    z.strictObject({
      id: RunId,
      status: RunStatus,
      scenario: z.string(),
      agent: z.string(),
      trial: z.number().int(),
    }),
  ),
  unserved: z.array(z.string()).openapi({ description: "Agents that no live worker serves; their runs wait for one" }),
});

const submitRoute = createRoute({
  method: "post",
  path: "/v1/runs/batch",
  summary: "Queue runs of one bundle under ids you choose; sending the same ids again queues nothing new",
  ...securityFor("write"),
  request: { body: { required: true, content: { "application/json": { schema: BatchBody } } } },
  responses: jsonResponses(202, BatchAnswer, "All runs are queued, or already were"),
});

const cancelRoute = createRoute({
  method: "post",
  path: "/v1/runs/batch/cancel",
  summary: "Cancel runs: queued ones at once, others as soon as their worker is notified",
  ...securityFor("write"),
  request: {
    body: {
      required: true,
      content: {
        "application/json": {
          schema: z.strictObject({ ids: z.array(RunId).min(1).max(maxBatchRuns) }).openapi("BatchCancel"),
        },
      },
    },
  },
  responses: jsonResponses(
    202,
    z.strictObject({
      data: z.array(z.strictObject({ id: RunId, status: z.enum(["cancelled", "cancelling", "finished", "missing"]) })),
    }),
    "The status of each run, in the order of the request",
  ),
});

/** Messages for batches that could not be queued. */
const batchRefusals = {
  "unknown-bundle": "The workspace has no bundle with that hash",
  "unknown-scenario": "The bundle has no scenario with that key",
  "unknown-agent": "The bundle has no agent with that name for that scenario",
  "run-exists": "A different run with that id already exists",
} as const;

export function addBatch(app: Api, deps: RouteDeps): void {
  const { submitBatch } = deps;
  if (submitBatch !== undefined)
    app.openapi(guardRoute(submitRoute, deps), async (c) => {
      const { runs, unserved } = await queueBatch(submitBatch, await toBatch(c, deps, c.req.valid("json")));
      const data = runs.map(({ id, status, scenario, agent, trial }) => ({ id, status, scenario, agent, trial }));
      return c.json({ data, unserved: [...unserved] }, 202);
    });
  app.openapi(guardRoute(cancelRoute, deps), async (c) => {
    const data = [];
    for (const id of c.req.valid("json").ids) data.push({ id, status: await cancelOne(c, deps, id) });
    return c.json({ data }, 202);
  });
}

async function toBatch(c: ApiContext, deps: RouteDeps, { workspace, bundle, runs }: z.infer<typeof BatchBody>) {
  const { id, slug } = await requireVisibleWorkspace(c, deps, workspace);
  return { workspace: { id, slug }, bundle, runs, traceContext: readTraceContext(c) };
}

async function queueBatch(submitBatch: SubmitBatch, batch: Batch) {
  const answer = await submitBatch(batch);
  if (answer.status === "queued") return answer;
  throw new ApiProblem(answer.status, batchRefusals[answer.status]);
}

async function cancelOne(c: ApiContext, { database }: RouteDeps, id: string) {
  if ((await findRun(database, id, callerWorkspaceId(c))) === undefined) return "missing" as const;
  const state = await cancelRun(database, id);
  return state === "requested" ? ("cancelling" as const) : state;
}
