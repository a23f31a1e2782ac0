/** The route that lists workers, their current runs and the length of the queue. */
import { createRoute, z } from "@hono/zod-openapi";
import { type HeldRun, listHeldRuns, type QueueDepth, listQueueDepths } from "../../store/sql/views/open-work.ts";
import { listWorkers, type Worker } from "../../store/sql/workers.ts";
import { jsonResponses, listSchema, Moment, formatMoment, formatOptionalMoment } from "../answers/shared.ts";
import { guardRoute, securityFor } from "../guard-route.ts";
import { callerWorkspaceId } from "../scope.ts";
import type { Api, RouteDeps } from "../route-deps.ts";

const count = z.number().int().nonnegative();

export const WorkerAnswer = z
  .strictObject({
    id: z.string(),
    host: z.string(),
    version: z.string(),
    agents: z.array(z.string()),
    slots: count,
    state: z.enum(["ready", "draining"]),
    live: z.boolean().openapi({ description: "Whether the worker was seen recently; otherwise it counts as dead" }),
    started_at: Moment,
    seen_at: Moment,
    running: z.array(
      z.strictObject({ id: z.string(), scenario: z.string(), agent: z.string(), started_at: Moment.nullable() }),
    ),
  })
  .openapi("Worker");

export const QueueAnswer = z
  .strictObject({
    agent: z.string(),
    queued: count,
    running: count,
    served: z.boolean().openapi({ description: "Whether a live worker serves this agent" }),
  })
  .openapi("QueueDepth");

const list = createRoute({
  method: "get",
  path: "/v1/workers",
  summary: "List workers by id with their current runs, and the number of waiting runs per agent",
  ...securityFor("read"),
  responses: jsonResponses(200, listSchema(WorkerAnswer).extend({ queue: z.array(QueueAnswer) }), "All workers"),
});

export function addWorkers(app: Api, deps: RouteDeps): void {
  const { database } = deps;
  app.openapi(guardRoute(list, deps), async (c) => {
    const own = callerWorkspaceId(c);
    const workers = await listWorkers(database);
    const held = await listHeldRuns(database, own);
    const depths = await listQueueDepths(database, own);
    const visible = own === undefined ? workers : selectOwnWorkers(workers, { held, depths });
    const data = visible.map((worker) => toWorkerAnswer(worker, held));
    return c.json({ data, next_cursor: null, queue: addServedFlag(depths, workers) }, 200);
  });
}

type LiveWorker = Worker & { readonly live: boolean };

/**
 * Workers serve every workspace. A token that is bound to one sees those that execute its runs, with the agents of its own
 * runs: the others tell how large the fleet is and what other workspaces use.
 */
function selectOwnWorkers(
  workers: readonly LiveWorker[],
  { held, depths }: { readonly held: readonly HeldRun[]; readonly depths: readonly QueueDepth[] },
): LiveWorker[] {
  const holders = new Set(held.map(({ worker_id }) => worker_id));
  const agents = new Set([...held, ...depths].map(({ agent }) => agent));
  return workers
    .filter(({ id }) => holders.has(id))
    .map((worker) => ({ ...worker, agents: worker.agents.filter((agent) => agents.has(agent)) }));
}

function toWorkerAnswer(worker: LiveWorker, held: readonly HeldRun[]): z.infer<typeof WorkerAnswer> {
  const { id, host, version, agents, slots, state, live } = worker;
  const running = held
    .filter(({ worker_id }) => worker_id === id)
    .map((run) => ({
      id: run.id,
      scenario: run.scenario_key,
      agent: run.agent,
      started_at: formatOptionalMoment(run.started_at),
    }));
  const seen = { started_at: formatMoment(worker.started_at), seen_at: formatMoment(worker.seen_at) };
  return { id, host, version, agents: [...agents], slots, state, live, ...seen, running };
}

function addServedFlag(depths: readonly QueueDepth[], workers: readonly LiveWorker[]): z.infer<typeof QueueAnswer>[] {
  const ready = workers.filter(({ live, state }) => live && state === "ready");
  const served = new Set(ready.flatMap(({ agents }) => agents));
  return depths.map((depth) => ({ ...depth, served: served.has(depth.agent) }));
}
