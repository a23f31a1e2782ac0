/** The route for transcripts: a page of events, or a stream of lines that can follow a run to its end. */
import { createRoute, z } from "@hono/zod-openapi";
import { findRunHead, type RunHead } from "../../store/sql/runs/run-head.ts";
import { jsonResponses, RunParams, wholeNumber } from "../answers/shared.ts";
import type { NumberedEvent } from "../files/run-files.ts";
import { guardRoute, securityFor } from "../guard-route.ts";
import type { EventHub } from "../live/event-hub.ts";
import { streamText, toJsonLine } from "../live/stream.ts";
import { ApiProblem } from "../problem.ts";
import type { Api, RouteDeps } from "../route-deps.ts";
import { locateFiles, requireVisibleRun } from "../scope.ts";

/** New transcript chunks cause no event, so a follower also checks on its own. */
const recheckMs = 1_000;

/** Resolves on an event of the run, after a second, or when the server shuts down or the reader leaves. */
async function waitForEvent(hub: EventHub, runId: string, gone: AbortSignal): Promise<"look" | "closing"> {
  let timer: NodeJS.Timeout | undefined;
  let wake: (why: "look" | "closing") => void = () => {};
  const woken = new Promise<"look" | "closing">((resolve) => {
    wake = resolve;
    timer = setTimeout(() => resolve("look"), recheckMs);
  });
  const onGone = () => wake("closing");
  gone.addEventListener("abort", onGone, { once: true });
  using _ = await hub.watch({
    onEvents: (events) => {
      if (events.some((event) => event.run_id === runId)) wake("look");
    },
    onClose: () => wake("closing"),
  });
  try {
    return gone.aborted ? "closing" : await woken;
  } finally {
    clearTimeout(timer);
    gone.removeEventListener("abort", onGone);
  }
}

export const TranscriptEvent = z.strictObject({ index: z.number().int(), event: z.unknown() });

const route = createRoute({
  method: "get",
  path: "/v1/runs/{id}/transcript",
  summary: "Read events of the transcript; with Accept: application/x-ndjson, one per line",
  ...securityFor("read"),
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
    ...jsonResponses(
      200,
      z.strictObject({ data: z.array(TranscriptEvent), next_after: z.number().int().nullable() }),
      "A page of events; next_after is null on the last page",
    ),
  },
});

const defaultEventLimit = 200;
const linesPerRead = 500;

export function addTranscript(app: Api, deps: RouteDeps): void {
  app.openapi(guardRoute(route, deps, "stream"), async (c) => {
    const run = await requireVisibleRun(c, deps, c.req.valid("param").id);
    const { after = -1, limit, follow, attempt } = c.req.valid("query");
    if ((attempt ?? 0) > run.attempt) throw new ApiProblem("not-found", "The run has no such attempt");
    const of = attempt === undefined ? {} : { attempt };
    if (follow === "true" || acceptsLines(c.req.header("accept"))) {
      const wanted = { ...of, after, limit: limit ?? Infinity, follow: follow === "true" };
      c.header("Content-Type", "application/x-ndjson");
      return streamText(c, deps, (gone) => streamLines(deps, run, { ...wanted, gone })) as never;
    }
    const wanted = limit ?? defaultEventLimit;
    // Read one more event to find out whether there is a next page.
    const events = await readRunEvents(deps, run, { ...of, after, limit: wanted + 1 });
    const data = events.slice(0, wanted);
    return c.json({ data, next_after: events.length > wanted ? (data.at(-1)?.index ?? null) : null }, 200);
  });
}

interface EventRange {
  /** Undefined for the attempt that counts. */
  readonly attempt?: number;
  readonly after: number;
  readonly limit: number;
}

async function readRunEvents(deps: RouteDeps, run: RunHead, part: EventRange): Promise<NumberedEvent[]> {
  const { files, of } = locateFiles(deps, run, part.attempt);
  const events = await files.events(of, part);
  if (events === "gone") throw new ApiProblem("gone", "The transcript has been deleted");
  return events;
}

interface LineRequest extends EventRange {
  readonly follow: boolean;
  readonly gone: AbortSignal;
}

function hasNewAttempt(before: RunHead, now: RunHead): boolean {
  return before.attempt > 0 && now.attempt > before.attempt;
}

function acceptsLines(accept = ""): boolean {
  return accept.includes("application/x-ndjson");
}

async function* streamLines(deps: RouteDeps, run: RunHead, part: LineRequest): AsyncGenerator<string> {
  let { after } = part;
  let left = part.limit;
  for (let current = run; ;) {
    // Checked before reading: events that are written before the run ends are then still read.
    const isOver = hasEnded(current, part.attempt);
    const events = await readRunEvents(deps, current, { ...part, after, limit: Math.min(left, linesPerRead) });
    for (const event of events) yield toJsonLine(event);
    left -= events.length;
    if (left <= 0) return;
    const last = events.at(-1);
    if (last !== undefined) {
      after = last.index;
      continue;
    }
    if (isOver || !part.follow) return;
    if ((await waitForEvent(deps.hub, run.id, part.gone)) === "closing") return;
    const next = (await findRunHead(deps.database, run.id)) ?? current;
    // A new attempt starts its transcript from the beginning.
    if (part.attempt === undefined && hasNewAttempt(current, next)) after = -1;
    current = next;
  }
}

/** Nothing more will be written: the run is over, or a newer attempt has replaced this one. */
function hasEnded({ status, attempt }: RunHead, asked: number | undefined): boolean {
  return status === "finished" || status === "cancelled" || (asked !== undefined && asked < attempt);
}
