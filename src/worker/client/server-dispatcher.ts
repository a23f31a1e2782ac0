/** Queues runs on a server and follows them there, over HTTP. */
import { createHash } from "node:crypto";
import pLimit from "p-limit";
import { z } from "zod";
import type { EndedRun, RunDispatcher, RunOrder } from "../../core/run/remote-runner.ts";
import { RunStatus } from "../../core/run/run-row.ts";
import { fetchRaw } from "./fetch-raw.ts";
import { fetchArtifact, fetchDetail, fetchGateLog, fetchPatch, patienceMs } from "./fetch-run.ts";
import { createBatcher } from "./batcher.ts";
import { openInSlot } from "./fetch-slot.ts";
import type { ServerClient } from "./server-client.ts";
import { ServerUnavailable } from "./server-errors.ts";

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
    lookMs: pollMs,
    isPassing: (error) => error instanceof ServerUnavailable,
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

/** Queries by report, because one page of a report's list covers many of its runs. */
async function fetchEndedRuns(client: ServerClient, ids: readonly string[], { workspace, reports }: EndedRunsQuery) {
  const wanted = new Set(ids);
  const found: EndedRun[] = [];
  for (const report of new Set(ids.flatMap((id) => reports.get(id) ?? []))) {
    let cursor: string | null = null;
    do {
      const query: Record<string, string> = { workspace, report, limit: "200", ...(cursor !== null && { cursor }) };
      const page: z.infer<typeof RunListAnswer> = RunListAnswer.parse(await client.json({ method: "GET", path: "v1/runs", query }));
      for (const { status, ...run } of page.data)
        if (wanted.delete(run.id) && (status === "finished" || status === "cancelled")) found.push({ ...run, status });
      cursor = wanted.size === 0 ? null : page.next_cursor;
    } while (cursor !== null);
  }
  return found;
}
