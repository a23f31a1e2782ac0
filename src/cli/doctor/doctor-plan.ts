/** A plan that exists only for `axis doctor`: nothing is scored, downloaded or stored. */
import type { Job, Plan } from "../../core/plan.ts";
import { defaultGate } from "../../core/report/gate.ts";
import type { LocalProject } from "./local-project.ts";

export function createDoctorPlan({ configDir, configFile, env, config }: LocalProject, jobs: readonly Job[]): Plan {
  const prices = config.settings?.prices;
  return {
    configDir,
    configFile,
    jobs,
    skipped: 0,
    concurrency: 1,
    trials: 1,
    runLimits: {},
    ...(prices === undefined ? {} : { prices }),
    weights: null,
    gate: defaultGate,
    verdict: {},
    judging: { retries: 0, timeoutMs: 0 },
    env,
    beforeAll: [],
    afterAll: [],
    digests: { axis: "", settings: "", scenarios: {}, agents: {} },
    seed: "",
    warnings: [],
  };
}
