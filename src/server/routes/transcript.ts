/** The route for transcripts: a page of events, or a stream of lines that can follow a run to its end. */
import { createRoute, z } from "@hono/zod-openapi";
import { findRunHead, type RunHead } from "../../store/sql/runs/run-head.ts";
import { answers, RunParams, wholeNumber } from "../answers/shared.ts";
import type { NumberedEvent } from "../files/run-files.ts";
import { guarded, needs } from "../guarded.ts";
import { jsonLine, streamOf } from "../live/stream.ts";
import { waitForEvent } from "../live/wait.ts";
import { ApiProblem } from "../problem.ts";
import { filesFor, seenRun } from "../scope.ts";
import type { Api, World } from "../world.ts";

export const Event = z.strictObject({ index: z.number().int(), event: z.unknown() });

const route = createRoute({
  method: "get",
  path: "/v1/runs/{id}/transcript",
  summary: "Read events of the transcript; with Accept: application/x-ndjson, one per line",
  ...needs("read"),
  request: {
    params: RunParams,
    query: z.strictObject({
      after: wholeNumber(-1, 2_147_483_647).optional().openapi({ description: "Events after this index" }),
      limit: wholeNumber(1, 1_000).optional(),
      attempt: wholeNumber(1, 2_147_483_647)
        .optional()
        .openapi({ description: "A lost attempt to read; default is the attempt that counts" }),
      follow: z.enum(["true", "false"]).optional().openapi({ description: "Stream until the run ends" }),
    }),
  },
  responses: {
    ...answers(
      200,
      z.strictObject({ data: z.array(Event), next_after: z.number().int().nullable() }),
      "A page of events; next_after is null on the last page",
    ),
  },
});

const usualLimit = 200;
const linesAtOnce = 500;

export function addTranscript(app: Api, world: World): void {
  app.openapi(guarded(route, world, "stream"), async (c) => {
    const run = await seenRun(c, world, c.req.valid("param").id);
    const { after = -1, limit, follow, attempt } = c.req.valid("query");
    if ((attempt ?? 0) > run.attempt) throw new ApiProblem("not-found", "The run has no such attempt");
    const of = attempt === undefined ? {} : { attempt };
    if ((c.req.header("accept") ?? "").includes("application/x-ndjson") || follow === "true") {
      const wanted = { ...of, after, limit: limit ?? Infinity, follow: follow === "true" };
      c.header("Content-Type", "application/x-ndjson");
      return streamOf(c, world, (gone) => linesOf(world, run, { ...wanted, gone })) as never;
    }
    const wanted = limit ?? usualLimit;
    // Read one more event to find out whether there is a next page.
    const events = await eventsOf(world, run, { ...of, after, limit: wanted + 1 });
    const data = events.slice(0, wanted);
    return c.json({ data, next_after: events.length > wanted ? (data.at(-1)?.index ?? null) : null }, 200);
  });
}

interface Part {
  /** Undefined for the attempt that counts. */
  readonly attempt?: number;
  readonly after: number;
  readonly limit: number;
}

async function eventsOf(world: World, run: RunHead, part: Part): Promise<NumberedEvent[]> {
  const { files, of } = filesFor(world, run, part.attempt);
  const events = await files.events(of, part);
  if (events === "gone") throw new ApiProblem("gone", "The transcript has been deleted");
  return events;
}

interface Lines extends Part {
  readonly follow: boolean;
  readonly gone: AbortSignal;
}

async function* linesOf(world: World, run: RunHead, part: Lines): AsyncGenerator<string> {
  let { after } = part;
  let left = part.limit;
  for (let current = run; ;) {
    // Checked before reading: events that are written before the run ends are then still read.
    const isOver = isEnded(current, part.attempt);
    const events = await eventsOf(world, current, { ...part, after, limit: Math.min(left, linesAtOnce) });
    for (const event of events) yield jsonLine(event);
    left -= events.length;
    after = events.at(-1)?.index ?? after;
    if (left <= 0) return;
    if (events.length > 0) continue;
    if (isOver || !part.follow) return;
    if ((await waitForEvent(world.hub, run.id, part.gone)) === "closing") return;
    const next = (await findRunHead(world.database, run.id)) ?? current;
    // A new attempt starts its transcript from the beginning.
    if (part.attempt === undefined && current.attempt > 0 && next.attempt > current.attempt) after = -1;
    current = next;
  }
}

/** Nothing more will be written: the run is over, or a newer attempt has replaced this one. */
function isEnded({ status, attempt }: RunHead, asked: number | undefined): boolean {
  return status === "finished" || status === "cancelled" || (asked !== undefined && asked < attempt);
}
