/** Joins the reasons to stop a job in one abort signal; the first reason counts. */
import { setMaxListeners } from "node:events";
import type { Limits, RunLimitsInput } from "../core/config/limits.ts";
import { Stop } from "../core/outcome.ts";
import { type TokenUsage, totalTokens } from "../core/model/token-usage.ts";

const charactersPerToken = 5;

/** How long judges may continue once a limit of the whole run is reached. */
const judgingGraceMs = 5_000;
/** The share of the time limit at which a warning is shown. */
const warnAtShare = 0.8;

/** What one job shares with the whole run. */
export interface SharedRunLimits {
  readonly abort: AbortSignal;
  /** Adds newly used tokens, and passes the cost so far if it is known. */
  spend(tokens: number, costUsd?: number): void;
}

/** For jobs that belong to no run with limits. */
export const noRunLimits: SharedRunLimits = { abort: new AbortController().signal, spend: () => {} };

/** Stops the whole run when its time is up or another limit is reached; shared by all jobs. */
export class RunLimits implements Disposable {
  readonly #stop = new AbortController();
  readonly #judging = new AbortController();
  readonly #limits: RunLimitsInput;
  #timers: NodeJS.Timeout[] = [];

  constructor(limits: RunLimitsInput) {
    this.#limits = limits;
  }

  /** Fires when a limit of the whole run is reached. */
  get abort(): AbortSignal {
    return this.#stop.signal;
  }

  /** The same for judges, who get a few more seconds. */
  get judging(): AbortSignal {
    return this.#judging.signal;
  }

  /** Starts the clock with the first job; `spentMs` is the time earlier invocations took. `onNear` is called once. */
  start(spentMs: number, onNear: (message: string) => void): void {
    const minutes = this.#limits.time_minutes;
    if (minutes === undefined || this.#timers.length > 0) return;
    const later = (share: number, act: () => void) =>
      this.#timers.push(setTimeout(act, Math.max(0, toTimerMs(minutes * share) - spentMs)));
    later(1, () => this.stop(new Stop("time", "run", `the run reached its limit of ${minutes} min`)));
    if (spentMs < minutes * 60_000 * warnAtShare)
      later(warnAtShare, () => onNear(`80% of the run's limit of ${minutes} min is used up`));
  }

  /** The first reason counts. */
  stop(reason: Stop): void {
    if (this.#stop.signal.aborted) return;
    this.#stop.abort(reason);
    this.#timers.push(setTimeout(() => this.#judging.abort(reason), judgingGraceMs).unref());
  }

  [Symbol.dispose](): void {
    this.#timers.forEach(clearTimeout);
  }
}

/** No further turn starts with less time left than this. */
const minTurnMs = 1000;

/** The limits of one job: its own time and tokens over all turns of its agent, the run's limits, and the user's Ctrl-C. */
export class JobLimits implements Disposable {
  readonly abort: AbortSignal;
  /** The same without the job's own limits, for work that the agent does not do. */
  readonly outer: AbortSignal;
  readonly #stop = new AbortController();
  readonly #minutes: number;
  readonly #maxTokens: number | undefined;
  readonly #run: SharedRunLimits;
  #timer: NodeJS.Timeout | undefined;
  #leftMs: number;
  #since = 0;
  #isInTurn = false;
  #holds = 0;
  #heldMs = 0;
  #heldSince = 0;
  #before = 0;
  #characters = 0;
  #reported = 0;
  #counted = 0;

  constructor(limits: Limits, run: SharedRunLimits, outer: AbortSignal) {
    this.#run = run;
    this.#maxTokens = limits.tokens;
    this.#minutes = limits.time_minutes;
    this.#leftMs = toTimerMs(limits.time_minutes);
    this.outer = AbortSignal.any([outer, run.abort]);
    this.abort = AbortSignal.any([this.outer, this.#stop.signal]);
    // Every process of an agent listens, and so may the adapter; many listeners are not a leak.
    setMaxListeners(0, this.outer, this.abort);
    this.beginTurn();
  }

  /** Starts the clock for a turn; usage reported from now on is added to that of earlier turns. */
  beginTurn(): void {
    this.endTurn();
    this.#before = this.#counted;
    this.#characters = 0;
    this.#reported = 0;
    this.#isInTurn = true;
    this.#startClock();
  }

  /** Stops the clock until the next turn. */
  endTurn(): void {
    this.#isInTurn = false;
    this.#stopClock();
  }

  /** Stops the clock while AXIS itself waits on behalf of the agent, until the result is disposed. */
  hold(): Disposable {
    if (this.#holds === 0) {
      this.#stopClock();
      this.#heldSince = performance.now();
    }
    this.#holds += 1;
    let isHeld = true;
    const release = () => {
      if (!isHeld) return;
      isHeld = false;
      this.#holds -= 1;
      if (this.#holds > 0) return;
      this.#heldMs += performance.now() - this.#heldSince;
      if (this.#isInTurn) this.#startClock();
    };
    return { [Symbol.dispose]: release };
  }

  /** How long the clock was held so far. */
  get heldMs(): number {
    return this.#heldMs + (this.#holds > 0 ? performance.now() - this.#heldSince : 0);
  }

  #startClock(): void {
    if (this.#holds > 0) return;
    this.#since = performance.now();
    this.#timer = setTimeout(
      () => this.#stop.abort(new Stop("time", "scenario", `the agent reached its limit of ${this.#minutes} min`)),
      this.#leftMs,
    );
  }

  #stopClock(): void {
    if (this.#timer === undefined) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#leftMs = Math.max(0, this.#leftMs - (performance.now() - this.#since));
  }

  /** Returns the limit that leaves no room for another turn; null if there is room. */
  exhausted(): "time" | "tokens" | null {
    if (this.#leftMs < minTurnMs) return "time";
    return this.#maxTokens !== undefined && this.#counted >= this.#maxTokens ? "tokens" : null;
  }

  /** Tokens so far: reported, or estimated from characters, whichever is greater; the count never goes down. */
  get tokens(): number {
    return this.#counted;
  }

  get isEstimated(): boolean {
    return this.#counted > this.#before + this.#reported;
  }

  /** Adds characters that the agent streamed. */
  addStreamed(characters: number): void {
    this.#characters += characters;
    this.#count();
  }

  /** Adds usage that the agent reported. */
  addReported(usage: TokenUsage, costUsd?: number): void {
    this.#reported = Math.max(this.#reported, totalTokens(usage));
    this.#count(costUsd);
  }

  #count(costUsd?: number): void {
    const ofTurn = Math.max(this.#reported, Math.ceil(this.#characters / charactersPerToken));
    const now = Math.max(this.#counted, this.#before + ofTurn);
    this.#run.spend(now - this.#counted, costUsd);
    this.#counted = now;
    const most = this.#maxTokens;
    if (most !== undefined && now >= most)
      this.#stop.abort(new Stop("tokens", "scenario", `the agent reached its limit of ${most} tokens`));
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#timer);
  }
}

/** Timers hold at most 2^31 - 1 ms, so limits above about 24 days are cut to that. */
function toTimerMs(minutes: number): number {
  return Math.min(minutes * 60_000, 2 ** 31 - 1);
}
