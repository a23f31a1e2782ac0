/** Queues runs on a server and follows them there, over HTTP. */
import { createHash } from "node:crypto";
import pLimit, { type LimitFunction } from "p-limit";
import { z } from "zod";
import type { EndedRun, RunDispatcher, RunOrder } from "../../core/run/remote-runner.ts";
import { RunStatus } from "../../core/run/run-row.ts";
import {
  fetchArtifact,
  fetchDetail,
  fetchGateLog,
  fetchPatch,
  ignoreNotFound,
  patienceMs,
  retryPauseMs,
} from "./fetch-run.ts";
import { isNetworkError, type ServerClient, type ServerRequest } from "./server-client.ts";
import { ServerUnavailable } from "./server-errors.ts";

/** Long enough to collect runs that start together, short enough to go unnoticed. */
const batchWindowMs = 20;

interface PendingItem<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/** `send` returns one result per item, in the same order. */
export function createBatcher<Item, Result>(
  most: number,
  send: (items: readonly Item[]) => Promise<readonly Result[]>,
): (item: Item) => Promise<Result> {
  let asked: PendingItem<Item, Result>[] = [];
  let timer: NodeJS.Timeout | undefined;
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    const [batch, rest] = [asked.slice(0, most), asked.slice(most)];
    asked = rest;
    if (rest.length > 0) timer = setTimeout(flush);
    void sendBatch(batch, send);
  };
  return (item) =>
    new Promise((resolve, reject) => {
      asked.push({ item, resolve, reject });
      timer ??= setTimeout(flush, batchWindowMs);
    });
}

async function sendBatch<Item, Result>(
  batch: readonly PendingItem<Item, Result>[],
  send: (items: readonly Item[]) => Promise<readonly Result[]>,
): Promise<void> {
  try {
    const results = await send(batch.map(({ item }) => item));
    if (results.length !== batch.length) throw new Error("The server's answer does not match the request");
    for (const [index, { resolve }] of batch.entries()) resolve(results[index] as Result);
  } catch (error) {
    for (const { reject } of batch) reject(error);
  }
}

const pollMs = 5_000;
const maxBatchSize = 200;
/** A server limits the streams per token; this leaves some for other clients with the same token. */
const maxConcurrentFetches = 4;
/** After Ctrl-C, people do not want to wait long for an unavailable server. */
const cancelPatienceMs = 30_000;

export interface ServerDispatcherOptions {
  readonly workspace: string;
  /** SHA-256 of the bundle that the runs use, as hex. */
  readonly bundle: string;
  /** W3C trace context of the runs. */
  readonly traceContext: string;
  /** Called with the agents that no live worker serves, each time runs are queued. */
  readonly onUnserved: (agents: readonly string[]) => void;
}

const QueuedAnswer = z.object({ unserved: z.array(z.string()) });

export function createServerDispatcher(client: ServerClient, options: ServerDispatcherOptions): RunDispatcher {
  const reports = new Map<string, string>();
  const limit = pLimit(maxConcurrentFetches);
  const submit = createBatcher(maxBatchSize, (orders: readonly RunOrder[]) => submitAll(client, options, orders));
  const cancel = createBatcher(maxBatchSize, (ids: readonly string[]) => cancelAll(client, ids));
  return {
    pollMs,
    isTransient: (error) => error instanceof ServerUnavailable,
    async submit(order) {
      reports.set(order.runId, order.reportId);
      await submit(order);
    },
    listEnded: (ids) => fetchEndedRuns(client, ids, { workspace: options.workspace, reports }),
    cancel,
    fetch: (run) =>
      limit(async () => ({
        detail: await fetchDetail(client, run),
        patch: () => limit(() => fetchPatch(client, run.id)),
        artifact: (path) => limit(() => fetchArtifact(client, run.id, path)),
        gateLog: (execution) => limit(() => fetchGateLog(client, run.id, execution)),
        raw: () => openInSlot(limit, () => fetchRaw(client, run.id)),
      })),
  };
}

async function submitAll(
  client: ServerClient,
  { workspace, bundle, traceContext, onUnserved }: ServerDispatcherOptions,
  orders: readonly RunOrder[],
): Promise<null[]> {
  const runs = orders.map(({ runId, reportId, cell }) => ({ id: runId, report: reportId, ...cell }));
  const ids = runs.map(({ id }) => id).join();
  // The same runs, requested again after a lost response, must count as the same request.
  const headers = { "idempotency-key": createHash("sha256").update(ids).digest("hex"), traceparent: traceContext };
  const body = { workspace, bundle, runs };
  const { unserved } = QueuedAnswer.parse(
    await client.json({ method: "POST", path: "v1/runs/batch", body, headers, patienceMs }),
  );
  onUnserved(unserved);
  return orders.map(() => null);
}

const CancelAnswer = z.object({
  data: z.array(z.object({ id: z.string(), status: z.enum(["cancelled", "cancelling", "finished", "missing"]) })),
});

async function cancelAll(client: ServerClient, ids: readonly string[]) {
  const ask = { method: "POST", path: "v1/runs/batch/cancel", body: { ids }, patienceMs: cancelPatienceMs } as const;
  return CancelAnswer.parse(await client.json(ask)).data.map(({ status }) =>
    status === "cancelling" ? ("requested" as const) : status,
  );
}

const RunListAnswer = z.object({
  data: z.array(
    z.object({ id: z.string(), status: RunStatus, attempt: z.number().int(), reason: z.string().nullable() }),
  ),
  next_cursor: z.string().nullable(),
});

interface EndedRunsQuery {
  readonly workspace: string;
  /** By the id of the run. */
  readonly reports: ReadonlyMap<string, string>;
}

function hasEnded<T extends { status: RunStatus }>(run: T): run is T & { status: "finished" | "cancelled" } {
  return run.status === "finished" || run.status === "cancelled";
}

/** Queries by report, because one page of a report's list covers many of its runs. */
async function fetchEndedRuns(client: ServerClient, ids: readonly string[], { workspace, reports }: EndedRunsQuery) {
  const wanted = new Set(ids);
  const found: EndedRun[] = [];
  for (const report of new Set(ids.flatMap((id) => reports.get(id) ?? []))) {
    let cursor: string | null = null;
    do {
      const query: Record<string, string> = { workspace, report, limit: "200", ...(cursor !== null && { cursor }) };
      const page: z.infer<typeof RunListAnswer> = RunListAnswer.parse(
        await client.json({ method: "GET", path: "v1/runs", query }),
      );
      found.push(...page.data.filter(({ id }) => wanted.delete(id)).filter(hasEnded));
      cursor = wanted.size === 0 ? null : page.next_cursor;
    } while (cursor !== null);
  }
  return found;
}

/** Opens lines once a slot is free. The slot is released when all lines were read, or when reading ends early. */
export async function openInSlot<T>(
  limit: LimitFunction,
  open: () => Promise<AsyncIterable<T> | undefined>,
): Promise<AsyncIterable<T> | undefined> {
  const leave = await acquireSlot(limit);
  try {
    const opened = await open();
    if (opened !== undefined) return releaseAfter(opened, leave);
  } catch (error) {
    leave();
    throw error;
  }
  leave();
  return undefined;
}

async function acquireSlot(limit: LimitFunction): Promise<() => void> {
  return await new Promise((taken) => {
    void limit(() => new Promise<void>((leave) => taken(leave)));
  });
}

async function* releaseAfter<T>(opened: AsyncIterable<T>, leave: () => void): AsyncGenerator<T> {
  try {
    yield* opened;
  } finally {
    leave();
  }
}

/** Undefined if the server has no output. The caller reads all lines, or leaves the loop early. */
export async function fetchRaw(client: ServerClient, id: string): Promise<AsyncGenerator<string> | undefined> {
  const first = await ignoreNotFound(openRaw(client, id));
  return first === undefined ? undefined : readLinesWithRetry(first, () => openRaw(client, id), client);
}

/** Returns the response before its body is read. */
async function openRaw(client: ServerClient, id: string): Promise<Response> {
  const ask: ServerRequest = { method: "GET", path: `v1/runs/${id}/raw`, patienceMs, stream: "to its end" };
  return await client.send(ask, async (answer) => answer);
}

/** A broken response is requested again and the lines already read are skipped: the text is the same each time. */
async function* readLinesWithRetry(
  first: Response,
  again: () => Promise<Response>,
  { pause }: ServerClient,
): AsyncGenerator<string> {
  const until = performance.now() + patienceMs;
  let given = 0;
  for (let answer = first; ; answer = await again()) {
    try {
      for await (const line of skipLines(splitLines(answer), given)) {
        given += 1;
        yield line;
      }
      return;
    } catch (error) {
      if (!isNetworkError(error) || performance.now() > until) throw error;
      await pause(retryPauseMs);
    }
  }
}

async function* skipLines(lines: AsyncIterable<string>, count: number): AsyncGenerator<string> {
  let position = 0;
  for await (const line of lines) if (++position > count) yield line;
}

/** Splits at line feeds only: other line breaks are part of the output. */
async function* splitLines({ body }: Response): AsyncGenerator<string> {
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  let rest = "";
  for await (const chunk of body ?? []) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
  }
  rest += decoder.decode();
  if (rest !== "") yield rest;
}
