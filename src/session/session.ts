/** The state of one evaluation: its report, its stop conditions, its secrets, and its earlier progress. */
import type { Cell } from "../core/cell.ts";
import type { AxisEvent } from "../core/run/event.ts";
import type { Plan } from "../core/plan.ts";
import type { Report } from "../core/report.ts";
import type { ReportHandle } from "../core/store.ts";
import { offerPage } from "../offer-page.ts";
import { planVerdict } from "../report/plan-verdict.ts";
import type { ReadyAgent } from "../runner/agents/prepare-agents.ts";
import { reportVariables } from "../runner/hooks.ts";
import { passedOn } from "../runner/secrets/passed-on.ts";
import type { CellProgress } from "../runner/progress.ts";
import { createRedactor, type Redactor, secretsIn } from "../runner/secrets/redact.ts";
import { Brakes } from "./brakes.ts";
import { type EarlierRuns, takeOver } from "./earlier-runs.ts";
import type { EvaluateDeps } from "./evaluate-deps.ts";
import { GrowingReport } from "./growing-report.ts";
import { Hooks } from "./hooks.ts";
import { readyAgents } from "./ready-agents.ts";

export class Session implements AsyncDisposable {
  redactor: Redactor;
  readonly brakes: Brakes;
  readonly operator: NodeJS.ProcessEnv;
  readonly #hooks: Hooks;
  #agents: ReadonlyMap<string, ReadyAgent> = new Map();
  #handle: ReportHandle | undefined;
  #report: GrowingReport | undefined;
  #earlier: EarlierRuns | undefined;
  #finished: Report | undefined;
  readonly #began = performance.now();

  constructor(
    readonly plan: Plan,
    readonly deps: EvaluateDeps,
  ) {
    this.#handle = deps.handle;
    this.operator = deps.env ?? process.env;
    this.redactor = createRedactor(secretsIn(this.operator, passedOn(plan)));
    this.brakes = new Brakes(plan, { ...deps, env: this.operator }, this.emit);
    const { operator, now, emit } = this;
    const { interruption } = this.brakes;
    this.#hooks = new Hooks(plan, { operator, interruption, now, emit, redactor: () => this.redactor });
  }

  get handle(): ReportHandle {
    return this.report.handle;
  }

  get report(): GrowingReport {
    if (this.#report === undefined) throw new Error("the report is not open yet");
    return this.#report;
  }

  now = (): Date => this.deps.now?.() ?? new Date();

  /** A listener that throws must not affect a job. */
  emit = (event: AxisEvent): void => {
    try {
      this.deps.onEvent?.(event);
    } catch {
      // Nothing is lost: what the event said is in the journal and the report.
    }
  };

  /** Runs beforeAll; a failure ends the evaluation before there is a report. */
  async beforeAll(): Promise<void> {
    for (const name of this.redactor.unprotected)
      this.#warn(`The value of ${name} is too short or too common to be redacted`);
    await this.#hooks.before();
  }

  /** Reports everything that is missing on this machine at once. */
  async preflight(): Promise<void> {
    this.brakes.budget.requireKnownCosts();
    if (this.deps.elsewhere !== undefined) return;
    this.#agents = await readyAgents(this.plan, {
      operator: this.operator,
      abort: this.brakes.interruption.agents,
      announce: this.#warn,
      log: (message) => this.emit({ type: "log", message }),
    });
    const lent = [...this.#agents.values()].flatMap(({ login }) => login?.secrets ?? []);
    if (lent.length === 0) return;
    const secrets = lent.map((value) => ({ name: "login", value }));
    this.redactor = createRedactor([...secretsIn(this.operator, passedOn(this.plan)), ...secrets]);
  }

  /** Returns what the runs of an agent start from on this machine. */
  readyAgent(name: string): ReadyAgent {
    return this.#agents.get(name) ?? {};
  }

  /** Opens the report or resumes one: from here on every step is in the journal before the next one starts. */
  async begin(): Promise<void> {
    const { plan, emit, now } = this;
    const handle = (this.#handle ??= await this.deps.store.createReport(now()));
    handle.redactWith(this.redactor.text);
    const earlier = await takeOver(handle, plan, { now, onWarning: this.#warn });
    const elapsedMs = () => performance.now() - this.#began;
    this.#earlier = earlier;
    this.#report = new GrowingReport(handle, plan, { earlier, elapsedMs, emit });
    await this.#report.begin();
    this.brakes.start(earlier.closedMs);
    await this.brakes.budget.carry(handle);
    this.#report.announce();
  }

  /** How far a cell got before this evaluation. */
  earlier(cell: Cell): CellProgress | undefined {
    return this.#earlier?.of(cell);
  }

  /** Returns the remote run that was already requested, for example by an interrupted evaluation that never saw its end. */
  waitingFor(cell: Cell): string | undefined {
    const asked = this.deps.askedBefore?.(cell);
    if (asked !== undefined) return asked;
    const earlier = this.earlier(cell);
    return earlier?.state === "started" ? earlier.runId : undefined;
  }

  /** Whether the stored data of a cell is its result; otherwise its judgement is missing or follows other rules. */
  isFinished(earlier: CellProgress): boolean {
    return this.plan.weights === null || (earlier.state === "judged" && this.#earlier?.judgesAgain !== true);
  }

  /** Whether the comparison needs no more trials. A stopped run decides nothing. */
  isDecided(): boolean {
    return !this.brakes.stopping.aborted && (this.deps.isDecided?.(this.report.ifComplete()) ?? false);
  }

  /** Writes the final report. */
  async finish(): Promise<Report> {
    this.#finished = await this.report.close(this.brakes, this.deps.finalise);
    await this.#offerPage(this.#finished);
    await this.deps.onReport?.(this.#finished);
    return this.#finished;
  }

  /** Runs afterAll if beforeAll succeeded. A failure is an event; the report stays valid and its page shows the failure. */
  async afterAll(): Promise<void> {
    const report = this.#finished;
    const failure = await this.#hooks.after(report === undefined ? {} : reportVariables(report, this.handle.folder));
    if (failure !== null && report !== undefined) await this.#offerPage(report, failure);
  }

  async #offerPage(report: Report, hookFailure?: string): Promise<void> {
    if (this.deps.page === false) return;
    await offerPage(report, {
      verdict: planVerdict(report, this.plan, hookFailure),
      handle: this.handle,
      onPage: (file) => this.emit({ type: "page-written", file }),
      onWarning: this.#warn,
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.brakes[Symbol.dispose]();
    await this.#report?.settle();
    await this.#handle?.[Symbol.asyncDispose]();
  }

  #warn = (message: string): void => this.emit({ type: "warning", message });
}
