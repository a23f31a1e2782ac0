/** Routes to start and cancel competitions in the server's own project. */
import { createRoute, z } from "@hono/zod-openapi";
import { CompetitionId, WorkspaceSlug } from "../../core/names/ids.ts";
import { CompetitionRank } from "../../core/report/competition.ts";
import type { ContestSubmission, SubmitContest } from "../../core/run/submission.ts";
import { cancelCompetition, findCompetitionRow } from "../../store/sql/competitions.ts";
import { jsonResponses } from "../answers/shared.ts";
import { guardRoute, securityFor } from "../guard-route.ts";
import { ApiProblem } from "../problem.ts";
import type { Api, ApiContext, RouteDeps } from "../route-deps.ts";
import { callerWorkspaceId, requireVisibleWorkspace } from "../scope.ts";
import { readTraceContext } from "../trace-context.ts";
import { competitionNotFoundProblem } from "./competitions.ts";
import { submissionRefusals } from "./submission.ts";

const names = (longest: number) => z.array(z.string().min(1).max(longest)).min(1).max(200);

const ContestBody = z
  .strictObject({
    workspace: WorkspaceSlug,
    scenarios: names(500).openapi({ description: "Keys or globs" }),
    agents: names(200).optional().openapi({ description: "Every agent if omitted" }),
    trials: z.number().int().min(1).max(50).optional(),
    until: z.literal("decided").optional().openapi({
      description: "Add trials in rounds until the winner is proven; trials is the first round",
    }),
    max_trials: z.number().int().min(2).max(50).optional(),
    base: z.string().min(1).max(200).default("HEAD").openapi({ description: "A branch, a tag or a commit" }),
    allow_dirty: z.boolean().default(false),
    rank: z.enum(CompetitionRank.options).default("scorecard"),
    judge: z
      .string()
      .max(200)
      .regex(/^(?:rules|[\w-]+\/\S+)$/, "expected rules, or a model such as anthropic/claude-sonnet-4-5")
      .optional()
      .openapi({ description: "Judges everything, comparing patches included; the judges of the project if omitted" }),
    concurrency: z.number().int().min(1).max(100).optional(),
    budget_usd: z.number().positive().optional(),
    budget_tokens: z.number().int().positive().optional(),
    deadline_minutes: z.number().positive().optional(),
    allow_unknown_cost: z.boolean().default(false),
    priority: z.number().int().min(-100).max(100).default(0),
  })
  .openapi("CompetitionSubmission");

const submitRoute = createRoute({
  method: "post",
  path: "/v1/competitions",
  summary: "Start a competition in the server's own project",
  ...securityFor("write"),
  request: { body: { required: true, content: { "application/json": { schema: ContestBody } } } },
  responses: jsonResponses(202, z.strictObject({ id: CompetitionId }), "The runs of the competition are queued"),
});

const cancelRoute = createRoute({
  method: "post",
  path: "/v1/competitions/{id}/cancel",
  summary: "Cancel a competition with the runs that have not ended",
  ...securityFor("write"),
  request: { params: z.object({ id: CompetitionId }) },
  responses: jsonResponses(
    202,
    z.strictObject({ id: CompetitionId, state: z.literal("cancelled") }),
    "The competition is cancelled; its runs end as soon as they are told",
  ),
});

export function addContestSubmission(app: Api, deps: RouteDeps): void {
  const { submitContest, database } = deps;
  if (submitContest !== undefined)
    app.openapi(guardRoute(submitRoute, deps), async (c) => {
      const id = await startContest(submitContest, await toSubmission(c, deps, c.req.valid("json")));
      c.header("Location", `/v1/competitions/${id}`);
      return c.json({ id }, 202);
    });
  app.openapi(guardRoute(cancelRoute, deps), async (c) => {
    const { id } = c.req.valid("param");
    if ((await findCompetitionRow(database, id, callerWorkspaceId(c))) === undefined)
      throw competitionNotFoundProblem();
    const result = await cancelCompetition(database, id);
    if (result === "finished") throw new ApiProblem("already-finished", "The competition is already finished");
    if (result === "elsewhere")
      throw new ApiProblem("not-cancellable", "The competition has no runs here that could be cancelled", {
        hint: "Stop the command that runs it",
      });
    return c.json({ id, state: "cancelled" as const }, 202);
  });
}

async function toSubmission(
  c: ApiContext,
  deps: RouteDeps,
  body: z.infer<typeof ContestBody>,
): Promise<ContestSubmission> {
  const { id, slug } = await requireVisibleWorkspace(c, deps, body.workspace);
  const { scenarios, agents, trials, until, base, rank, judge, concurrency, priority } = body;
  return {
    scenarios,
    agents,
    trials,
    until,
    base,
    rank,
    judge,
    concurrency,
    priority,
    workspace: { id, slug },
    maxTrials: body.max_trials,
    allowDirty: body.allow_dirty,
    budgetUsd: body.budget_usd,
    budgetTokens: body.budget_tokens,
    deadlineMinutes: body.deadline_minutes,
    allowUnknownCost: body.allow_unknown_cost,
    traceContext: readTraceContext(c),
  };
}

async function startContest(submit: SubmitContest, submission: ContestSubmission): Promise<string> {
  const answer = await submit(submission);
  if (answer.status === "started") return answer.id;
  if (answer.status === "competition-refused") throw new ApiProblem(answer.status, answer.why);
  const [message, hint] = submissionRefusals[answer.status];
  throw new ApiProblem(answer.status, message, { hint });
}
