/** Holds that what helps fits what was seen. */
import { expect, test } from "vitest";
import { advise } from "./advice.ts";
import type { CauseInRun } from "./run-causes.ts";

type Seen = Parameters<typeof advise>[0];
const failedCall: Seen = {
  kind: "call-failed",
  targetType: "command",
  target: "acme deploy",
  symptom: "",
  status: null,
  exitCode: 1,
};
const command = (symptom: string, exitCode = 1): Seen => ({ ...failedCall, symptom, exitCode });
const answer = (status: number): Seen => ({ ...failedCall, targetType: "url", status, exitCode: null });
const tool = (symptom: string): Seen => ({ ...failedCall, targetType: "mcp", symptom, exitCode: null });
const other = (kind: CauseInRun["kind"], target: string, symptom = ""): Seen => ({
  ...failedCall,
  kind,
  target,
  symptom,
});

test.each([
  [answer(404), /Redirect the address/],
  [answer(401), /which key or permission/],
  [answer(403), /which key or permission/],
  [answer(429), /Retry-After/],
  [answer(422), /Name the field/],
  [answer(503), /Keep the service up/],
  [answer(504), /Answer within the limit/],
  [answer(500), /logs of the service/],
  [answer(418), /wrong with the request/],
  [command("exit code 127: command not found", 127), /Install the command/],
  [command("exit code 2: unknown option '--preview'", 2), /as an alias/],
  [command("exit code 1: missing required argument 'name'"), /complete example/],
  [command("exit code 1: cannot open index.ts: permission denied"), /Give the agent access/],
  [command("exit code 7: Failed to connect to localhost port 3000: Connection refused"), /Start the service/],
  [command("exit code 6: Could not resolve host: api.acme.dev"), /Correct the host name/],
  [command("exit code 1: request timed out"), /answer faster/],
  [command("exit code 1: no session"), /in one line/],
  [tool("Invalid arguments: amount must be an integer"), /tool's schema/],
  [tool("something odd"), /Describe in the tool/],
  [other("call-slow", "acme deploy", "takes more than 5 s"), /Make the command faster/],
  [other("too-large", "acme logs", "returns more than is used"), /Return less by default/],
  [other("not-needed", "ls", "is run and not used"), /need not run it/],
  [other("ending", "The agent ran out of time", "time"), /took the time/],
  [other("ending", "The agent gave up", "I stop"), /remove the obstacle/],
  [other("check", "It works", "does not hold"), /Compare a run/],
])("%j: %s", (seen, advice) => {
  expect(advise(seen)).toMatch(advice);
});
