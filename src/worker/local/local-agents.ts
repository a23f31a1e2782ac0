/** Which agents the project on this machine has what it takes for; looked at again when its config changes. */
import { stat } from "node:fs/promises";
import { errorMessage } from "../../core/error.ts";
import type { Plan } from "../../core/plan.ts";
import { loadProjectPlan } from "../attempt/run-plan.ts";
import { type AgentsLookup, listUsableAgents } from "../served-agents.ts";
import type { LocalProject, WorkerDeps } from "../worker-deps.ts";

export class LocalAgents implements AgentsLookup {
  #names: readonly string[] = [];
  #seen: string | undefined;

  constructor(
    readonly project: LocalProject,
    readonly world: Pick<WorkerDeps, "env" | "say">,
  ) {}

  /** A project that cannot be planned just now serves whom it served before, and is looked at again. */
  async names(): Promise<string[]> {
    await this.#succeeds(async () => {
      const { mtimeMs, size } = await stat(this.project.configFile);
      const state = `${mtimeMs} ${size}`;
      if (state === this.#seen) return;
      this.#names = await listUsableAgents(await this.#planned(this.world), this.world);
      this.#seen = state;
    });
    return this.#names.toSorted();
  }

  /** Runs wait while the project is broken: what is wrong with it now is not wrong with them. */
  async canPlan(): Promise<boolean> {
    return await this.#succeeds(() => this.#planned({ ...this.world, say: () => {} }));
  }

  async #planned(world: Pick<WorkerDeps, "env" | "say">): Promise<Plan> {
    const plan = await loadProjectPlan(this.project, world);
    this.project.notice.isRight();
    return plan;
  }

  async #succeeds(work: () => Promise<unknown>): Promise<boolean> {
    try {
      await work();
      return true;
    } catch (error) {
      this.project.notice.isWrong(errorMessage(error));
      return false;
    }
  }
}
