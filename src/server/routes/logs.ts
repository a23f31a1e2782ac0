/** Routes for a run's output: its agent's, line by line, and that of each gate execution. */
import { createRoute, z } from "@hono/zod-openapi";
import { RunId } from "../../core/names/ids.ts";
import { RunParams } from "../answers/shared.ts";
import type { LogName } from "../files/run-files.ts";
import { listGuards, securityFor } from "../guard-route.ts";
import { ApiProblem } from "../problem.ts";
import { locateFiles, requireVisibleRun } from "../scope.ts";
import type { Api, ApiContext, RouteDeps } from "../route-deps.ts";
import { bytesResponses, sendFile } from "./artifacts.ts";

const raw = createRoute({
  method: "get",
  path: "/v1/runs/{id}/raw",
  summary: "Download the agent's output, line by line; always as an attachment",
  ...securityFor("read"),
  request: { params: RunParams },
  responses: bytesResponses,
});

const gate = createRoute({
  method: "get",
  path: "/v1/runs/{id}/gates/{gate}/{execution}",
  summary: "Download the output of one gate execution, as far as it was kept; always as an attachment",
  ...securityFor("read"),
  request: { params: RunParams.extend({ gate: z.string(), execution: z.string() }) },
  responses: bytesResponses,
});

export function addLogs(app: Api, deps: RouteDeps): void {
  app.openAPIRegistry.registerPath(raw);
  app.openAPIRegistry.registerPath(gate);
  app.on("get", ["/v1/runs/:id/raw"], ...listGuards(raw, deps, "stream"), (c: ApiContext) =>
    sendLog(c, deps, { log: "raw", name: "raw.ndjson" }),
  );
  app.on("get", ["/v1/runs/:id/gates/:gate/:execution"], ...listGuards(gate, deps, "stream"), (c: ApiContext) =>
    sendLog(c, deps, readGateRequest(c)),
  );
}

interface RequestedLog {
  readonly log: LogName;
  /** The file name for the browser, which follows the run id. */
  readonly name: string;
}

async function sendLog(c: ApiContext, deps: RouteDeps, { log, name }: RequestedLog): Promise<Response> {
  const id = RunId.safeParse(c.req.param("id"));
  if (!id.success) throw new ApiProblem("bad-id", "The run id is not valid");
  const { files, of } = locateFiles(deps, await requireVisibleRun(c, deps, id.data));
  const found = await files.log(of, log);
  if (found === "gone") throw new ApiProblem("gone", "The output has been deleted");
  if (found === undefined) throw new ApiProblem("log-not-found", "No output was kept");
  return await sendFile(c, deps, { name: `${id.data}.${name}`, content: found.content() });
}

/** A gate name as scenarios allow it, and an execution number that starts at 1. */
const GateParams = z.object({
  gate: z.string().regex(/^[a-z0-9][a-z0-9._-]{0,39}$/),
  execution: z
    .string()
    .regex(/^[1-9]\d{0,5}$/)
    .transform(Number),
});

function readGateRequest(c: ApiContext): RequestedLog {
  const log = GateParams.safeParse(c.req.param());
  if (!log.success) throw new ApiProblem("bad-request", "Expected the name of a gate and the number of an execution");
  return { log: log.data, name: `${log.data.gate}-${log.data.execution}.log` };
}
