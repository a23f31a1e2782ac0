/** Makes a judge count against the budget: each answer waits for a ticket and reports its cost afterwards. */
import type { Answer, AskContext, Judge } from "../../core/judge.ts";
import { Stop } from "../../core/outcome.ts";
import type { Question } from "../../core/question.ts";
import { totalTokens } from "../../core/model/token-usage.ts";
import type { Ledger } from "../../judging/budget/ledger.ts";
import type { Cost, Ticket } from "../../judging/budget/ticket.ts";

/** How long a stopped judge may take to report its spending; after that it counts as having spent nothing more. */
const endingGraceMs = 15_000;

/** Returns the same judge with metering, also for the members of a panel. `rules` spends nothing and is unchanged. */
export function meterJudge(judge: Judge, ledger: Ledger): Judge {
  if (judge.kind === "rules") return judge;
  if (judge.members !== undefined)
    return overrideJudge(judge, { members: judge.members.map((member) => meterJudge(member, ledger)) });
  return overrideJudge(judge, { ask: (question, context) => askWithinBudget(ledger, judge, { question, context }) });
}

/** A custom judge may be a class instance, so properties that are not overridden are inherited from it. */
function overrideJudge(judge: Judge, parts: Partial<Pick<Judge, "ask" | "members">>): Judge {
  const own = Object.fromEntries(Object.entries(parts).map(([name, value]) => [name, { value, enumerable: true }]));
  return Object.create(judge, own) as Judge;
}

async function askWithinBudget(
  ledger: Ledger,
  judge: Judge,
  { question, context }: { readonly question: Question; readonly context: AskContext },
): Promise<Answer> {
  const leave = await ledger.admit({ side: "judges", scenario: question.scenario }, context.abort);
  if (leave instanceof Stop) return { status: "declined", why: leave.message };
  using _end = settleAfterAbort(leave, context.abort);
  const answer = await judge.ask(question, context);
  leave.settle(readAnswerCost(answer));
  return answer;
}

/** A judge that never returns must not hold its reservation forever. */
function settleAfterAbort(ticket: Ticket, abort: AbortSignal): Disposable {
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

/** A code judge that reports no cost spends nothing; one that asked a model of unknown price has an unknown cost. */
function readAnswerCost(answer: Answer | null | undefined): Cost {
  // A code judge may return nothing at all; the reader of its answer reports that.
  const { usage, spending } = answer ?? {};
  const tokenUsage = spending?.tokenUsage ?? usage;
  const tokens = tokenUsage === undefined ? 0 : totalTokens(tokenUsage);
  if (spending === undefined || spending.calls === 0) return { usd: 0, tokens: spending === undefined ? tokens : 0 };
  return { usd: spending.costUsd, tokens };
}
