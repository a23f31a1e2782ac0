import { expect, test } from "vitest";
import type { Answer } from "../core/judge.ts";
import { defineJudge } from "./define-judge.ts";
import { askContext, buildEvidence, buildProcessQuestion } from "./rules/literal-run.ts";

const declined: Answer = { status: "declined", why: "not today" };

test("a judge of one's own is of kind custom and answers as its function does", async () => {
  const judge = defineJudge({ id: "mine", ask: async () => declined });
  expect(judge).toMatchObject({ id: "mine", kind: "custom" });
  expect(judge.wholeRun).toBeUndefined();
  expect(await judge.ask(buildProcessQuestion("agent", buildEvidence([])), askContext())).toEqual(declined);
});

test("a judge can ask for whole runs, and keeps state of its own", async () => {
  class Counting {
    readonly id = "counting";
    readonly wholeRun = true;
    times = 0;
    async ask(): Promise<Answer> {
      this.times += 1;
      return { status: "failed", why: `asked ${this.times} times` };
    }
  }
  const judge = defineJudge(new Counting());
  const question = buildProcessQuestion("agent", buildEvidence([]));
  await judge.ask(question, askContext());
  expect(judge.wholeRun).toBe(true);
  expect(await judge.ask(question, askContext())).toEqual({ status: "failed", why: "asked 2 times" });
});
