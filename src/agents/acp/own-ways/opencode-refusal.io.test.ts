import { randomUUID } from "node:crypto";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";
import { openScope } from "../../../process/scope.ts";
import { type ProcessRequest, runAgent } from "../../../testing/run-agent.ts";
import { defineAcpAgent } from "../define-acp-agent.ts";
import { opencodeRefusal } from "./opencode-refusal.ts";

const scope = await openScope({ runId: randomUUID(), home: "" });
afterAll(() => scope.end());
const processes = (request: ProcessRequest) => scope.start(request);
const program = fileURLToPath(new URL("refused-opencode.fixture.mjs", import.meta.url));
const agent = defineAcpAgent({ name: "refused", program: "refused", refusal: opencodeRefusal });
const run = (exported: string, prompt: string) =>
  runAgent(agent, { command: [process.execPath, program, exported], prompt }, { processes });

test.each([
  ["401", "auth"],
  ["403", "auth"],
  ["429", "rate-limit"],
  ["500", "network"],
  ["200", "network"],
  ["not-json", "network"],
  ["no-error", "network"],
  ["no-messages", "network"],
])("where the export of the session says %s, the failure is %s", async (exported, code) => {
  const { outcome, raw } = await run(exported, "refuse");
  expect(outcome).toMatchObject({ status: "failed", code, message: "Internal error: the key" });
  expect(raw.join("\n")).not.toContain("statusCode");
});

test("only a model that could not be reached is asked about", async () => {
  expect((await run("401", "fail 429")).outcome).toMatchObject({ code: "rate-limit" });
  expect((await run("401", "say hello")).outcome).toMatchObject({ status: "completed" });
});
