/** Holds patience: attempts, waits, time limits, the abort, batches, and what is remembered of them. */
import { describe, expect, test } from "vitest";
import { Stop } from "../../core/outcome.ts";
import type { Answer } from "../../core/judge.ts";
import type { ProcessQuestion, Question } from "../../core/question.ts";
import { answered, type FakeJudge, type FakeReply, fakeJudge, fullMarks, inTurn } from "../../testing/fake-judge.ts";
import { type AskOptions, ask, waitOnClock } from "./ask.ts";
import { axisResult } from "./axis-result.ts";
import { openGoalQuestion } from "./panel/ask-panel.ts";
import { judgedChecks } from "./goal.ts";
import { sampleEvidence, sampleDeps, type SampleStep } from "./sample-evidence.ts";

const evidence = sampleEvidence([]);
const failing: FakeReply = () => ({ status: "failed", why: "HTTP 503", raw: "Service Unavailable" });

const generous = { goal: fullMarks, environment: fullMarks, service: fullMarks, agent: fullMarks };
const longWait: AskOptions["wait"] = (_, abort) => waitOnClock(2 ** 30, abort);

/** Answers nothing, and claims this usage. */
function unreadable(usage: object): FakeReply {
  return () => ({ status: "answered", value: {}, usage: usage as never });
}

function fullWithUsage(question: Question): Answer {
  return { ...fullMarks(question), usage: { input: 5, output: 1, cacheReadInput: 7 } } as Answer;
}

function badSecondBatch(question: Question): Answer {
  const bad = question.question === "environment" && question.interactions[0]?.id === 51;
  return bad ? answered({}) : fullMarks(question);
}

function processQuestions(judge: FakeJudge, id: string): ProcessQuestion[] {
  return judge.asked.flatMap(({ question }) =>
    question.question === id && question.question !== "goal" && question.question !== "duel" ? [question] : [],
  );
}

function stepsOf(count: number, output = "ok"): SampleStep[] {
  return Array.from({ length: count }, () => ({ categories: ["environment"], output }));
}

function openQuestion() {
  return openGoalQuestion(evidence, judgedChecks(evidence.checks ?? []));
}

function deskOf(judge: FakeJudge, fields: Partial<AskOptions> = {}): AskOptions & { readonly waits: number[] } {
  const waits: number[] = [];
  const wait = async (milliseconds: number) => void waits.push(milliseconds);
  return { judge, retries: 3, timeoutMs: 60_000, abort: new AbortController().signal, wait, ...fields, waits };
}

describe("attempts", () => {
  test("a good first answer needs one", async () => {
    const asked = await ask("goal", [openQuestion()], deskOf(fakeJudge({ goal: fullMarks })));
    expect(asked).toEqual({ failure: null, used: { kind: "custom", name: "fake", attempts: 1 }, replies: [] });
  });

  test("after 1 + retries there are no more", async () => {
    const judge = fakeJudge({ goal: {} });
    const asked = await ask("goal", [openQuestion()], deskOf(judge, { retries: 2 }));
    expect(judge.asked.map(({ attempt }) => attempt)).toEqual([1, 2, 3]);
    expect(asked.failure).toBe('judge "fake" gave no usable answer in 3 attempts: "grades" is not a list');
  });

  test("without retries there is one", async () => {
    const asked = await ask("goal", [openQuestion()], deskOf(fakeJudge({ goal: {} }), { retries: 0 }));
    expect(asked.failure).toBe('judge "fake" gave no usable answer in 1 attempt: "grades" is not a list');
  });

  test("a judge that did not answer is waited for 1 s, then 4 s; an unreadable one is asked again at once", async () => {
    const failed = deskOf(fakeJudge({ goal: failing }));
    await ask("goal", [openQuestion()], failed);
    expect(failed.waits).toEqual([1000, 4000, 4000]);
    const answering = deskOf(fakeJudge({ goal: {} }));
    await ask("goal", [openQuestion()], answering);
    expect(answering.waits).toEqual([]);
  });

  test("every reply that could not be read is kept with its attempt, long ones cut", async () => {
    const long = "x".repeat(50_000);
    const judge = fakeJudge({ goal: inTurn(failing, () => answered(long), fullMarks) });
    const { replies, failure } = await ask("goal", [openQuestion()], deskOf(judge));
    expect(failure).toBeNull();
    expect(replies[0]).toEqual({ question: "goal", attempt: 1, problem: "HTTP 503", raw: "Service Unavailable" });
    expect(replies[1]?.raw.length).toBeLessThanOrEqual(20_000);
    expect(replies).toHaveLength(2);
  });

  test("a failure is kept only with a reply to show, a reply that is nothing at all is one", async () => {
    const silent = await ask(
      "goal",
      [openQuestion()],
      deskOf(fakeJudge({ goal: () => ({ status: "failed", why: "HTTP 503" }) })),
    );
    expect(silent.replies).toEqual([]);
    const nothing = fakeJudge({ goal: inTurn(() => undefined as never, fullMarks) });
    const asked = await ask("goal", [openQuestion()], deskOf(nothing));
    expect(asked.failure).toBeNull();
    expect(asked.replies.map(({ attempt, raw }) => [attempt, raw])).toEqual([[1, "undefined"]]);
  });

  test("usage of all attempts is added up, and what cannot be believed is left out", async () => {
    const judge = fakeJudge({
      goal: inTurn(unreadable({ input: 10, output: 2 }), unreadable({ input: -1, output: NaN }), fullWithUsage),
    });
    const asked = await ask("goal", [openQuestion()], deskOf(judge));
    expect(asked.used.tokenUsage).toEqual({ input: 15, output: 3, cacheReadInput: 7 });
  });
});

describe("endings", () => {
  test("a judge that never answers is given up when its time is over, even if it ignores the abort", async () => {
    const judge = fakeJudge({ goal: () => new Promise(() => {}) });
    const asked = await ask("goal", [openQuestion()], deskOf(judge, { retries: 1, timeoutMs: 5 }));
    expect(asked.failure).toBe('judge "fake" gave no usable answer in 2 attempts: no answer within 0.005 s');
  });

  test("the judge's own signal ends with its attempt's time", async () => {
    const reasons: string[] = [];
    const judge = fakeJudge({
      goal: (_, { abort }) =>
        new Promise(() => abort.addEventListener("abort", () => reasons.push(abort.reason.message))),
    });
    await ask("goal", [openQuestion()], deskOf(judge, { retries: 0, timeoutMs: 5 }));
    expect(reasons).toEqual(["no answer within 0.005 s"]);
  });

  test("time beyond what a timer can count is not over at once", async () => {
    const asked = await ask("goal", [openQuestion()], deskOf(fakeJudge({ goal: fullMarks }), { timeoutMs: 1e12 }));
    expect(asked.failure).toBeNull();
  });

  test("an abort in the middle of a question ends it, with the reason of the abort", async () => {
    const stop = new AbortController();
    const judge = fakeJudge({
      goal: () => {
        stop.abort(new Stop("user", "run", "stopped by the user"));
        return new Promise(() => {});
      },
    });
    const asked = await ask("goal", [openQuestion()], deskOf(judge, { abort: stop.signal }));
    expect(asked.failure).toBe("judging was stopped: stopped by the user");
    expect(judge.asked).toHaveLength(1);
  });

  test("after an abort nobody is asked", async () => {
    const judge = fakeJudge({ goal: fullMarks });
    const abort = AbortSignal.abort(new Error("over"));
    const asked = await ask("goal", [openQuestion()], deskOf(judge, { abort }));
    expect(asked.failure).toBe("judging was stopped: over");
    expect(judge.asked).toEqual([]);
  });

  test("an abort in the last attempt is told as the abort, not as the judge's fault", async () => {
    const stop = new AbortController();
    const goal: FakeReply = () => {
      stop.abort(new Error("over"));
      return answered({});
    };
    const asked = await ask("goal", [openQuestion()], deskOf(fakeJudge({ goal }), { abort: stop.signal, retries: 0 }));
    expect(asked.failure).toBe("judging was stopped: over");
  });

  test("an abort while it is waited leaves the judge alone, also one that would not notice", async () => {
    const stop = new AbortController();
    let times = 0;
    const deaf = {
      id: "deaf",
      ask: async (): Promise<Answer> => ({ status: "failed", why: `time ${(times += 1)}` }),
    };
    const wait = async () => stop.abort(new Error("over"));
    const asked = await ask("goal", [openQuestion()], {
      ...deskOf(fakeJudge({})),
      judge: deaf,
      abort: stop.signal,
      wait,
    });
    expect(asked.failure).toBe("judging was stopped: over");
    expect(times).toBe(1);
  });

  test("an abort ends the wait between attempts", async () => {
    const stop = new AbortController();
    const judge = fakeJudge({ goal: failing });
    const wait: AskOptions["wait"] = (_, abort) => {
      setImmediate(() => stop.abort(new Error("over")));
      return longWait(0, abort);
    };
    const asked = await ask("goal", [openQuestion()], deskOf(judge, { abort: stop.signal, wait }));
    expect(asked.failure).toBe("judging was stopped: over");
  });

  test("many questions at once on one abort raise no warning", async () => {
    const warnings: Error[] = [];
    const listen = (warning: Error) => warnings.push(warning);
    process.on("warning", listen);
    const stop = new AbortController();
    const all = Array.from({ length: 60 }, () =>
      ask("goal", [openQuestion()], deskOf(fakeJudge({ goal: failing }), { abort: stop.signal, wait: longWait })),
    );
    await new Promise(setImmediate);
    stop.abort(new Error("over"));
    await Promise.all(all);
    await new Promise(setImmediate);
    process.off("warning", listen);
    expect(warnings).toEqual([]);
  });
});

describe("batches", () => {
  test("120 interactions are asked in 3 batches, and necessity once with the whole index", async () => {
    const judge = fakeJudge(generous);
    const { score } = await axisResult(sampleEvidence(stepsOf(120)), sampleDeps(judge));
    const asked = processQuestions(judge, "agent");
    expect(asked.map(({ interactions, necessity }) => [interactions.length, necessity])).toEqual([
      [50, false],
      [50, false],
      [20, false],
      [0, true],
    ]);
    for (const line of ["#1 Bash", "#60 Bash", "#120 Bash"]) expect(asked[3]?.index).toContain(line);
    expect(
      processQuestions(judge, "environment").map(({ interactions, necessity }) => [interactions.length, necessity]),
    ).toEqual([
      [50, false],
      [50, false],
      [20, false],
    ]);
    expect(score.agent).toMatchObject({ status: "scored", score: 96, interactionCount: 120, auditedCount: 120 });
    expect(score.judging.agent?.attempts).toBe(1);
  });

  test("50 interactions are one batch, asked together with necessity", async () => {
    const judge = fakeJudge(generous);
    await axisResult(sampleEvidence(stepsOf(50)), sampleDeps(judge));
    const asked = processQuestions(judge, "agent");
    expect(asked.map(({ interactions, necessity }) => [interactions.length, necessity])).toEqual([[50, true]]);
  });

  test("long interactions make smaller batches, each at most 40,000 characters, with none left out", async () => {
    const judge = fakeJudge(generous);
    await axisResult(sampleEvidence(stepsOf(40, "long output ".repeat(1000))), sampleDeps(judge));
    const asked = processQuestions(judge, "environment");
    const lengths = asked.map(({ interactions }) => interactions.reduce((sum, { content }) => sum + content.length, 0));
    expect(asked.length).toBeGreaterThan(1);
    expect(Math.max(...lengths)).toBeLessThanOrEqual(40_000);
    const ids = asked.flatMap(({ interactions }) => interactions.map(({ id }) => id));
    expect(ids).toEqual(Array.from({ length: 40 }, (_, index) => index + 1));
  });

  test("a judge that takes whole runs is asked once, with the same contents", async () => {
    const whole = fakeJudge(generous, { wholeRun: true });
    const parts = fakeJudge(generous);
    await axisResult(sampleEvidence(stepsOf(120)), sampleDeps(whole));
    await axisResult(sampleEvidence(stepsOf(120)), sampleDeps(parts));
    const [question, ...further] = processQuestions(whole, "agent");
    expect(further).toEqual([]);
    expect(question?.necessity).toBe(true);
    const contents = processQuestions(parts, "agent").flatMap(({ interactions }) => interactions);
    expect(question?.interactions.map((view) => ({ ...view }))).toEqual(contents);
  });

  test("after a batch that cannot be read no further one is asked, and earlier audits stay", async () => {
    const judge = fakeJudge({ ...generous, environment: badSecondBatch });
    const { score } = await axisResult(sampleEvidence(stepsOf(120)), sampleDeps(judge));
    expect(processQuestions(judge, "environment").map(({ interactions }) => interactions[0]?.id)).toEqual([1, 51, 51]);
    expect(score.environment).toMatchObject({
      status: "unscored",
      score: null,
      interactionCount: 120,
      auditedCount: 50,
    });
    expect(score.environment.dimensions).toEqual({
      success: null,
      speed: 100,
      weight: null,
      relevance: null,
      necessity: null,
    });
  });
});

describe("judges that keep time themselves", () => {
  const keeping = (reply: FakeReply) => fakeJudge({ goal: reply }, { keepsTime: true });

  test("are told their time and not cut off by it: waiting for their turn is no attempt", async () => {
    let told: number | undefined;
    const late: FakeReply = async (question, { timeoutMs }) => {
      told = timeoutMs;
      await new Promise((resolve) => setTimeout(resolve, 20));
      return fullMarks(question);
    };
    const asked = await ask("goal", [openQuestion()], deskOf(keeping(late), { timeoutMs: 1 }));
    expect([asked.failure, asked.used.attempts, told]).toEqual([null, 1, 1]);
  });

  test("are waited for when they are stopped, so that they can end what they started", async () => {
    const stop = new AbortController();
    let ended = false;
    const ending: FakeReply = (_, { abort }) =>
      new Promise((resolve) => {
        abort.addEventListener("abort", () =>
          setTimeout(() => {
            ended = true;
            resolve({ status: "failed", why: "stopped" });
          }, 20),
        );
        stop.abort(new Stop("user", "run", "Ctrl-C"));
      });
    const asked = await ask("goal", [openQuestion()], deskOf(keeping(ending), { abort: stop.signal }));
    expect([asked.failure, ended]).toEqual(["judging was stopped: Ctrl-C", true]);
  });
});

test("an unreadable reply is asked about again at once; only trouble on the way is waited out", async () => {
  const mumbling: FakeReply = () => ({ status: "failed", why: "no JSON", raw: "hm", unreadable: true });
  const desk = deskOf(fakeJudge({ goal: inTurn(mumbling, failing, fullMarks) }));
  const asked = await ask("goal", [openQuestion()], desk);
  expect([asked.failure, asked.used.attempts, desk.waits]).toEqual([null, 3, [4000]]);
  expect(asked.replies.map(({ raw }) => raw)).toEqual(["hm", "Service Unavailable"]);
});

describe("what judging costs", () => {
  const spending = (calls: number, costUsd: number | null) => ({
    calls,
    costUsd,
    ...(calls > 0 && { tokenUsage: { input: 3, output: 2 } }),
  });
  const paid =
    (cost: object, reply = fullMarks): FakeReply =>
    (question) =>
      ({ ...reply(question), spending: cost }) as Answer;
  const used = async (...replies: [FakeReply, ...FakeReply[]]) =>
    (await ask("goal", [openQuestion()], deskOf(fakeJudge({ goal: inTurn(...replies) })))).used;

  test("failed attempts are paid for too", async () => {
    const bad = paid(spending(1, 0.5), () => ({ status: "failed", why: "no", unreadable: true }) as Answer);
    expect(await used(bad, paid(spending(1, 0.25)))).toMatchObject({
      costUsd: 0.75,
      tokenUsage: { input: 6, output: 4 },
    });
  });

  test("a price that is not known makes the sum unknown, never less", async () => {
    const bad = paid(spending(1, null), () => ({ status: "failed", why: "no", unreadable: true }) as Answer);
    expect((await used(bad, paid(spending(1, 0.25)))).costUsd).toBeNull();
  });

  test("a stored answer after one that was paid for does not make the question a stored one", async () => {
    const unread = paid(spending(1, 0.5), () => answered({}));
    const both = await used(unread, paid(spending(0, 0)));
    expect(both).toMatchObject({ attempts: 2, costUsd: 0.5 });
    expect(both).not.toHaveProperty("cached");
  });

  test("stored answers cost nothing, and that is said", async () => {
    expect(await used(paid(spending(0, null)))).toEqual({
      kind: "custom",
      name: "fake",
      attempts: 1,
      costUsd: 0,
      cached: true,
    });
  });

  test.each([{ calls: -1, costUsd: 0 }, { calls: 1, costUsd: Number.NaN }, { calls: 1, costUsd: -2 }, "much"])(
    "a claim like %j is left out",
    async (claim) => {
      expect(await used(paid(claim as object))).toEqual({ kind: "custom", name: "fake", attempts: 1 });
    },
  );
});
