/** Routes for labels from people: the checks that wait for a person, new labels, and all of them for `axis calibrate`. */
import { createRoute, z } from "@hono/zod-openapi";
import { RunId, WorkspaceSlug } from "../../core/names/ids.ts";
import { formatLabelLine, type LabelBook } from "../../core/review/label-book.ts";
import { HumanVerdict, maxNoteLength, type ReviewLabel } from "../../core/review/review-label.ts";
import type { AxisResult } from "../../core/score/axis-result.ts";
import { describeJudgement, type LabelledRun } from "../../report/review/judged-checks.ts";
import { answerLabel, answerReview } from "../../report/review/review-answer.ts";
import { settleLabels } from "../../report/review/settle-labels.ts";
import { findTokenName } from "../../store/sql/access/tokens.ts";
import { databaseLabels, findJudgedRun, type JudgedRunRow, listJudgedRuns } from "../../store/sql/labels.ts";
import { AgreementAnswer, LabelAnswerSchema, ReviewRow, toAgreementAnswer, toReviewItem } from "../answers/review.ts";
import { defaultPageSize, FilterText, jsonResponses, wholeNumber } from "../answers/shared.ts";
import { guardRoute, listGuards, securityFor } from "../guard-route.ts";
import { ApiProblem } from "../problem.ts";
import type { Api, ApiContext, RouteDeps } from "../route-deps.ts";
import { callerWorkspaceId, requireVisibleWorkspace, runNotFoundProblem } from "../scope.ts";

/** How many of the newest runs the queue looks at. */
const mostRuns = 300;

const ReviewQuery = z.strictObject({
  workspace: WorkspaceSlug,
  report: FilterText.optional(),
  limit: wholeNumber(1, 200).optional(),
  cursor: z
    .string()
    .regex(/^\d{1,6}$/)
    .optional(),
});

const review = createRoute({
  method: "get",
  path: "/v1/review",
  summary: "List the judged checks of the newest runs that wait for a person, the most useful first, without grades",
  ...securityFor("read"),
  request: { query: ReviewQuery },
  responses: jsonResponses(
    200,
    z.strictObject({
      data: z.array(ReviewRow),
      next_cursor: z.string().nullable(),
      waiting: z.number().int(),
      agreement: AgreementAnswer,
      by: z.string().nullable().openapi({ description: "Who gives labels with this token" }),
    }),
    "The queue",
  ),
});

const LabelsQuery = z.strictObject({ workspace: WorkspaceSlug, run: RunId.optional() });

const list = createRoute({
  method: "get",
  path: "/v1/labels",
  summary: "List the labels that count: the last one of each person, for one run or for all",
  ...securityFor("read"),
  request: { query: LabelsQuery },
  responses: jsonResponses(
    200,
    z.strictObject({ data: z.array(LabelAnswerSchema), next_cursor: z.null() }),
    "The labels, in the order they were given",
  ),
});

const exportRoute = createRoute({
  method: "get",
  path: "/v1/labels/export",
  summary: "Download every label as a file for axis calibrate, one JSON object per line",
  ...securityFor("read"),
  request: { query: z.strictObject({ workspace: WorkspaceSlug }) },
  responses: {
    200: { description: "The labels", content: { "application/x-ndjson": { schema: z.string() } } },
  },
});

const share = z.number().min(0).max(1);
const name = z.string().min(1).max(1_000);

const LabelBody = z
  .strictObject({
    workspace: WorkspaceSlug.optional().openapi({ description: "Required for an item of an evaluation" }),
    run: RunId.optional(),
    check_index: z.number().int().nonnegative().optional(),
    step: z.number().int().positive().optional(),
    evaluation: name.optional(),
    item: name.optional(),
    metric: name.optional(),
    judge: share.optional().openapi({ description: "The score of the metric" }),
    pass_from: share.optional().openapi({ description: "The score from which the metric passes" }),
    human: HumanVerdict,
    notes: z.string().max(maxNoteLength).optional(),
  })
  .openapi("NewLabel");

const add = createRoute({
  method: "post",
  path: "/v1/labels",
  summary:
    "Say whether a run, a check, a step or an item of an evaluation passes; a later label replaces an earlier one",
  ...securityFor("write"),
  request: { body: { required: true, content: { "application/json": { schema: LabelBody } } } },
  responses: jsonResponses(
    201,
    z.strictObject({ label: LabelAnswerSchema, agreement: AgreementAnswer }),
    "The label with the judge's side, and the agreement that follows",
  ),
});

export function addReview(app: Api, deps: RouteDeps): void {
  app.openapi(guardRoute(review, deps), async (c) => {
    const { workspace, report, limit = defaultPageSize, cursor } = c.req.valid("query");
    const { id } = await requireVisibleWorkspace(c, deps, workspace);
    const rows = await listJudgedRuns(deps.database, { workspaceId: id, report, limit: mostRuns });
    const skip = Number(cursor ?? 0);
    const answer = answerReview({
      runs: rows.map((row) => toLabelledRun(row, deps)),
      lines: await openLabels(deps, id).read(),
      limit,
      skip,
      by: await findPerson(c, deps),
    });
    const end = skip + answer.items.length;
    return c.json(
      {
        data: answer.items.map(toReviewItem),
        next_cursor: end < answer.waiting ? String(end) : null,
        waiting: answer.waiting,
        agreement: toAgreementAnswer(answer.agreement),
        by: answer.by,
      },
      200,
    );
  });
  app.openapi(guardRoute(list, deps), async (c) => {
    const { workspace, run } = c.req.valid("query");
    const { id } = await requireVisibleWorkspace(c, deps, workspace);
    const { labels } = await openLabels(deps, id).read();
    const data = settleLabels(labels.filter((label) => run === undefined || label.id === run));
    return c.json({ data: data.flatMap(({ standing }) => [...standing]), next_cursor: null }, 200);
  });
  // Not JSON, so it is not registered through its description.
  app.openAPIRegistry.registerPath(exportRoute);
  const handlers = [...listGuards(exportRoute, deps), (c: ApiContext) => sendLabels(c, deps)] as const;
  app.on("get", [exportRoute.path], ...handlers);
  app.openapi(guardRoute(add, deps), async (c) => {
    const { workspaceId, label } = await makeLabel(c, deps, c.req.valid("json"));
    const book = openLabels(deps, workspaceId);
    await book.add(label);
    const { agreement } = answerLabel(label, await book.read());
    return c.json({ label, agreement: toAgreementAnswer(agreement) }, 201);
  });
}

async function sendLabels(c: ApiContext, deps: RouteDeps): Promise<Response> {
  const workspace = WorkspaceSlug.safeParse(c.req.query("workspace"));
  if (!workspace.success) throw new ApiProblem("bad-request", "workspace: expected the slug of a workspace");
  const { id } = await requireVisibleWorkspace(c, deps, workspace.data);
  const { labels } = await openLabels(deps, id).read();
  c.header("Content-Type", "application/x-ndjson; charset=utf-8");
  c.header("Content-Disposition", 'attachment; filename="labels.jsonl"');
  return c.body(labels.map(formatLabelLine).join(""), 200);
}

/** The file of the served project, or the rows of the workspace. */
function openLabels({ review: local, database }: RouteDeps, workspaceId: string): LabelBook {
  return local?.labels ?? databaseLabels(database, workspaceId);
}

type Body = z.infer<typeof LabelBody>;

interface NewLabel {
  readonly workspaceId: string;
  readonly label: ReviewLabel;
}

/** The judge's side comes from the stored run, never from the request. */
async function makeLabel(c: ApiContext, deps: RouteDeps, body: Body): Promise<NewLabel> {
  const { human, notes, run, check_index: checkIndex, step } = body;
  const said = { human, notes: notes || null, by: await findPerson(c, deps), at: deps.now().toISOString() };
  if (run === undefined) return await makeMetricLabel(c, deps, { body, said });
  if (
    [body.evaluation, body.item, body.metric].some((part) => part !== undefined) ||
    (checkIndex !== undefined && step !== undefined)
  )
    throw targetProblem();
  const row = await findJudgedRun(deps.database, run, callerWorkspaceId(c));
  if (row === undefined) throw runNotFoundProblem();
  const judged = describeJudgement(toLabelledRun(row, deps), { id: run, checkIndex, step });
  if (judged === undefined) throw new ApiProblem("bad-request", "check_index: the run has no such check");
  return { workspaceId: row.workspace_id, label: { ...judged, ...said } };
}

interface SaidOfMetric {
  readonly body: Body;
  readonly said: Pick<ReviewLabel, "human" | "notes" | "by" | "at">;
}

/** An evaluation is not in the database, so the page that shows it says what its metric gave. */
async function makeMetricLabel(c: ApiContext, deps: RouteDeps, { body, said }: SaidOfMetric): Promise<NewLabel> {
  const { workspace, evaluation, item, metric, judge, pass_from: passFrom = 0.5 } = body;
  if (workspace === undefined || evaluation === undefined || item === undefined || metric === undefined)
    throw targetProblem();
  const { id } = await requireVisibleWorkspace(c, deps, workspace);
  return { workspaceId: id, label: { evaluation, item, metric, judge: judge ?? null, passFrom, ...said } };
}

function targetProblem(): ApiProblem {
  return new ApiProblem(
    "bad-request",
    "Name a run, with check_index or step if the label is about one; or workspace, evaluation, item and metric",
  );
}

/** Labels carry the name of the token; those of the session carry the name of the person who started the server. */
async function findPerson(c: ApiContext, { database, access, review: local }: RouteDeps): Promise<string | null> {
  const { tokenId } = c.get("caller");
  if (tokenId === null) return null;
  if (tokenId === access.sessionToken?.id) return local?.person ?? null;
  return (await findTokenName(database, tokenId)) ?? null;
}

function toLabelledRun(row: JudgedRunRow, { review: local }: RouteDeps): LabelledRun {
  const { id, report_id, scenario_key: scenario, agent, trial, run_status: status, goal, judging, necessity } = row;
  const passed = status === "passed" ? true : status === "failed" ? false : null;
  const score = { goalAchievement: goal, judging: judging ?? {}, agent: { necessity } };
  return {
    id,
    report: report_id ?? undefined,
    scenario,
    agent,
    trial,
    passed,
    passMark: local?.passMark,
    // Written by AXIS in the shape of its own schema.
    score: goal === null ? undefined : (score as unknown as AxisResult),
  };
}
