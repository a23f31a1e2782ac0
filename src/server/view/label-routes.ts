/** Reviewing in `axis view`: the checks of a report that wait for a person, and the one request that writes a label. */
import type { Hono } from "hono";
import { z } from "zod";
import { HumanVerdict, maxNoteLength, type ReviewLabel } from "../../core/review/review-label.ts";
import type { LabelBook } from "../../core/review/label-book.ts";
import { describeJudgement } from "../../report/review/judged-checks.ts";
import { answerLabel, answerReview } from "../../report/review/review-answer.ts";
import { ApiProblem } from "../problem.ts";
import type { ApiContext, AppEnv } from "../route-deps.ts";
import { readLabelRequest } from "./label-guards.ts";
import type { ViewedReport } from "./viewed-report.ts";
import { respondNotFound } from "./view-guards.ts";

/** Labels of the project, and how to give one. */
interface ViewLabels {
  readonly book: LabelBook;
  /** Who sits at this machine; null if that is unknown. */
  readonly person: string | null;
  /** Null if labels cannot be given. */
  readonly token: string | null;
  readonly now: () => Date;
}

export interface LabelRouteDeps {
  readonly labels: ViewLabels;
  /** Undefined if the report does not exist. */
  readonly findReport: (id: string) => Promise<ViewedReport | undefined>;
  /** The id of the newest report; undefined if there is none. */
  readonly findNewest: () => Promise<string | undefined>;
}

/** More than anybody reviews before the page asks again. */
const mostItems = 200;

const share = z.number().min(0).max(1);
const name = z.string().min(1).max(1_000);
const said = { human: HumanVerdict, notes: z.string().max(maxNoteLength).optional() };

const RunLabelBody = z.strictObject({
  ...said,
  report: name,
  id: name,
  checkIndex: z.number().int().nonnegative().optional(),
  step: z.number().int().positive().optional(),
});
const MetricLabelBody = z.strictObject({
  ...said,
  evaluation: name,
  item: name,
  metric: name,
  judge: share.nullable(),
  passFrom: share,
});
const LabelBody = z.union([RunLabelBody, MetricLabelBody]);
type LabelBody = z.infer<typeof LabelBody>;

export function addLabelRoutes(app: Hono<AppEnv>, deps: LabelRouteDeps): void {
  const { book, person, token } = deps.labels;
  app.get("/review/", async (c) => {
    const newest = await deps.findNewest();
    return newest === undefined ? respondNotFound(c) : c.redirect(`/reports/${newest}/#/review`);
  });
  app.get("/review", (c) => c.redirect("/review/"));
  app.get("/reports/:id/review", async (c) => {
    const report = await deps.findReport(c.req.param("id"));
    if (report === undefined) return respondNotFound(c);
    const runs = await report.labelledRuns();
    return c.json(answerReview({ runs, lines: await book.read(), limit: mostItems, by: person }) as never);
  });
  if (token === null) return;
  app.post("/labels", async (c) => {
    const body = parseBody(await readLabelRequest(c, token));
    const label = await makeLabel(body, deps);
    if (label === undefined) return respondNotFound(c);
    await book.add(label);
    return sendLabel(c, label, book);
  });
}

async function sendLabel(c: ApiContext, label: ReviewLabel, book: LabelBook): Promise<Response> {
  return c.json(answerLabel(label, await book.read()) as never, 201);
}

function parseBody(value: unknown): LabelBody {
  const { data, error } = LabelBody.safeParse(value);
  if (data !== undefined) return data;
  throw new ApiProblem("bad-request", `The label is not valid: ${error.issues[0]?.message ?? "unknown field"}`);
}

/** The judge's side comes from the report, never from the page; undefined if the report has no such run, check or step. */
async function makeLabel(body: LabelBody, { labels, findReport }: LabelRouteDeps): Promise<ReviewLabel | undefined> {
  const { human, notes } = body;
  const signed = { human, notes: notes || null, by: labels.person, at: labels.now().toISOString() };
  if ("evaluation" in body) {
    const { evaluation, item, metric, judge, passFrom } = body;
    return { evaluation, item, metric, judge, passFrom, ...signed };
  }
  const { report, id, checkIndex, step } = body;
  const runs = (await (await findReport(report))?.labelledRuns()) ?? [];
  const run = runs.find((each) => each.id === id);
  const judged = run && describeJudgement(run, { id, checkIndex, step });
  return judged && { ...judged, ...signed };
}
