/** Holds that a judge's answers count: what they say of money and tokens, and what is held while they are waited for. */
import { expect, test } from "vitest";
import type { Answer, Judge } from "../../core/judge.ts";
import type { Question } from "../../core/question.ts";
import { Ledger } from "../../judging/budget/ledger.ts";
import { meterJudge } from "./run-budget.ts";

const question = { question: "goal", scenario: "a" } as unknown as Question;
const context = { abort: new AbortController().signal, attempt: 1 };

function ledgerOf(limits: { usd?: number; tokens?: number } = {}) {
  return new Ledger({ limits, onNear: () => {}, onReached: () => {} });
}

async function spentOn(answer: unknown) {
  const ledger = ledgerOf();
  const judge: Judge = { id: "j", ask: async () => answer as Answer };
  expect(await meterJudge(judge, ledger).ask(question, context)).toBe(answer);
  const { costUsd, tokens } = ledger.spent.judges;
  return [costUsd, tokens];
}

const tokenUsage = { input: 10, output: 5 };

test.each<[string, object | undefined, [number | null, number]]>([
  ["says nothing of money spends none", { status: "answered" }, [0, 0]],
  ["says only its tokens spends those", { status: "answered", usage: tokenUsage }, [0, 15]],
  ["paid for calls spends that", { status: "answered", spending: { calls: 2, costUsd: 0.5, tokenUsage } }, [0.5, 15]],
  ["failed has spent all the same", { status: "failed", why: "x", spending: { calls: 1, costUsd: 0.25 } }, [0.25, 0]],
  ["knows no price is unknown", { status: "answered", spending: { calls: 1, costUsd: null, tokenUsage } }, [null, 15]],
  ["called nobody spends nothing", { status: "answered", spending: { calls: 0, costUsd: null, tokenUsage } }, [0, 0]],
  ["returns nothing at all spends nothing", undefined, [0, 0]],
  [
    "counts twice is believed where it tells of its calls",
    { status: "answered", usage: { input: 1, output: 1 }, spending: { calls: 1, costUsd: 0, tokenUsage } },
    [0, 15],
  ],
])("a judge that %s", async (_, answer, expected) => {
  expect(await spentOn(answer)).toEqual(expected);
});

test("rules are left as they are, and members of a panel are metered each", async () => {
  const ledger = ledgerOf();
  const paid: Judge = {
    id: "paid",
    ask: async () => ({ status: "answered", value: {}, spending: { calls: 1, costUsd: 0.5 } }),
  };
  const rules: Judge = { ...paid, kind: "rules" };
  expect(meterJudge(rules, ledger)).toBe(rules);
  const { members = [] } = meterJudge({ ...paid, members: [paid, rules] }, ledger);
  for (const member of members) await member.ask(question, context);
  expect(ledger.spent.judges.costUsd).toBe(0.5);
});

test("a judge that is an instance of a class is asked as one, and keeps what it is", async () => {
  class Own {
    readonly id = "own";
    readonly looks = true;
    async ask(): Promise<Answer> {
      return { status: "declined", why: this.id };
    }
  }
  const metered = meterJudge(new Own(), ledgerOf());
  expect([metered.id, metered.looks]).toEqual(["own", true]);
  expect(await metered.ask(question, context)).toEqual({ status: "declined", why: "own" });
});

test("where nothing is left the judge is not asked, and the reason is told", async () => {
  const ledger = ledgerOf({ tokens: 10 });
  const none = { costUsd: 0, knownUsd: 0, tokens: 0, unknown: 0 };
  ledger.addEarlierSpending({ agents: { ...none, tokens: 10 }, judges: none });
  const judge: Judge = { id: "j", ask: () => Promise.reject(new Error("it was asked")) };
  expect(await meterJudge(judge, ledger).ask(question, context)).toEqual({
    status: "declined",
    why: "the run reached its limit of 10 tokens",
  });
});

test("a judge that throws holds nothing afterwards", async () => {
  const ledger = ledgerOf({ tokens: 10 });
  const judge: Judge = { id: "j", ask: () => Promise.reject(new Error("broken")) };
  await expect(meterJudge(judge, ledger).ask(question, context)).rejects.toThrow("broken");
  const good: Judge = { id: "j", ask: async () => ({ status: "answered", value: 1 }) };
  expect(await meterJudge(good, ledger).ask(question, context)).toEqual({ status: "answered", value: 1 });
});
