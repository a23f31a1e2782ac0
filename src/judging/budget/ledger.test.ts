import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Stop } from "../../core/outcome.ts";
import { Ledger, type LedgerDeps } from "./ledger.ts";
import { type TicketCost, Ticket } from "./ticket.ts";

const never = new AbortController().signal;

function opened(world: Partial<LedgerDeps> = {}) {
  const heard: { near: string[]; stops: Stop[] } = { near: [], stops: [] };
  const ledger = new Ledger({
    limits: {},
    onNear: (message) => heard.near.push(message),
    onReached: (stop) => heard.stops.push(stop),
    ...world,
  });
  const agent = (scenario = "a") => ledger.admit({ side: "agents", scenario }, never);
  const judge = (scenario = "a") => ledger.admit({ side: "judges", scenario }, never);
  return { ledger, heard, agent, judge };
}

function ticketOf(leave: Ticket | Stop): Ticket {
  if (leave instanceof Stop) throw leave;
  return leave;
}

/** Whether a promise is settled once everything that is ready has happened. */
async function isOpen(promise: Promise<unknown>): Promise<boolean> {
  return (await Promise.race([promise, Promise.resolve().then(() => "waiting")])) === "waiting";
}

describe("leave to start", () => {
  test("without a limit everything starts at once", async () => {
    const { agent, judge } = opened();
    expect(await Promise.all([agent(), agent("b"), judge()])).toSatisfy((all: unknown[]) =>
      all.every((leave) => leave instanceof Ticket),
    );
  });

  test("while nothing is known of what work costs, the first goes alone", async () => {
    const { agent } = opened({ limits: { usd: 1 } });
    const first = ticketOf(await agent());
    const second = agent();
    const third = agent("b");
    expect([await isOpen(second), await isOpen(third)]).toEqual([true, true]);
    first.settle({ usd: 0.1, tokens: 5 });
    expect([await second, await third].every((leave) => leave instanceof Ticket)).toBe(true);
  });

  test("the estimate is the mean and two deviations of the scenario, else of all", async () => {
    const { ledger, agent } = opened({ limits: { usd: 10 } });
    for (const usd of [1, 2, 3]) ticketOf(await agent("a")).settle({ usd, tokens: 0 });
    // 2 + 2 · 1 = 4: exactly what is left.
    const last = ticketOf(await agent("b"));
    expect(last.held("usd")).toBeCloseTo(4, 9);
    last.settle({ usd: 1, tokens: 0 });
    expect(ticketOf(await agent("b")).held("usd")).toBe(1);
    expect(ledger.spent.agents).toEqual({ costUsd: 7, knownUsd: 7, tokens: 0, unknown: 0 });
  });

  test("the configured maximum is reserved where nothing was done before, and what does not fit is never begun", async () => {
    const { ledger, heard } = opened({ limits: { tokens: 1000 } });
    const claim = { side: "agents", scenario: "a", most: { tokens: 600 } } as const;
    const first = ticketOf(await ledger.admit(claim, never));
    const second = ledger.admit(claim, never);
    expect(await isOpen(second)).toBe(true);
    first.settle({ usd: null, tokens: 900 });
    expect(await second).toMatchObject({
      by: "tokens",
      scope: "run",
      message: expect.stringContaining("this needs about"),
    });
    expect(ledger.stopped).toContain("100 tokens left");
    expect(heard.stops).toEqual([]);
  });

  test("judges go before agents: what was begun is finished first", async () => {
    const { agent, judge } = opened({ limits: { usd: 1 } });
    const running = ticketOf(await agent());
    const order: string[] = [];
    const another = agent().then((leave) => (order.push("agent"), ticketOf(leave).settle({ usd: 0.1, tokens: 0 })));
    const grading = judge().then((leave) => (order.push("judge"), ticketOf(leave).settle({ usd: 0.1, tokens: 0 })));
    running.settle({ usd: 0.1, tokens: 0 });
    await Promise.all([another, grading]);
    expect(order).toEqual(["judge", "agent"]);
  });

  test("who waits and is stopped leaves the line to others", async () => {
    const { ledger, agent } = opened({ limits: { usd: 1 } });
    const first = ticketOf(await agent());
    const stop = new AbortController();
    const gone = ledger.admit({ side: "agents", scenario: "a" }, stop.signal);
    const next = agent();
    stop.abort(new Stop("user", "run", "Ctrl-C"));
    expect(await gone).toMatchObject({ by: "user" });
    // Half is spent, and half is what the next may take: nothing is held for the one that left.
    first.settle({ usd: 0.5, tokens: 0 });
    expect(await isOpen(next)).toBe(false);
    expect(ticketOf(await next).held("usd")).toBe(0.5);
  });

  test("who leaves the line lets those behind it start at once", async () => {
    const { ledger } = opened({ limits: { tokens: 1000 } });
    const claim = (tokens: number, abort = never) =>
      ledger.admit({ side: "agents", scenario: "a", most: { tokens } }, abort);
    ticketOf(await claim(600));
    const stop = new AbortController();
    const large = claim(500, stop.signal);
    const small = claim(300);
    expect(await isOpen(small)).toBe(true);
    stop.abort("no reason of ours");
    expect(await large).toMatchObject({ by: "user", scope: "run", message: "stopped" });
    expect(await isOpen(small)).toBe(false);
  });

  test("who comes after the stop does not start, and holds nothing", async () => {
    const { ledger, agent } = opened({ limits: { usd: 1 } });
    const reason = new Stop("user", "run", "Ctrl-C");
    expect(await ledger.admit({ side: "agents", scenario: "a" }, AbortSignal.abort(reason))).toBe(reason);
    expect(ticketOf(await agent()).held("usd")).toBe(1);
  });

  test("where the configured maximum fits twice, two start", async () => {
    const { ledger } = opened({ limits: { tokens: 1000 } });
    const claim = { side: "agents", scenario: "a", most: { tokens: 400 } } as const;
    ticketOf(await ledger.admit(claim, never));
    expect(await isOpen(ledger.admit(claim, never))).toBe(false);
    expect(await isOpen(ledger.admit(claim, never))).toBe(true);
  });

  test("what is refused says what would be needed: of 10 and 11 tokens the mean and two deviations, 11.9", async () => {
    const { ledger, agent } = opened({ limits: { tokens: 26 } });
    for (const tokens of [10, 11]) ticketOf(await agent()).settle({ usd: 0, tokens });
    expect(await agent()).toMatchObject({
      message: "this needs about 12 tokens, but the budget has only 5 tokens left",
    });
    expect(ledger.stopped).toContain("the budget has only 5 tokens left");
    const none = { costUsd: 0, knownUsd: 0, tokens: 0, unknown: 0 };
    ledger.addEarlierSpending({ agents: none, judges: { ...none, tokens: 5 } });
    expect(ledger.stopped).toBe("the run reached its limit of 26 tokens");
  });
});

describe("reaching a limit", () => {
  test("of calls: one is held for each ticket, and the next waits for what it turns out to be", async () => {
    const { ledger, judge } = opened({ limits: { calls: 2 } });
    const [first, second] = [ticketOf(await judge()), ticketOf(await judge())];
    const third = judge();
    expect(await isOpen(third)).toBe(true);
    first.settle({ usd: null, tokens: 0, calls: 0 });
    ticketOf(await third).settle({ usd: null, tokens: 0, calls: 1 });
    expect([ledger.calls, ledger.share, ledger.limiting]).toEqual([1, 0.5, undefined]);
    second.settle({ usd: null, tokens: 0, calls: 1 });
    expect(await judge()).toBeInstanceOf(Stop);
    expect([ledger.calls, ledger.share, ledger.limiting]).toEqual([2, 1, "calls"]);
  });

  test("four fifths are said once; the limit stops everything, once, with whatever is under way counted", async () => {
    const { ledger, heard, agent } = opened({ limits: { tokens: 100 } });
    const ticket = ticketOf(await agent());
    ticket.use(79);
    expect(heard.near).toEqual([]);
    ticket.use(1);
    ticket.use(10);
    expect(heard.near).toEqual(["80 tokens of the budget of 100 tokens spent"]);
    const waiting = agent();
    ticket.use(10);
    ticket.use(50);
    expect(heard.stops).toMatchObject([
      { by: "tokens", scope: "run", message: "the run reached its limit of 100 tokens" },
    ]);
    expect(await waiting).toBe(heard.stops[0]);
    expect(await agent()).toBe(heard.stops[0]);
    ticket.settle({ usd: 0, tokens: 150 });
    expect(ledger.spent.agents.tokens).toBe(150);
  });

  test("a cost that is not known stops a budget in money, and is never taken for nothing", async () => {
    const { ledger, heard, judge } = opened({ limits: { usd: 1 } });
    ticketOf(await judge()).settle({ usd: null, tokens: 3 });
    expect(heard.stops).toMatchObject([{ by: "cost", message: expect.stringContaining("judge's answer is unknown") }]);
    expect(ledger.spent.judges).toEqual({ costUsd: null, knownUsd: 0, tokens: 3, unknown: 1 });
  });

  test("where that is allowed, work goes on side by side, and the unknown is counted", async () => {
    const { ledger, heard, agent } = opened({ limits: { usd: 1 }, allowUnknown: true });
    ticketOf(await agent()).settle({ usd: null, tokens: 0 });
    const both = [ticketOf(await agent()), ticketOf(await agent())];
    both.forEach((ticket) => ticket.settle({ usd: null, tokens: 0 }));
    expect(heard.stops).toEqual([]);
    expect(ledger.spent.agents).toMatchObject({ costUsd: null, unknown: 3 });
  });

  test.each([
    [1, 0.81234, "$0.8123 of the budget of $1 spent"],
    [2, 1.6789, "$1.68 of the budget of $2 spent"],
  ])("of %d dollars, %d are said with as many digits as matter", async (usd, cost, message) => {
    const { heard, agent } = opened({ limits: { usd } });
    ticketOf(await agent()).use(0, cost);
    expect(heard.near).toEqual([message]);
  });

  test("a limit that is passed only by the last word of a run is reached all the same", async () => {
    const { heard, agent } = opened({ limits: { tokens: 100 } });
    ticketOf(await agent()).settle({ usd: 0, tokens: 100 });
    expect(heard.stops).toMatchObject([{ by: "tokens" }]);
  });

  test("the cost of a run that is not known is told as that of a run", async () => {
    const { heard, agent } = opened({ limits: { usd: 1 } });
    ticketOf(await agent()).settle({ usd: null, tokens: 3 });
    expect(heard.stops).toMatchObject([{ message: expect.stringContaining("the cost of a run is unknown") }]);
  });

  test("what was unknown before stays unknown", () => {
    const { ledger } = opened();
    const before = { costUsd: null, knownUsd: 0.5, tokens: 1, unknown: 2 };
    ledger.addEarlierSpending({ agents: before, judges: before });
    expect(ledger.spent.judges).toEqual(before);
  });

  test("what earlier invocations spent counts from the start", async () => {
    const { ledger, heard, agent } = opened({ limits: { usd: 1 } });
    const before = { costUsd: 0.7, knownUsd: 0.7, tokens: 10, unknown: 0 };
    ledger.addEarlierSpending({ agents: before, judges: { ...before, costUsd: 0.3, knownUsd: 0.3 } });
    expect(heard.stops).toMatchObject([{ by: "cost", message: "the run reached its limit of $1" }]);
    expect(await agent()).toBe(heard.stops[0]);
  });
});

describe("a ticket", () => {
  test("counts once, however often it is settled, and hears nothing after that", async () => {
    const { ledger, agent } = opened();
    const ticket = ticketOf(await agent());
    // A number that binary fractions make a trifle less than it is.
    ticket.settle({ usd: 1.005, tokens: 5 });
    ticket.settle({ usd: 9, tokens: 9 });
    ticket.use(100, 100);
    expect(ticket.used).toEqual({ usd: 0, tokens: 0 });
    expect(ledger.spent.agents).toEqual({ costUsd: 1.005, knownUsd: 1.005, tokens: 5, unknown: 0 });
  });

  test("that is left without a word costs what was heard of it: the most that was said, and all tokens", async () => {
    const { ledger, agent } = opened();
    {
      using ticket = ticketOf(await agent());
      ticket.use(10, 0.5);
      ticket.use(20, 0.25);
      ticket.use(30);
    }
    expect(ledger.spent.agents).toEqual({ costUsd: 0.5, knownUsd: 0.5, tokens: 60, unknown: 0 });
  });
});

const anyCost: fc.Arbitrary<TicketCost & { side: "agents" | "judges" }> = fc.record({
  side: fc.constantFrom("agents" as const, "judges" as const),
  usd: fc.option(fc.double({ min: 0, max: 50, noNaN: true })),
  tokens: fc.nat(1_000_000),
});

test("the ledger is the same under any order of events", async () => {
  const costs = fc.array(anyCost, { maxLength: 30 });
  const orders = costs.chain((list) =>
    fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })),
  );
  await fc.assert(
    fc.asyncProperty(orders, async ([one, other]) => {
      const spent = async (list: typeof one) => {
        const { ledger } = opened();
        const tickets = await Promise.all(list.map(({ side }) => ledger.admit({ side, scenario: "a" }, never)));
        tickets.forEach((leave, index) => ticketOf(leave).settle(list[index] as TicketCost));
        return ledger.spent;
      };
      expect(await spent(other)).toEqual(await spent(one));
    }),
  );
});

test("at any width no more is spent than the budget and what was reserved for work under way", async () => {
  const scene = fc.record({
    limit: fc.integer({ min: 1, max: 500 }),
    width: fc.constantFrom(1, 15),
    costs: fc.array(fc.integer({ min: 0, max: 100 }), { maxLength: 40 }),
  });
  await fc.assert(
    fc.asyncProperty(scene, async ({ limit, width, costs }) => {
      const { ledger, agent } = opened({ limits: { tokens: limit } });
      const queue = [...costs];
      const underWay = new Set<number>();
      let most = 0;
      const worker = async () => {
        for (let cost = queue.shift(); cost !== undefined; cost = queue.shift()) {
          const leave = await agent();
          if (leave instanceof Stop) continue;
          underWay.add(cost);
          most = Math.max(
            most,
            [...underWay].reduce((sum, one) => sum + one, 0),
            100 * underWay.size,
          );
          await Promise.resolve();
          leave.settle({ usd: 0, tokens: cost });
          underWay.delete(cost);
        }
      };
      await Promise.all(Array.from({ length: width }, worker));
      expect(ledger.spent.agents.tokens).toBeLessThanOrEqual(limit + most);
    }),
  );
});
