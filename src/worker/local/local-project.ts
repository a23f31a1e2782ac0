/** The project on this machine, planned in its current state. A problem is logged once, until the project is valid again. */
import { stat } from "node:fs/promises";
import { loadPlan } from "../../config/load-plan.ts";
import type { PlanRequest } from "../../config/planning/plan-request.ts";
import { AxisError, errorMessage } from "../../core/error.ts";
import type { WorkspaceName } from "../../core/names/workspace-name.ts";
import type { Job, Plan } from "../../core/plan.ts";
import { listUsableAgents } from "../served-agents.ts";
import { type PlanningDeps, toRunEnvironment } from "../worker-deps.ts";

export interface LocalProjectFiles extends WorkspaceName {
  readonly configDir: string;
  /** Absolute path. */
  readonly configFile: string;
}

/** Which runs of the project to plan. */
export type LocalPlanRequest = Pick<
  PlanRequest,
  "trials" | "cells" | "seed" | "until" | "judge" | "budget" | "allowUnknownCost"
>;

interface LocalProjectDeps extends PlanningDeps {
  /** Replaced in tests that count plans. */
  readonly loadPlan?: typeof loadPlan;
}

export class LocalProject {
  #problem: string | undefined;
  #agents: readonly string[] = [];
  /** The state of the config file when the agents were last looked up. */
  #configState: string | undefined;

  constructor(
    readonly files: LocalProjectFiles,
    readonly deps: LocalProjectDeps,
  ) {}

  /** Undefined while the project is invalid: a mistake in it now says nothing about requested runs. */
  async plan(request: LocalPlanRequest): Promise<Plan | undefined> {
    return await this.#unlessInvalid(() => this.#load(request));
  }

  /** The agents that can run on this machine, looked up again when the config changes. An invalid project keeps its agents. */
  async listAgents(): Promise<readonly string[]> {
    await this.#unlessInvalid(async () => {
      const { mtimeMs, size } = await stat(this.files.configFile);
      const state = `${mtimeMs} ${size}`;
      if (state === this.#configState) return;
      const agents = await listUsableAgents(await this.#load({}), this.deps);
      this.#agents = agents.toSorted();
      this.#configState = state;
    });
    return this.#agents;
  }

  async #load(request: LocalPlanRequest): Promise<Plan> {
    const { env, log, sandbox, loadPlan: load = loadPlan } = this.deps;
    const { configDir: folder, configFile } = this.files;
    const plan = await load(
      { ...request, folder, configFile, ...(sandbox !== undefined && { sandbox }) },
      { env: toRunEnvironment(env), onNotice: log, onWarning: (message) => log(`Warning: ${message}`) },
    );
    this.#problem = undefined;
    return plan;
  }

  async #unlessInvalid<T>(work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work();
    } catch (error) {
      // The project is valid, but it does not contain the requested runs any more, or cannot do what the request says.
      if (error instanceof AxisError && (error.code === "cells-gone" || error.code === "flag-invalid")) throw error;
      const problem = errorMessage(error);
      if (problem !== this.#problem)
        this.deps.log(`Warning: the project cannot be planned, so its runs wait: ${problem}`);
      this.#problem = problem;
      return undefined;
    }
  }
}

/** The part of a plan with some of its jobs. */
export function selectJobs(plan: Plan, isWanted: (job: Job) => boolean): Plan {
  const jobs = plan.jobs.filter(isWanted);
  const pick = (digests: Readonly<Record<string, string>>, names: readonly string[]) =>
    Object.fromEntries([...new Set(names)].map((name) => [name, digests[name] ?? ""]));
  const scenarios = jobs.map(({ cell }) => cell.scenario);
  const agents = jobs.map(({ cell }) => cell.agent);
  const { digests } = plan;
  return {
    ...plan,
    jobs,
    digests: {
      ...digests,
      scenarios: pick(digests.scenarios, scenarios),
      agents: pick(digests.agents, agents),
    },
  };
}
