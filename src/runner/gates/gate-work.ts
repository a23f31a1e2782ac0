/** Inspects the work an agent left: whether anything changed, and whether it passes the scenario's gates. */
import { randomBytes } from "node:crypto";
import { mkdir } from "node:fs/promises";
import { type Gate, type GateExecution, protectedFiles } from "../../core/scenario/gate.ts";
import type { Outcome } from "../../core/outcome.ts";
import type { Scenario } from "../../core/scenario.ts";
import type { RunPatch } from "../../core/run-patch.ts";
import { keepPatch } from "../patch/make-patch.ts";
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
import { changedPaths, dropTree, readTree, type Tree } from "./tree.ts";

/** Lists the gates of a scenario; the gate for protected files comes first. */
export function allGates({ gates = [], protectedPaths = [], maxRepairLoops = 0 }: Scenario): Gate[] {
  const own: Gate = { name: protectedFiles, command: [], timeoutMs: 0, retries: 0, repairLoops: maxRepairLoops };
  return protectedPaths.length === 0 ? [...gates] : [own, ...gates];
}

/** What running the gates depends on. */
export interface PassWorld extends Pick<RunWorld, "redactor" | "now" | "onStep"> {
  readonly limits: Pick<GatingWorld, "exhausted"> & { readonly outer: AbortSignal };
  readonly onExecution: (execution: GateExecution) => void;
}

/** Compares the workspace with its state before the agent, and runs the gates on it. */
export class GateWork {
  readonly #scenario: Scenario;
  readonly #site: Site;
  #tree: Tree | null = null;
  #protected: ProtectedFiles = new Map();
  /** The tree as the agent's last turn left it. */
  #now: Tree | null = null;
  #readingMs = 0;

  constructor(scenario: Scenario, site: Site) {
    this.#scenario = scenario;
    this.#site = site;
  }

  /** How long reading the workspace has taken since the agent started: AXIS's own time, which does not count towards the run. */
  get readingMs(): number {
    return this.#readingMs;
  }

  /** Records the state of the workspace before the agent starts. */
  async begin(): Promise<void> {
    this.#tree = await this.#read();
    this.#protected = await readProtected(this.#site.workspace.work, this.#scenario.protectedPaths ?? []);
  }

  /** Reads the workspace after a turn of the agent, before a gate can add to it. */
  async turnEnded(): Promise<void> {
    await this.#timed(async () => {
      await dropTree(this.#now);
      this.#now = await this.#read(this.#tree);
    });
  }

  /** Counts the files that changed; null if git could not read the workspace completely. */
  changedFiles(): number | null {
    return this.#tree?.isWhole && this.#now?.isWhole ? this.#changed() : null;
  }

  /** Saves the diff of all the agent's changes. Nothing can be compared afterwards, because the trees are deleted. */
  async patch(redactor: Redactor): Promise<RunPatch> {
    return await this.#timed(async () => {
      const trees = { before: this.#tree, after: this.#now };
      const keep = (text: string) => this.#site.keepPatch(text);
      const patch = await keepPatch(trees, { ...this.#treeWorld(), redactor, keep });
      await Promise.all([dropTree(this.#tree), dropTree(this.#now)]);
      return patch;
    });
  }

  /** Whether the agent left usable work. A final answer is enough unless the scenario requires changes. */
  usable(outcome: Outcome): boolean | null {
    const isSaid = outcome.status === "completed" && (outcome.result ?? "").trim() !== "";
    if (isSaid && this.#scenario.requiresChanges !== true) return true;
    // A file that git could not read does not undo a change that git saw.
    if (this.#changed() > 0) return true;
    return this.changedFiles() === null ? null : false;
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
        const request = this.#repair(driver, { gate, execution, loop }, world.redactor);
        const { status } = await driver.turn(request);
        await this.turnEnded();
        return status === "completed";
      },
    });
  }

  #changed(): number {
    return this.#tree === null || this.#now === null ? 0 : changedPaths(this.#tree, this.#now).length;
  }

  #read(before?: Tree | null): Promise<Tree | null> {
    return readTree(this.#site.workspace.work, this.#treeWorld(), before);
  }

  #treeWorld() {
    const { runId, trustedPath: path } = this.#site;
    return { scratch: this.#site.scratch(), runId, path };
  }

  async #timed<T>(work: () => Promise<T>): Promise<T> {
    const began = performance.now();
    const done = await work();
    this.#readingMs += performance.now() - began;
    return done;
  }

  async #run(gate: Gate, limits: { readonly outer: AbortSignal }) {
    const home = this.#site.scratch();
    const { runId, workspace } = this.#site;
    await workspace.keep();
    await mkdir(home, { mode: 0o700 });
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
    const tail = shownEnd(redactor.text(output));
    const log =
      output === "" ? undefined : await this.#site.keepLog(`gates/${gate.name}-${seen.execution}.log`, output);
    const executed = { gate: gate.name, ...seen, tree_id: this.#now?.id ?? null, output_tail: tail };
    return log === undefined ? executed : { ...executed, log };
  }

  #repair(driver: AgentDriver, failed: { gate: Gate; execution: GateExecution; loop: number }, redactor: Redactor) {
    const { protectedPaths = [], prompt: task } = this.#scenario;
    const mark = randomBytes(8).toString("hex");
    // The command of a gate may contain one of the operator's secrets, which the agent must not see.
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
