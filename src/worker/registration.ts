/** The registration of a worker: which agents it serves, that it is alive, and when its runs change. */
import { axisVersion } from "../core/version.ts";
import { announceWorkerRuns, recordHeartbeat, registerWorker, removeWorker } from "../store/sql/workers.ts";
import { Background } from "./background.ts";
import { ThrottledNotifier } from "./throttled-notifier.ts";
import type { LoggedDatabase } from "./worker-deps.ts";

const heartbeatMs = 10_000;
const agentsRefreshMs = 5_000;

export interface RegistrationDeps extends LoggedDatabase {
  readonly workerId: string;
  readonly host: string;
  readonly slots: number;
  /** Fires when the worker takes no new runs. */
  readonly leave: AbortSignal;
  /** The agents that can run here. Called every few seconds. */
  readonly listAgents: () => Promise<readonly string[]>;
}

export class WorkerRegistration implements AsyncDisposable {
  readonly #background: Background;
  /** Notifications are per workspace, because a run concerns only its own workspace. */
  readonly #news: ThrottledNotifier;
  #agents: readonly string[] = [];
  #isOver = false;
  #registering: Promise<void> = Promise.resolve();

  private constructor(readonly deps: RegistrationDeps) {
    this.#background = new Background(deps.log);
    this.#news = new ThrottledNotifier(
      (workspaceId) => void this.#background.attempt(() => this.#announceRuns(workspaceId)),
    );
  }

  /** Registers the worker, and keeps the registration up to date until disposed. */
  static async open(deps: RegistrationDeps): Promise<WorkerRegistration> {
    const registration = new WorkerRegistration(deps);
    registration.#agents = await deps.listAgents();
    await registration.#register();
    registration.#background.every(heartbeatMs, () => registration.#recordState());
    registration.#background.every(agentsRefreshMs, () => registration.#refreshAgents());
    deps.log(`Serving ${registration.#agents.length === 0 ? "no agents yet" : registration.#agents.join(", ")}`);
    return registration;
  }

  get agents(): readonly string[] {
    return this.#agents;
  }

  /** Announces that a run of this workspace started or ended here. */
  notifyRuns(workspaceId: string): void {
    this.#news.notify(workspaceId);
  }

  /** Announces at once that the worker takes no new runs. */
  async announceLeaving(): Promise<void> {
    await this.#background.attempt(() => this.#recordState());
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#background[Symbol.dispose]();
    this.#news[Symbol.dispose]();
    // A heartbeat in flight must not register the worker again after it was removed here.
    this.#isOver = true;
    await this.#registering.catch(() => {}); // The caller that registered the worker reports the error.
    await this.#background.attempt(() => removeWorker(this.deps.database, this.deps.workerId));
  }

  get #state(): "ready" | "draining" {
    return this.deps.leave.aborted ? "draining" : "ready";
  }

  async #recordState(): Promise<void> {
    if (!(await recordHeartbeat(this.deps.database, this.deps.workerId, this.#state))) await this.#register();
  }

  async #announceRuns(workspaceId: string): Promise<void> {
    const { database, workerId: id } = this.deps;
    await announceWorkerRuns(database, { id, state: this.#state, workspaceId });
  }

  async #refreshAgents(): Promise<void> {
    const agents = await this.deps.listAgents();
    if (agents.join("\n") === this.#agents.join("\n")) return;
    this.#agents = agents;
    this.deps.log(`Serving ${agents.join(", ")}`);
    await this.#register();
  }

  async #register(): Promise<void> {
    if (this.#isOver) return;
    const { workerId: id, database, host, slots } = this.deps;
    const worker = { id, host, version: axisVersion, agents: this.#agents, slots, state: this.#state };
    this.#registering = registerWorker(database, worker);
    await this.#registering;
  }
}
