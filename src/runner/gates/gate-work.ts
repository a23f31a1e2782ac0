/** Looks at what an agent left: whether anything changed, and whether it passes the gates of its scenario. */
import { randomBytes } from "node:crypto";
import { mkdir } from "node:fs/promises";
import { type Gate, type GateExecution, protectedFiles } from "../../core/scenario/gate.ts";
import type { Outcome } from "../../core/outcome.ts";
import type { Scenario } from "../../core/scenario.ts";
import type { Redactor } from "../secrets/redact.ts";
import type { RunStep } from "../../core/run/run-step.ts";
import type { RunWorld } from "../run-job.ts";
import type { Site } from "../site.ts";
import type { AgentDriver } from "../turns/agent-driver.ts";
import { shownEnd } from "./output.ts";
import { type Gating, type GatingWorld, passGates } from "./pass-gates.ts";
import { protectedChanges, type ProtectedFiles, readProtected } from "./protected.ts";
import { freshRepairPrompt, repairPrompt } from "./repair-prompt.ts";
import { runGate } from "./run-gate.ts";
import { changedPaths, readTree, type Tree } from "./tree.ts";

/** The gates of a scenario, that of protected files first. */
export function allGates({ gates = [], protectedPaths = [], maxRepairLoops = 0 }: Scenario): Gate[] {
  const own: Gate = { name: protectedFiles, command: [], timeoutMs: 0, retries: 0, repairLoops: maxRepairLoops };
  return protectedPaths.length === 0 ? [...gates] : [own, ...gates];
}

/** What running the gates may use. */
export interface PassWorld extends Pick<RunWorld, "redactor" | "now" | "onStep"> {
  readonly limits: Pick<GatingWorld, "exhausted"> & { readonly outer: AbortSignal };
  readonly onExecution: (execution: GateExecution) => void;
}

/** The workspace before the agent, to compare with. */
export class GateWork {
  readonly #scenario: Scenario;
  readonly #site: Site;
  #tree: Tree | null = null;
  #protected: ProtectedFiles = new Map();
  /** The tree as it is now; undefined after the agent has been at work again. */
  #now: Promise<Tree | null> | undefined;

  constructor(scenario: Scenario, site: Site) {
    this.#scenario = scenario;
    this.#site = site;
  }

  /** Remembers how the workspace is before the agent begins. */
  async begin(): Promise<void> {
    this.#tree = await this.#read();
    this.#protected = await readProtected(this.#site.workspace.work, this.#scenario.protectedPaths ?? []);
  }

  /** How many files are not as they were; null where git could not tell. */
  async changedFiles(): Promise<number | null> {
    const now = await (this.#now ??= this.#read());
    return this.#tree === null || now === null ? null : changedPaths(this.#tree, now).length;
  }

  /** Whether the work left something to look at. A result in words is enough where no change is required. */
  async usable(outcome: Outcome): Promise<boolean | null> {
    const isSaid = outcome.status === "completed" && (outcome.result ?? "").trim() !== "";
    if (isSaid && this.#scenario.requiresChanges !== true) return true;
    const changed = await this.changedFiles();
    return changed === null ? null : changed > 0;
  }

  /** Runs the gates, with repair turns. */
  async pass(driver: AgentDriver, world: PassWorld): Promise<Gating> {
    return await passGates(allGates(this.#scenario), {
      exhausted: () => world.limits.exhausted(),
      execute: async (gate, position) => {
        const startMs = world.now().getTime();
        const seen = gate.name === protectedFiles ? await this.#lookAtProtected() : await this.#run(gate, world.limits);
        world.onStep(stepOf(gate, { ...position, ...seen }, { startMs, endMs: world.now().getTime() }));
        const execution = await this.#written(gate, { ...position, ...seen }, world.redactor);
        world.onExecution(execution);
        return execution;
      },
      repair: async (gate, execution, loop) => {
        this.#now = undefined;
        const request = this.#repair(driver, { gate, execution, loop }, world.redactor);
        return (await driver.turn(request)).status === "completed";
      },
    });
  }

  #read(): Promise<Tree | null> {
    const { workspace, runId, trustedPath: path } = this.#site;
    return readTree(workspace.work, { scratch: this.#site.scratch(), runId, path });
  }

  async #run(gate: Gate, limits: { readonly outer: AbortSignal }) {
    const home = this.#site.scratch();
    await mkdir(home, { mode: 0o700 });
    const { runId, workspace } = this.#site;
    const env = { ...this.#site.gateEnvironment(home), TMPDIR: home };
    return await runGate(gate, { runId, work: workspace.work, home, env, abort: limits.outer });
  }

  async #lookAtProtected() {
    const began = performance.now();
    const now = await readProtected(this.#site.workspace.work, this.#scenario.protectedPaths ?? []);
    const lines = protectedChanges(this.#protected, now);
    const passed = lines.length === 0;
    const wall = Math.round(performance.now() - began);
    const output = lines.map((line) => `${line}\n`).join("");
    return { passed, exit_code: passed ? 0 : 1, ended_by: "exit" as const, wall_ms: wall, output };
  }

  async #written(
    gate: Gate,
    { output, ...seen }: Omit<GateExecution, "gate" | "tree_id" | "output_tail" | "log"> & { readonly output: string },
    redactor: Redactor,
  ): Promise<GateExecution> {
    const tree = await (this.#now ??= this.#read());
    const tail = shownEnd(redactor.text(output));
    const log =
      output === "" ? undefined : await this.#site.keepLog(`gates/${gate.name}-${seen.execution}.log`, output);
    const executed = { gate: gate.name, ...seen, tree_id: tree?.id ?? null, output_tail: tail };
    return log === undefined ? executed : { ...executed, log };
  }

  #repair(driver: AgentDriver, failed: { gate: Gate; execution: GateExecution; loop: number }, redactor: Redactor) {
    const { protectedPaths = [], prompt: task } = this.#scenario;
    const mark = randomBytes(8).toString("hex");
    // The command of a gate may name a secret of the operator's, which is none of the agent's business.
    const prompt = redactor.text(repairPrompt({ ...failed, protectedPaths, mark }));
    const repairs = failed.gate.name;
    if (driver.session !== undefined) return { prompt, start: "resumed" as const, repairs };
    return { prompt: freshRepairPrompt(task, prompt), start: "afresh" as const, repairs };
  }
}

function stepOf(
  { name }: Gate,
  { execution, turn, passed, exit_code }: Pick<GateExecution, "execution" | "turn" | "passed" | "exit_code">,
  times: Pick<RunStep, "startMs" | "endMs">,
): RunStep {
  return { kind: "gate", ...times, ok: passed, turn, gate: { name, execution, exitCode: exit_code } };
}
