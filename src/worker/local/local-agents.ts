/** Which agents the project on this machine has what it takes for; looked at again when its config changes. */
import { stat } from "node:fs/promises";
import { messageOf } from "../../core/error.ts";
import { planOfProject } from "../run-plan.ts";
import { type AgentsLookup, usableAgents } from "../served-agents.ts";
import type { LocalProject, WorkerWorld } from "../worker-world.ts";

export class LocalAgents implements AgentsLookup {
  #names: readonly string[] = [];
  #seen: string | undefined;
  #problem: string | undefined;

  constructor(
    readonly project: LocalProject,
    readonly world: Pick<WorkerWorld, "env" | "say">,
  ) {}

  /** A project that cannot be planned just now serves whom it served before, and is looked at again. */
  async names(): Promise<string[]> {
    try {
      const { mtimeMs, size } = await stat(this.project.configFile);
      const state = `${mtimeMs} ${size}`;
      if (state !== this.#seen) {
        this.#names = await usableAgents(await planOfProject(this.project, this.world), this.world);
        this.#seen = state;
      }
      this.#problem = undefined;
    } catch (error) {
      const problem = messageOf(error);
      if (problem !== this.#problem) this.world.say(`Warning: no run can be planned here: ${problem}`);
      this.#problem = problem;
    }
    return this.#names.toSorted();
  }
}
