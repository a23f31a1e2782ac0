/** Where a job runs: its workspace, its processes, the environments of its children, its phases. */
import { randomUUID } from "node:crypto";
import { join, relative } from "node:path";
import { listAgentKeys } from "../core/agent/agent-keys.ts";
import { errorMessage } from "../core/error.ts";
import { isInside } from "../core/paths/inside.ts";
import { endpointVariables } from "../core/model/model-endpoint.ts";
import type { WorkspaceSnapshot } from "../core/judge.ts";
import type { Job, Plan } from "../core/plan.ts";
import type { Artifact } from "../core/report/artifact.ts";
import type { FileMark, RunSlot } from "../core/store.ts";
import { openScope, type ProcessScope } from "../process/scope.ts";
import { type PhaseResult, runActions } from "./workspace/actions.ts";
import { captureArtifacts } from "./workspace/artifacts.ts";
import { childEnvironment, trustedPath } from "./workspace/environment.ts";
import { freezeWorkspace, type FrozenTree } from "./workspace/freeze.ts";
import { createLeftWork } from "./workspace/judge-copy.ts";
import { openWorkspace, type Workspace } from "./workspace/workspace.ts";
import { describeUnmatchedPatterns } from "./gates/protected.ts";
import { modelKeys } from "./secrets/model-keys.ts";
import type { Redactor } from "./secrets/redact.ts";

/** What a site depends on. */
export interface SiteDeps {
  readonly plan: Plan;
  readonly operator: NodeJS.ProcessEnv;
  readonly redactor: Redactor;
  readonly runId: string;
  readonly slot: RunSlot;
  readonly addArtifact: (path: string, content: Uint8Array) => Promise<string>;
  readonly addPatch: (text: string) => Promise<FileMark>;
  readonly onWarning: (message: string) => void;
  readonly onDebug: (message: string) => void;
}

/** What happened while the site was closed. */
export interface ClosingResult {
  readonly teardownOutput?: string;
  readonly teardownError?: string;
  readonly artifacts?: Artifact[];
}

/** Opens the site of a job; disposing it runs a pending teardown, ends every process and removes the folder. */
export async function openSite(job: Job, deps: SiteDeps): Promise<Site> {
  const workspace = await openWorkspace({ runId: deps.runId, onWarning: deps.onWarning });
  return new Site(job, deps, { workspace, scope: await openScope({ runId: deps.runId, home: workspace.home }) });
}

export class Site implements AsyncDisposable {
  readonly runId: string;
  readonly slot: RunSlot;
  readonly workspace: Workspace;
  /** The processes of setup and agent; they end together, before anything is graded. */
  readonly scope: ProcessScope;
  readonly #job: Job;
  readonly #deps: SiteDeps;
  #closing: Promise<ClosingResult> | undefined;
  #frozen: Promise<FrozenTree> | undefined;

  constructor(job: Job, deps: SiteDeps, place: { readonly workspace: Workspace; readonly scope: ProcessScope }) {
    this.#job = job;
    this.#deps = deps;
    this.runId = deps.runId;
    this.slot = deps.slot;
    this.workspace = place.workspace;
    this.scope = place.scope;
  }

  /** Where the agent's program looks for skills. */
  get skillsFolder(): string {
    const { work, home } = this.workspace;
    return this.#job.agent.adapter.skillsFolder?.({ workspace: work, home }) ?? join(work, ".agents", "skills");
  }

  /** Formats a path of this site for reports: relative to the workspace or to the agent's home. */
  toShownPath(path: string): string {
    const { work, home } = this.workspace;
    return isInside(work, path) ? relative(work, path) : `~/${relative(home, path)}`;
  }

  async setUp(abort: AbortSignal): Promise<PhaseResult> {
    const done = await this.#runPhase("setup", this.scope, abort);
    if (done.failure !== null || abort.aborted) return done;
    return {
      ...done,
      failure: await describeUnmatchedPatterns(this.workspace.work, this.#job.scenario.protectedPaths ?? []),
    };
  }

  /** Runs teardown and captures artifacts, once; disposing the site removes the folder. */
  close(abort: AbortSignal): Promise<ClosingResult> {
    return (this.#closing ??= this.#close(abort));
  }

  /** Warns the user about this job. */
  warn(message: string): void {
    this.#deps.onWarning(message);
  }

  /** Returns a path for a folder the agent must not touch, under a name it cannot guess. What it could find is never trusted. */
  newScratchPath(): string {
    return join(this.workspace.root, `scratch-${randomUUID()}`);
  }

  /** The workspace as the agent left it, copied once after its last process has ended. The copy is removed with the site. */
  frozen(): Promise<FrozenTree> {
    return (this.#frozen ??= freezeWorkspace(this.workspace.work, join(this.newScratchPath(), "frozen")));
  }

  /** The same for judges that inspect the work. */
  leftWork(): WorkspaceSnapshot {
    return createLeftWork(() => this.frozen());
  }

  agentEnvironment(): Record<string, string> {
    const { adapter } = this.#job.agent;
    const { plan, operator } = this.#deps;
    const names = [...listAgentKeys(adapter), ...plan.env.agent];
    const isolation = adapter.isolation?.({ workspace: this.workspace.work, home: this.workspace.home });
    const { rehearsal } = plan;
    if (rehearsal === undefined) return childEnvironment(operator, names, { ...isolation, ...this.#ownVariables() });
    // A rehearsal gets none of the operator's keys, so that nothing in it can cost money.
    const keys = modelKeys(this.#job);
    const others = names.filter((name) => !keys.includes(name));
    return childEnvironment(operator, others, {
      ...endpointVariables(rehearsal.endpoint),
      ...isolation,
      ...this.#ownVariables(),
    });
  }

  checkEnvironment = (home: string, copy: string): Record<string, string> => {
    const { plan, operator } = this.#deps;
    const forbidden = modelKeys(this.#job);
    return childEnvironment(
      operator,
      plan.env.checks.filter((name) => !forbidden.includes(name)),
      {
        ...jobVariables(this.#job),
        ...this.#ownVariables(),
        PATH: trustedPath(operator["PATH"], this.workspace.root),
        HOME: home,
        AXIS_PHASE: "verify",
        AXIS_WORKSPACE: copy,
      },
    );
  };

  /** The environment of gates: like that of checks, but in the workspace itself. */
  gateEnvironment(home: string): Record<string, string> {
    return { ...this.checkEnvironment(home, this.workspace.work), AXIS_PHASE: "gate" };
  }

  /** PATH without entries that the agent could have filled. */
  get trustedPath(): string {
    return trustedPath(this.#deps.operator["PATH"], this.workspace.root);
  }

  /** Saves a text next to the run's artifacts, without secrets. Returns its path relative to the report folder. */
  saveLog(name: string, text: string): Promise<string> {
    return this.#deps.addArtifact(name, Buffer.from(this.#deps.redactor.text(text)));
  }

  /** Saves the diff of the run, whose contents are already redacted. */
  savePatch(text: string): Promise<FileMark> {
    return this.#deps.addPatch(text);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const { onWarning } = this.#deps;
    await this.close(new AbortController().signal).catch((error: unknown) =>
      onWarning(`The workspace of ${this.#job.cell.scenario} could not be torn down: ${errorMessage(error)}`),
    );
    await this.scope.end();
    await this.workspace[Symbol.asyncDispose]();
  }

  async #close(abort: AbortSignal): Promise<ClosingResult> {
    const { redactor, addArtifact } = this.#deps;
    await this.workspace.restore();
    await using scope = await openScope({ runId: this.runId, home: this.workspace.home });
    const teardown = await this.#runPhase("teardown", scope, abort);
    await scope.end();
    const patterns = this.#job.scenario.artifacts;
    const sink = { add: addArtifact, holdsSecret: redactor.holdsSecret };
    return {
      ...(teardown.notes === undefined ? {} : { teardownOutput: redactor.text(teardown.notes) }),
      ...(teardown.failure === null ? {} : { teardownError: redactor.text(teardown.failure) }),
      ...(patterns.length === 0 ? {} : { artifacts: await captureArtifacts(this.workspace.work, patterns, sink) }),
    };
  }

  async #runPhase(phase: "setup" | "teardown", scope: ProcessScope, abort: AbortSignal): Promise<PhaseResult> {
    const { scenario } = this.#job;
    if (scenario[phase].length === 0) return { failure: null, notes: undefined };
    const { plan, operator, onDebug } = this.#deps;
    return runActions(scenario[phase], {
      phase,
      cwd: this.workspace.work,
      matchBase: scenario.baseDir,
      destinationBase: this.workspace.work,
      env: childEnvironment(operator, plan.env.hooks, { ...jobVariables(this.#job), ...this.#ownVariables() }),
      scope,
      notesFolder: this.workspace.root,
      abort,
      debug: onDebug,
    });
  }

  /** The variables AXIS sets for every child of the job. */
  #ownVariables(): Record<string, string> {
    return { HOME: this.workspace.home, TMPDIR: this.workspace.tmp, AXIS_RUN_ID: this.runId };
  }
}

/** The variables that scripts and checks of a job receive, but not the agent. */
function jobVariables({ scenario, agent, cell }: Job): Record<string, string> {
  return {
    AXIS_CONFIG_DIR: scenario.baseDir,
    AXIS_AGENT: agent.config.agent.toLowerCase(),
    AXIS_SCENARIO: scenario.key,
    AXIS_TRIAL: String(cell.trial),
    ...(agent.config.model === undefined ? {} : { AXIS_MODEL: agent.config.model }),
    ...(scenario.variant === null ? {} : { AXIS_VARIANT: scenario.variant }),
  };
}
