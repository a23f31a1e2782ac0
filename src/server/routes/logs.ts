/** What a run printed: its agent, line by line, and each execution of its gates. */
import { createRoute, z } from "@hono/zod-openapi";
import { RunId } from "../../core/names/ids.ts";
import { RunParams } from "../answers/shared.ts";
import type { LogName } from "../files/run-files.ts";
import { guardsOf, needs } from "../guarded.ts";
import { ApiProblem } from "../problem.ts";
import { filesFor, seenRun } from "../scope.ts";
import type { Api, ApiContext, World } from "../world.ts";
import { bytesAnswer, sendFile } from "./artifacts.ts";

const raw = createRoute({
  method: "get",
  path: "/v1/runs/{id}/raw",
  summary: "What the agent printed, line by line; always as an attachment",
  ...needs("read"),
  request: { params: RunParams },
  responses: bytesAnswer,
});

const gate = createRoute({
  method: "get",
  path: "/v1/runs/{id}/gates/{gate}/{execution}",
  summary: "What one execution of a gate printed, as far as it is kept; always as an attachment",
  ...needs("read"),
  request: { params: RunParams.extend({ gate: z.string(), execution: z.string() }) },
  responses: bytesAnswer,
});

export function addLogs(app: Api, world: World): void {
  app.openAPIRegistry.registerPath(raw);
  app.openAPIRegistry.registerPath(gate);
  app.on("get", ["/v1/runs/:id/raw"], ...guardsOf(raw, world, "stream"), (c: ApiContext) =>
    sendLog(c, world, { log: "raw", name: "raw.ndjson" }),
  );
  app.on("get", ["/v1/runs/:id/gates/:gate/:execution"], ...guardsOf(gate, world, "stream"), (c: ApiContext) =>
    sendLog(c, world, gateOf(c)),
  );
}

interface Wanted {
  readonly log: LogName;
  /** What a browser saves it as, behind the id of the run. */
  readonly name: string;
}

async function sendLog(c: ApiContext, world: World, { log, name }: Wanted): Promise<Response> {
  const id = RunId.safeParse(c.req.param("id"));
  if (!id.success) throw new ApiProblem("bad-id", "That is not the id of a run");
  const { files, of } = filesFor(world, await seenRun(c, world, id.data));
  const found = await files.log(of, log);
  if (found === "gone") throw new ApiProblem("gone", "What was printed is no longer there");
  if (found === undefined) throw new ApiProblem("log-not-found", "Nothing that was printed is kept of this");
  return await sendFile(c, world, { name: `${id.data}.${name}`, content: found.content() });
}

/** As scenarios may name a gate, and a number that counts from 1. */
const GateParams = z.object({
  gate: z.string().regex(/^[a-z0-9][a-z0-9._-]{0,39}$/),
  execution: z
    .string()
    .regex(/^[1-9]\d{0,5}$/)
    .transform(Number),
});

function gateOf(c: ApiContext): Wanted {
  const log = GateParams.safeParse(c.req.param());
  if (!log.success)
    throw new ApiProblem("bad-request", "That is not the name of a gate and the number of an execution");
  return { log: log.data, name: `${log.data.gate}-${log.data.execution}.log` };
}
