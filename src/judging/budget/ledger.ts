/** The ledger of a run or of a dataset evaluation: nothing starts that does not fit the budget; agents and judges are counted separately. */
import { Stop } from "../../core/outcome.ts";
import type { BudgetSpent } from "../../core/report/budget.ts";
import { Tally } from "./tally.ts";
import { type Amounts, type TicketCost, Ticket, type WorkUnit, units } from "./ticket.ts";

/** What similar work cost before: the estimate for the next is the mean plus two standard deviations. */
class Sample {
  #count = 0;
  #mean = 0;
  #squares = 0;

  /** Welford's method: equal values have a deviation of exactly 0. */
  add(value: number): void {
    const distance = value - this.#mean;
    this.#count += 1;
    this.#mean += distance / this.#count;
    this.#squares += distance * (value - this.#mean);
  }

  /** Undefined without samples; a single sample is its own estimate. */
  get estimate(): number | undefined {
    if (this.#count === 0) return undefined;
    return this.#mean + 2 * Math.sqrt(this.#count < 2 ? 0 : this.#squares / (this.#count - 1));
  }
}

/** Costs in one unit, such as tokens: by scenario, and overall. */
class PastCosts {
  readonly #all = new Sample();
  readonly #scenarios = new Map<string, Sample>();

  add(scenario: string, value: number): void {
    const known = this.#scenarios.get(scenario) ?? new Sample();
    known.add(value);
    this.#scenarios.set(scenario, known);
    this.#all.add(value);
  }

  /** The estimate for this scenario, else for all; undefined if nothing has finished yet. */
  estimate(scenario: string): number | undefined {
    return this.#scenarios.get(scenario)?.estimate ?? this.#all.estimate;
  }
}

export type Side = keyof BudgetSpent;

/** Work that is waiting to start. */
export interface Claim {
  readonly side: Side;
  /** Work of the same scenario costs about the same; for a dataset, calls that ask the same question. */
  readonly scenario: string;
  /** The configured maximum, if any: it is reserved until similar work has finished. */
  readonly most?: Partial<Amounts>;
}

export interface LedgerListeners {
  /** Called once, at 80 % of a limit. */
  readonly onNear: (message: string) => void;
  /** Called once: nothing more starts, and running work must end. */
  readonly onReached: (stop: Stop) => void;
}

export interface LedgerDeps extends Partial<LedgerListeners> {
  /** Limits of all work together; a unit that is omitted is unlimited. */
  readonly limits: Partial<Amounts>;
  /** Continue if a cost is unknown. Default false: then a budget in money cannot be enforced, and everything stops. */
  readonly allowUnknown?: boolean;
}

interface Waiting {
  readonly claim: Claim;
  readonly answer: (answer: Ticket | Stop) => void;
}

/** The share of a limit at which a warning is due. */
export const nearShare = 0.8;

export class Ledger {
  readonly #deps: LedgerDeps;
  readonly #tallies: Record<Side, Tally> = { agents: new Tally(), judges: new Tally() };
  readonly #past = { agents: createPastCosts(), judges: createPastCosts() };
  readonly #open = new Set<Ticket>();
  readonly #waiting: Record<Side, Waiting[]> = { agents: [], judges: [] };
  #calls = 0;
  #isNear = false;
  #stop: Stop | undefined;
  #refusal: string | undefined;
  #limiting: WorkUnit | undefined;

  constructor(deps: LedgerDeps) {
    this.#deps = deps;
  }

  get spent(): BudgetSpent {
    return { agents: this.#tallies.agents.spent, judges: this.#tallies.judges.spent };
  }

  /** Why work was skipped; undefined if everything fitted. */
  get stopped(): string | undefined {
    return this.#stop?.message ?? this.#refusal;
  }

  /** The unit whose limit was the first to stop or refuse work; undefined if none did. */
  get limiting(): WorkUnit | undefined {
    return this.#limiting;
  }

  get calls(): number {
    return this.#calls;
  }

  /** The used share of whichever limit is closest. */
  get share(): number {
    return Math.max(0, ...units.map((unit) => this.#spentOf(unit) / (this.#deps.limits[unit] ?? Infinity)));
  }

  /** Adds what earlier invocations spent on the same report. */
  addEarlierSpending(before: BudgetSpent): void {
    this.#tallies.agents.addSpent(before.agents);
    this.#tallies.judges.addSpent(before.judges);
    this.#look();
  }

  /** Adds what work without a ticket cost. */
  charge(side: Side, cost: TicketCost): void {
    this.#tallies[side].add(cost);
    this.#calls += cost.calls ?? 0;
    if (cost.usd === null) this.#cannotBeKept(side);
    this.#look();
  }

  /** Returns a ticket once the work fits, or a Stop if it never will. The abort ends the waiting. */
  admit(claim: Claim, abort: AbortSignal): Promise<Ticket | Stop> {
    return new Promise((resolve) => {
      const waiting: Waiting = {
        claim,
        answer: (answer) => {
          abort.removeEventListener("abort", leave);
          resolve(answer);
        },
      };
      const leave = () => {
        const line = this.#waiting[claim.side];
        const place = line.indexOf(waiting);
        if (place >= 0) line.splice(place, 1);
        waiting.answer(toStop(abort));
        this.#next();
      };
      abort.addEventListener("abort", leave, { once: true });
      this.#waiting[claim.side].push(waiting);
      if (abort.aborted) leave();
      else this.#next();
    });
  }

  /** Starts what fits, in order. Judges go first, so that started work is finished before new work starts. */
  #next(): void {
    for (const line of [this.#waiting.judges, this.#waiting.agents])
      for (let first = line[0]; first !== undefined; first = line[0]) {
        const answer = this.#stop ?? this.#ticketFor(first.claim);
        if (answer === null) return;
        line.shift();
        first.answer(answer);
      }
  }

  /** Returns null if the work does not fit yet, because others still hold reservations. */
  #ticketFor(claim: Claim): Ticket | Stop | null {
    const reserved = { usd: this.#estimate(claim, "usd"), tokens: this.#estimate(claim, "tokens"), calls: 1 };
    const lacking = units.find((unit) => reserved[unit] > this.#left(unit));
    if (lacking !== undefined && this.#open.size > 0) return null;
    if (lacking !== undefined) return this.#refused(lacking, reserved[lacking]);
    const ticket = new Ticket(reserved, {
      onUse: () => this.#look(),
      onSettle: (settled, cost) => this.#settle(settled, claim, cost),
    });
    this.#open.add(ticket);
    return ticket;
  }

  /** The estimate for this scenario, else for all, else the configured maximum, else all that is left: then it runs alone. */
  #estimate({ side, scenario, most }: Claim, unit: "usd" | "tokens"): number {
    if (this.#deps.limits[unit] === undefined) return 0;
    const known = this.#past[side][unit].estimate(scenario) ?? most?.[unit];
    if (known !== undefined) return known;
    // If costs turned out to be unknown, and that is allowed, there is nothing to reserve.
    if (unit === "usd" && this.#tallies[side].spent.unknown > 0) return 0;
    return Math.max(0, this.#deps.limits[unit] - this.#spentOf(unit));
  }

  #refused(unit: WorkUnit, needed: number): Stop {
    const left = formatAmount(unit, Math.max(0, this.#left(unit)));
    this.#refusal ??= `the budget has only ${left} left, which is not enough for the next run`;
    return this.#stopFor(unit, `this needs about ${formatAmount(unit, needed)}, but the budget has only ${left} left`);
  }

  /** Only dataset evaluations limit calls, and they read `limiting`: no run is ever stopped by calls. */
  #stopFor(unit: WorkUnit, message: string): Stop {
    this.#limiting ??= unit;
    return new Stop(unit === "usd" ? "cost" : "tokens", "run", message);
  }

  #settle(ticket: Ticket, { side, scenario }: Claim, cost: TicketCost): void {
    this.#open.delete(ticket);
    if (cost.usd !== null) this.#past[side].usd.add(scenario, cost.usd);
    this.#past[side].tokens.add(scenario, cost.tokens);
    this.charge(side, cost);
    this.#next();
  }

  #cannotBeKept(side: Side): void {
    if (this.#deps.limits.usd === undefined || this.#deps.allowUnknown === true) return;
    const whose = side === "agents" ? "a run" : "a judge's answer";
    this.#reach(new Stop("cost", "run", `the cost limit cannot be enforced: the cost of ${whose} is unknown`));
  }

  /** Warns near a limit and stops at it. */
  #look(): void {
    for (const unit of units) {
      const limit = this.#deps.limits[unit];
      if (limit === undefined) continue;
      const spent = this.#spentOf(unit);
      if (spent >= limit) this.#reach(this.#stopFor(unit, `the run reached its limit of ${formatAmount(unit, limit)}`));
      else if (spent >= nearShare * limit && !this.#isNear) {
        this.#isNear = true;
        this.#deps.onNear?.(`${formatAmount(unit, spent)} of the budget of ${formatAmount(unit, limit)} spent`);
      }
    }
  }

  #reach(stop: Stop): void {
    if (this.#stop !== undefined) return;
    this.#stop = stop;
    this.#deps.onReached?.(stop);
    this.#next();
  }

  /** The known spending of finished and running work. */
  #spentOf(unit: WorkUnit): number {
    return this.#settled(unit) + [...this.#open].reduce((sum, ticket) => sum + (ticket.used[unit] ?? 0), 0);
  }

  #left(unit: WorkUnit): number {
    const limit = this.#deps.limits[unit];
    if (limit === undefined) return Number.POSITIVE_INFINITY;
    return limit - this.#settled(unit) - [...this.#open].reduce((sum, ticket) => sum + ticket.held(unit), 0);
  }

  #settled(unit: WorkUnit): number {
    if (unit === "calls") return this.#calls;
    const { agents, judges } = this.spent;
    return unit === "usd" ? agents.knownUsd + judges.knownUsd : agents.tokens + judges.tokens;
  }
}

function createPastCosts() {
  return { usd: new PastCosts(), tokens: new PastCosts() };
}

function formatAmount(unit: WorkUnit, amount: number): string {
  return unit === "usd" ? `$${Number(amount.toFixed(amount < 1 ? 4 : 2))}` : `${Math.round(amount)} ${unit}`;
}

function toStop({ reason }: AbortSignal): Stop {
  return reason instanceof Stop ? reason : new Stop("user", "run", "stopped");
}
