/** Where a job runs: its workspace, its processes, the environments of its children, its phases. */
import { randomUUID } from "node:crypto";
import { dirname, join, relative } from "node:path";
import { listAgentKeys } from "../core/agent/agent-keys.ts";
import { errorMessage } from "../core/error.ts";
import { isInside } from "../core/paths/inside.ts";
import { endpointVariables } from "../core/model/model-endpoint.ts";
import type { WorkspaceSnapshot } from "../core/judge.ts";
import type { CloneStart, Job, Plan } from "../core/plan.ts";
import type { Artifact } from "../core/report/artifact.ts";
import type { FileMark, RunSlot } from "../core/store.ts";
import { expandMcpServers } from "../core/scenario/expand.ts";
import { openScope, type ProcessScope } from "../process/scope.ts";
import type { ReadyAgent } from "./agents/prepare-agents.ts";
import { type GatewayDeps, openRunGateway, type RunGateway } from "./gateway/run-gateway.ts";
import { listGateFiles, listJobFiles } from "./sandbox/named-files.ts";
import {
  type GatewayPlace,
  listHiddenFolders,
  openRunSandbox,
  OpenSandbox,
  placeGateway,
  type ReadySandbox,
} from "./sandbox/run-sandbox.ts";
import { type PhaseResult, runActions } from "./workspace/actions.ts";
import { captureArtifacts } from "./workspace/artifacts.ts";
import { cloneBase } from "./workspace/clone-base.ts";
import { commitWork, type CommittedWork } from "./workspace/commit-work.ts";
import { childEnvironment, trustedPath } from "./workspace/environment.ts";
import { freezeWorkspace, type FrozenTree } from "./workspace/freeze.ts";
import { createLeftWork } from "./workspace/judge-copy.ts";
import { walkTree } from "./workspace/tree-walk.ts";
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
  readonly sandbox: ReadySandbox;
  /** What was found or fetched for the agent on this machine. */
  readonly ready: ReadyAgent;
  readonly onWarning: (message: string) => void;
  readonly onDebug: (message: string) => void;
  /** The pace that model requests of this run share with all others of the same key. */
  readonly pace?: GatewayDeps["pace"];
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
  const scope = await openScope({ runId: deps.runId, home: workspace.home, folder: workspace.root });
  const place = placeGateway(deps.sandbox, workspace);
  const gateway = await openJobGateway(job, place, deps);
  const sandbox = await openSandbox(job, { workspace, gateway: gateway === null ? null : place }, deps);
  return new Site(job, deps, { workspace, scope, gateway, sandbox });
}

function openJobGateway({ agent, scenario }: Job, place: GatewayPlace, deps: SiteDeps): Promise<RunGateway | null> {
  const { plan, operator, pace, sandbox } = deps;
  return openRunGateway(agent.adapter, {
    operator,
    rehearsal: plan.rehearsal,
    policy: sandbox.policy,
    prices: plan.prices,
    mcpServers: expandMcpServers(scenario.mcpServers, operator),
    pace,
    place,
  });
}

/** A sandbox that cannot be opened is a failed start, which is tried again; it must not fail the whole evaluation. */
async function openSandbox(
  job: Job,
  { workspace, gateway }: { readonly workspace: Workspace; readonly gateway: GatewayPlace | null },
  deps: SiteDeps,
): Promise<OpenSandbox | { problem: string }> {
  const { plan, operator, runId, ready } = deps;
  const { scenario } = job;
  const hidden = listHiddenFolders(operator, [
    plan.configDir,
    join(plan.configDir, ".axis"),
    scenario.baseDir,
    dirname(workspace.root),
    ...(plan.start?.hidden ?? []),
  ]);
  const env = { PATH: operator["PATH"] ?? "" };
  try {
    return await openRunSandbox(deps.sandbox, {
      runId,
      workspace,
      operator,
      hidden,
      read: listJobFiles(job, { configDir: plan.configDir, ready, env, hidden }),
      // The agent is gone when checks run, but not when gates do: what they could copy for it must stay hidden.
      readMore: { check: [scenario.baseDir], gate: listGateFiles(scenario, hidden) },
      gateway,
    });
  } catch (error) {
    return { problem: errorMessage(error) };
  }
}

/** The parts of a site that are opened before it. */
interface SiteParts {
  readonly workspace: Workspace;
  readonly scope: ProcessScope;
  readonly gateway: RunGateway | null;
  readonly sandbox: OpenSandbox | { readonly problem: string };
}

export class Site implements AsyncDisposable {
  readonly runId: string;
  readonly slot: RunSlot;
  readonly workspace: Workspace;
  /** The processes of setup and agent; they end together, before anything is graded. */
  readonly scope: ProcessScope;
  /** Takes the agent's model requests; null if it calls its models itself. */
  readonly gateway: RunGateway | null;
  readonly #sandbox: OpenSandbox | { readonly problem: string };
  readonly #job: Job;
  readonly #deps: SiteDeps;
  #closing: Promise<ClosingResult> | undefined;
  #frozen: Promise<FrozenTree> | undefined;
  /** How many files and folders the agent was given. */
  #givenEntries = 0;

  constructor(job: Job, deps: SiteDeps, parts: SiteParts) {
    this.#job = job;
    this.#deps = deps;
    this.runId = deps.runId;
    this.slot = deps.slot;
    this.workspace = parts.workspace;
    this.scope = parts.scope;
    this.gateway = parts.gateway;
    this.#sandbox = parts.sandbox;
  }

  /** Why the sandbox could not be opened; null if it is open. */
  get sandboxProblem(): string | null {
    return this.#sandbox instanceof OpenSandbox ? null : this.#sandbox.problem;
  }

  /** What the agent, gates and checks run in. */
  get sandbox(): OpenSandbox {
    if (this.#sandbox instanceof OpenSandbox) return this.#sandbox;
    throw new Error(this.#sandbox.problem);
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
    const { start } = this.#deps.plan;
    const failure = start === undefined ? null : await cloneBase(start, this.#gitPlace());
    if (failure !== null) return { failure, notes: undefined };
    const done = await this.#runPhase("setup", this.scope, abort);
    if (done.failure !== null || abort.aborted) return done;
    return {
      ...done,
      failure: await describeUnmatchedPatterns(this.workspace.work, this.#job.scenario.protectedPaths ?? []),
    };
  }

  /** Commits the work on the commit that the run started from; null if it changed nothing. For runs that start in a clone. */
  async commitWork(start: CloneStart, message: string): Promise<CommittedWork | null> {
    await this.workspace.restore();
    return await commitWork(start, {
      ...this.#gitPlace(),
      folder: this.newScratchPath(),
      message,
      // What AXIS installed is not the agent's work.
      ignored: this.#job.skills.length === 0 ? [] : [relative(this.workspace.work, this.skillsFolder)],
      holdsSecret: this.#deps.redactor.holdsSecret,
    });
  }

  #gitPlace() {
    return { work: this.workspace.work, runId: this.runId, path: this.trustedPath };
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
    const into = join(this.newScratchPath(), "frozen");
    return (this.#frozen ??= freezeWorkspace(this.workspace.work, into, this.#givenEntries));
  }

  /** Counts what the agent is given, just before it starts. */
  async countGivenEntries(): Promise<void> {
    this.#givenEntries = (await walkTree(this.workspace.work)).length;
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
    // A rehearsal gets none of the operator's keys, so that nothing in it can cost money.
    const keys = plan.rehearsal === undefined ? (this.gateway?.keys ?? []) : modelKeys(this.#job);
    const others = names.filter((name) => !keys.includes(name));
    const pointed = this.gateway?.variables(childEnvironment(operator, others, {}));
    return childEnvironment(operator, others, {
      ...(pointed ?? (plan.rehearsal === undefined ? {} : endpointVariables(plan.rehearsal.endpoint))),
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
    await this.gateway?.[Symbol.asyncDispose]();
    if (this.#sandbox instanceof OpenSandbox) await this.#sandbox[Symbol.asyncDispose]();
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
