/** Routes for a run's output: its agent's, line by line, and that of each gate execution. */
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
  summary: "Download the agent's output, line by line; always as an attachment",
  ...needs("read"),
  request: { params: RunParams },
  responses: bytesAnswer,
});

const gate = createRoute({
  method: "get",
  path: "/v1/runs/{id}/gates/{gate}/{execution}",
  summary: "Download the output of one gate execution, as far as it was kept; always as an attachment",
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
  /** The file name for the browser, which follows the run id. */
  readonly name: string;
}

async function sendLog(c: ApiContext, world: World, { log, name }: Wanted): Promise<Response> {
  const id = RunId.safeParse(c.req.param("id"));
  if (!id.success) throw new ApiProblem("bad-id", "The run id is not valid");
  const { files, of } = filesFor(world, await seenRun(c, world, id.data));
  const found = await files.log(of, log);
  if (found === "gone") throw new ApiProblem("gone", "The output has been deleted");
  if (found === undefined) throw new ApiProblem("log-not-found", "No output was kept");
  return await sendFile(c, world, { name: `${id.data}.${name}`, content: found.content() });
}

/** A gate name as scenarios allow it, and an execution number that starts at 1. */
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
    throw new ApiProblem("bad-request", "Expected the name of a gate and the number of an execution");
  return { log: log.data, name: `${log.data.gate}-${log.data.execution}.log` };
}
