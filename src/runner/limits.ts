/** The reasons a job may be stopped, joined in one abort signal: the first one counts. */
import { type Limits, type LimitsInput } from "../core/limits.ts";
import { Stop } from "../core/outcome.ts";
import { type TokenUsage, totalTokens } from "../core/token-usage.ts";

const charactersPerToken = 5;

/** What the whole run may use; shared by all jobs. */
export class RunLimits implements Disposable {
  readonly #stop = new AbortController();
  readonly #limits: LimitsInput;
  #timer: NodeJS.Timeout | undefined;
  #tokens = 0;

  constructor(limits: LimitsInput) {
    this.#limits = limits;
  }

  /** Fires when a limit of the whole run is reached. */
  get abort(): AbortSignal {
    return this.#stop.signal;
  }

  /** The clock starts with the first job. */
  start(): void {
    const minutes = this.#limits.time_minutes;
    if (minutes === undefined || this.#timer !== undefined) return;
    this.#timer = setTimeout(
      () => this.#stop.abort(new Stop("time", "run", `the whole run reached ${minutes} min`)),
      timerMs(minutes),
    );
  }

  /** Adds what a job has newly used. */
  spend(tokens: number): void {
    this.#tokens += tokens;
    const most = this.#limits.tokens;
    if (most !== undefined && this.#tokens >= most)
      this.#stop.abort(new Stop("tokens", "run", `the whole run reached ${most} tokens`));
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#timer);
  }
}

/** The limits of one job: its own time and tokens, the run's, and the user's Ctrl-C. */
export class JobLimits implements Disposable {
  readonly abort: AbortSignal;
  readonly #stop = new AbortController();
  readonly #timer: NodeJS.Timeout;
  readonly #tokensMost: number | undefined;
  readonly #run: RunLimits;
  #characters = 0;
  #reported = 0;
  #counted = 0;

  constructor(limits: Limits, run: RunLimits, outer: AbortSignal) {
    this.#run = run;
    this.#tokensMost = limits.tokens;
    this.#timer = setTimeout(
      () => this.#stop.abort(new Stop("time", "scenario", `the agent reached its limit of ${limits.time_minutes} min`)),
      timerMs(limits.time_minutes),
    );
    this.abort = AbortSignal.any([outer, run.abort, this.#stop.signal]);
  }

  /** Tokens so far: reported, or estimated from characters, whichever is greater; it never goes down. */
  get tokens(): number {
    return this.#counted;
  }

  get estimated(): boolean {
    return this.#counted > this.#reported;
  }

  /** Characters the agent streamed. */
  stream(characters: number): void {
    this.#characters += characters;
    this.#count();
  }

  /** Usage the agent reported. */
  report(usage: TokenUsage): void {
    this.#reported = Math.max(this.#reported, totalTokens(usage));
    this.#count();
  }

  #count(): void {
    const now = Math.max(this.#counted, this.#reported, Math.ceil(this.#characters / charactersPerToken));
    this.#run.spend(now - this.#counted);
    this.#counted = now;
    const most = this.#tokensMost;
    if (most !== undefined && now >= most)
      this.#stop.abort(new Stop("tokens", "scenario", `the agent reached its limit of ${most} tokens`));
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#timer);
  }
}

/** Timers hold at most 2^31 - 1 ms; longer limits mean about 24 days. */
function timerMs(minutes: number): number {
  return Math.min(minutes * 60_000, 2 ** 31 - 1);
}
