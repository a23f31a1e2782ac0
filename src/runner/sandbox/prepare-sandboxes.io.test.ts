import { expect, test } from "vitest";
import type { Job } from "../../core/plan.ts";
import { resolveSandboxPolicy } from "../../core/config/sandbox-settings.ts";
import { prepareSandboxes } from "./prepare-sandboxes.ts";

/** Only what decides about sandbox and gateway. */
const job = (gateway?: readonly string[]) =>
  ({
    agent: { adapter: { name: "one", gateway } },
    sandbox: resolveSandboxPolicy([{ driver: "none" }]),
  }) as unknown as Job;

test("a sandbox is described once, with a gateway only if every run uses it", async () => {
  const operator = { ANTHROPIC_API_KEY: "real" };
  const describeGateway = async (...jobs: Job[]) =>
    (await prepareSandboxes({ jobs })).describe({ jobs }, operator).map(({ record }) => record.gateway);
  expect(await describeGateway(job(["ANTHROPIC_API_KEY"]), job(["ANTHROPIC_API_KEY"]))).toEqual(["on"]);
  expect(await describeGateway(job(["ANTHROPIC_API_KEY"]), job())).toEqual(["off"]);
  expect(await describeGateway(job(["OPENAI_API_KEY"]))).toEqual(["off"]);
  expect((await prepareSandboxes({ jobs: [job()] })).describe()).toMatchObject([{ record: { driver: "none" } }]);
});
