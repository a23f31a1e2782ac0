/** Parts that many answers are made of. */
import { z } from "@hono/zod-openapi";
import { RunId } from "../../core/names/ids.ts";
import { type ProblemCode, problemStatus } from "../problem.ts";

const codes = Object.keys(problemStatus) as [ProblemCode, ...ProblemCode[]];

export const Problem = z
  .strictObject({
    error: z.strictObject({ code: z.enum(codes), message: z.string(), hint: z.string().optional() }),
    request_id: z.string(),
  })
  .openapi("Problem");

/** UTC, to the millisecond. */
export const Moment = z.iso.datetime();

/** A moment as answers write it. */
export function momentText(moment: Date): string {
  return moment.toISOString();
}

/** The same, where there may be none. */
export function optionalMoment(moment: Date | null): string | null {
  return moment === null ? null : moment.toISOString();
}

export const RunParams = z.object({ id: RunId });

/** Text to filter by; compared as it stands. */
export const FilterText = z.string().min(1).max(500);

/** A moment in a request: with its offset, so that nobody has to guess. */
export const MomentText = z.iso.datetime({ offset: true }).transform((text) => new Date(text));

/** A whole number in a query: digits and nothing else. */
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

/** Rows asked for where no limit is given. */
export const usualLimit = 50;

/** A list: its rows, and where the next page begins. */
export function listOf<Row extends z.ZodType>(row: Row) {
  return z.strictObject({ data: z.array(row), next_cursor: z.string().nullable() });
}

/** An answer in JSON, and the one that is given when things go wrong. */
export function answers<Status extends number, Schema extends z.ZodType>(
  status: Status,
  schema: Schema,
  description: string,
) {
  const json = <S extends z.ZodType>(of: S) => ({ "application/json": { schema: of } });
  return {
    [status]: { description, content: json(schema) },
    default: { description: "What was asked for could not be done", content: json(Problem) },
  } as { [Key in Status]: { description: string; content: { "application/json": { schema: Schema } } } } & {
    default: { description: string; content: { "application/json": { schema: typeof Problem } } };
  };
}
