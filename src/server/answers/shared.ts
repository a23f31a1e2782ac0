/** Schemas and helpers that many responses share. */
import { z } from "@hono/zod-openapi";
import { RunId } from "../../core/names/ids.ts";
import { type ProblemCode, problemStatus } from "../problem.ts";

const apiProblemCodes = Object.keys(problemStatus) as [ProblemCode, ...ProblemCode[]];

export const ProblemAnswer = z
  .strictObject({
    error: z.strictObject({ code: z.enum(apiProblemCodes), message: z.string(), hint: z.string().optional() }),
    request_id: z.string(),
  })
  .openapi("Problem");

/** UTC, to the millisecond. */
export const Moment = z.iso.datetime();

/** Formats a time the way responses write it. */
export function formatMoment(moment: Date): string {
  return moment.toISOString();
}

/** The same for a time that may be null. */
export function formatOptionalMoment(moment: Date | null): string | null {
  return moment === null ? null : moment.toISOString();
}

/** US dollars as the whole millionths of responses. */
export function toMicros(usd: number | null): number | null {
  return usd === null ? null : Math.round(usd * 1_000_000);
}

export const RunParams = z.object({ id: RunId });

/** Names of reports, evaluations and baselines. */
export const DocumentId = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/, "expected an id");
export const ReportParams = z.object({ id: DocumentId });

/** Text to filter by; compared literally. */
export const FilterText = z.string().min(1).max(500);

/** A time in a request. The UTC offset is required, so that the server never has to guess it. */
export const MomentText = z.iso.datetime({ offset: true }).transform((text) => new Date(text));

/** A whole number in a query: only digits, with an optional minus sign. */
export function wholeNumber(least: number, most: number) {
  return z
    .string()
    .regex(/^-?\d{1,10}$/, "expected a whole number")
    .transform(Number)
    .pipe(z.number().int().min(least).max(most));
}

export const PageQuery = {
  limit: wholeNumber(1, 200).optional(),
  cursor: z.string().max(1_000).optional(),
};

/** Rows per page if the request sets no limit. */
export const defaultPageSize = 50;

/** The schema of a list: its rows, and the cursor of the next page. */
export function listSchema<Row extends z.ZodType>(row: Row) {
  return z.strictObject({ data: z.array(row), next_cursor: z.string().nullable() });
}

/** A JSON response, and the response for errors. */
export function jsonResponses<Status extends number, Schema extends z.ZodType>(
  status: Status,
  schema: Schema,
  description: string,
) {
  const json = <S extends z.ZodType>(of: S) => ({ "application/json": { schema: of } });
  return {
    [status]: { description, content: json(schema) },
    default: { description: "The request failed", content: json(ProblemAnswer) },
  } as { [Key in Status]: { description: string; content: { "application/json": { schema: Schema } } } } & {
    default: { description: string; content: { "application/json": { schema: typeof ProblemAnswer } } };
  };
}
