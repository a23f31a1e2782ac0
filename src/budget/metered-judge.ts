/** A judge whose answers count against the budget: each waits for its leave, and says afterwards what it cost. */
import type { Answer, AskContext, Judge } from "../core/judge.ts";
import { Stop } from "../core/outcome.ts";
import type { Question } from "../core/question.ts";
import { totalTokens } from "../core/model/token-usage.ts";
import type { Ledger } from "./ledger.ts";
import type { Cost, Ticket } from "./ticket.ts";

/** How long a judge that was told to stop may take to say what it spent; then it is taken to have spent nothing more. */
const endingGraceMs = 15_000;

/** The same judge, and its members where it is a panel. `rules` spends nothing and is left as it is. */
export function meteredJudge(judge: Judge, ledger: Ledger): Judge {
  if (judge.kind === "rules") return judge;
  if (judge.members !== undefined)
    return changed(judge, { members: judge.members.map((member) => meteredJudge(member, ledger)) });
  return changed(judge, { ask: (question, context) => askWithin(ledger, judge, { question, context }) });
}

/** A judge of one's own may be an instance of a class: what is not changed is looked up in it. */
function changed(judge: Judge, parts: Partial<Pick<Judge, "ask" | "members">>): Judge {
  const own = Object.fromEntries(Object.entries(parts).map(([name, value]) => [name, { value, enumerable: true }]));
  return Object.create(judge, own) as Judge;
}

async function askWithin(
  ledger: Ledger,
  judge: Judge,
  { question, context }: { readonly question: Question; readonly context: AskContext },
): Promise<Answer> {
  const leave = await ledger.admit({ side: "judges", scenario: question.scenario }, context.abort);
  if (leave instanceof Stop) return { status: "declined", why: leave.message };
  using _end = settledAtTheLatest(leave, context.abort);
  const answer = await judge.ask(question, context);
  leave.settle(costOf(answer));
  return answer;
}

/** A judge that never comes back must not hold its reservation for ever. */
function settledAtTheLatest(ticket: Ticket, abort: AbortSignal): Disposable {
  let timer: NodeJS.Timeout | undefined;
  const begin = () => (timer = setTimeout(() => ticket[Symbol.dispose](), endingGraceMs).unref());
  abort.addEventListener("abort", begin, { once: true });
  return {
    [Symbol.dispose]: () => {
      abort.removeEventListener("abort", begin);
      clearTimeout(timer);
      ticket[Symbol.dispose]();
    },
  };
}

/** A judge in code that says nothing of money spends none; one that asked a model and knows no price is unknown. */
function costOf(answer: Answer | null | undefined): Cost {
  // A judge in code may return nothing at all; whoever reads its answer says so.
  const { usage, spending } = answer ?? {};
  const tokenUsage = spending?.tokenUsage ?? usage;
  const tokens = tokenUsage === undefined ? 0 : totalTokens(tokenUsage);
  if (spending === undefined || spending.calls === 0) return { usd: 0, tokens: spending === undefined ? tokens : 0 };
  return { usd: spending.costUsd, tokens };
}
