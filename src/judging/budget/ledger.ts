/** The ledger of a whole run: nothing starts that does not fit the budget, and agents and judges are counted separately. */
import { Stop } from "../../core/outcome.ts";
import type { BudgetSpent } from "../../core/report/budget.ts";
import { Tally } from "./tally.ts";
import { type Amounts, type TicketCost, Ticket, type WorkUnit, units } from "./ticket.ts";

/** What similar work cost before: the estimate for the next is the mean plus two standard deviations. */
class Sample {
  #count = 0;
  #sum = 0;
  #squares = 0;

  add(value: number): void {
    this.#count += 1;
    this.#sum += value;
    this.#squares += value * value;
  }

  /** Undefined without samples; a single sample is its own estimate. */
  get estimate(): number | undefined {
    if (this.#count === 0) return undefined;
    const mean = this.#sum / this.#count;
    const variance = this.#count < 2 ? 0 : (this.#squares - this.#count * mean * mean) / (this.#count - 1);
    return mean + 2 * Math.sqrt(Math.max(0, variance));
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

export interface LedgerDeps extends LedgerListeners {
  /** Limits of the whole run; a unit that is omitted is unlimited. */
  readonly limits: Partial<Amounts>;
  /** Continue if a cost is unknown. Default false: then a budget in money cannot be enforced, and everything stops. */
  readonly allowUnknown?: boolean;
}

interface Waiting {
  readonly claim: Claim;
  readonly answer: (answer: Ticket | Stop) => void;
}

const nearShare = 0.8;
const formatAmount: Record<WorkUnit, (amount: number) => string> = {
  usd: (amount) => `$${Number(amount.toFixed(amount < 1 ? 4 : 2))}`,
  tokens: (amount) => `${Math.round(amount)} tokens`,
};
const stopKinds = { usd: "cost", tokens: "tokens" } as const;

export class Ledger {
  readonly #deps: LedgerDeps;
  readonly #tallies: Record<Side, Tally> = { agents: new Tally(), judges: new Tally() };
  readonly #past: Record<Side, Record<WorkUnit, PastCosts>> = { agents: createPastCosts(), judges: createPastCosts() };
  readonly #open = new Set<Ticket>();
  readonly #waiting: Record<Side, Waiting[]> = { agents: [], judges: [] };
  #isNear = false;
  #stop: Stop | undefined;
  #refusal: string | undefined;

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

  /** Adds what earlier invocations spent on the same report. */
  addEarlierSpending(before: BudgetSpent): void {
    this.#tallies.agents.addSpent(before.agents);
    this.#tallies.judges.addSpent(before.judges);
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
    const reserved = { usd: this.#estimate(claim, "usd"), tokens: this.#estimate(claim, "tokens") };
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
  #estimate({ side, scenario, most }: Claim, unit: WorkUnit): number {
    if (this.#deps.limits[unit] === undefined) return 0;
    const known = this.#past[side][unit].estimate(scenario) ?? most?.[unit];
    if (known !== undefined) return known;
    // If costs turned out to be unknown, and that is allowed, there is nothing to reserve.
    if (unit === "usd" && this.#tallies[side].spent.unknown > 0) return 0;
    return Math.max(0, this.#deps.limits[unit] - this.#spentOf(unit));
  }

  #refused(unit: WorkUnit, needed: number): Stop {
    const left = formatAmount[unit](Math.max(0, this.#left(unit)));
    const message = `this needs about ${formatAmount[unit](needed)}, but the budget has only ${left} left`;
    this.#refusal ??= `the budget has only ${left} left, which is not enough for the next run`;
    return new Stop(stopKinds[unit], "run", message);
  }

  #settle(ticket: Ticket, { side, scenario }: Claim, cost: TicketCost): void {
    this.#open.delete(ticket);
    this.#tallies[side].add(cost);
    if (cost.usd !== null) this.#past[side].usd.add(scenario, cost.usd);
    this.#past[side].tokens.add(scenario, cost.tokens);
    if (cost.usd === null) this.#cannotBeKept(side);
    this.#look();
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
      if (spent >= limit)
        this.#reach(new Stop(stopKinds[unit], "run", `the run reached its limit of ${formatAmount[unit](limit)}`));
      else if (spent >= nearShare * limit && !this.#isNear) {
        this.#isNear = true;
        this.#deps.onNear(`${formatAmount[unit](spent)} of the budget of ${formatAmount[unit](limit)} spent`);
      }
    }
  }

  #reach(stop: Stop): void {
    if (this.#stop !== undefined) return;
    this.#stop = stop;
    this.#deps.onReached(stop);
    this.#next();
  }

  /** The known spending of finished and running work. */
  #spentOf(unit: WorkUnit): number {
    return this.#settled(unit) + [...this.#open].reduce((sum, ticket) => sum + ticket.used[unit], 0);
  }

  #left(unit: WorkUnit): number {
    const limit = this.#deps.limits[unit];
    if (limit === undefined) return Number.POSITIVE_INFINITY;
    return limit - this.#settled(unit) - [...this.#open].reduce((sum, ticket) => sum + ticket.held(unit), 0);
  }

  #settled(unit: WorkUnit): number {
    const { agents, judges } = this.spent;
    return unit === "usd" ? agents.knownUsd + judges.knownUsd : agents.tokens + judges.tokens;
  }
}

function createPastCosts(): Record<WorkUnit, PastCosts> {
  return { usd: new PastCosts(), tokens: new PastCosts() };
}

function toStop({ reason }: AbortSignal): Stop {
  return reason instanceof Stop ? reason : new Stop("user", "run", "stopped");
}
