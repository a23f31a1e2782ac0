import { describe, expect, test } from "vitest";
import { z } from "zod";
import type { ModelQuestion } from "../core/model.ts";
import { fakeEmbedder } from "./fake-embedder.ts";
import { fakeModel, HttpFailure } from "./fake-model.ts";

const abort = new AbortController().signal;
const question: ModelQuestion<{ statements: string[] }> = {
  about: "claims.extract",
  prompt: "Extract.",
  facts: { text: "a and b" },
  answer: z.object({ statements: z.array(z.string()) }),
};
const free = { calls: 1, costUsd: 0 };

describe("fakeModel", () => {
  test("a literal is the answer, and every call is remembered", async () => {
    const model = fakeModel({ "claims.extract": { statements: ["a"] } });
    expect(await model.ask(question, { abort })).toEqual({
      status: "answered",
      value: { statements: ["a"] },
      spending: free,
    });
    expect(model.calls).toEqual([{ about: "claims.extract", facts: { text: "a and b" }, prompt: "Extract." }]);
    expect(model.id).toBe("fake/model");
  });

  test("a function answers from the facts", async () => {
    const model = fakeModel({
      "claims.extract": ({ text }: { text: string }) => ({ statements: text.split(" and ") }),
    });
    expect(await model.ask(question, { abort })).toMatchObject({ value: { statements: ["a", "b"] } });
  });

  test("replies come in turn, and the last one stays", async () => {
    const model = fakeModel({ "claims.extract": [{ statements: ["1"] }, () => ({ statements: ["2"] })] });
    const values = [];
    for (let time = 0; time < 3; time++) values.push(await model.ask(question, { abort }));
    expect(values).toMatchObject(["1", "2", "2"].map((text) => ({ value: { statements: [text] } })));
  });

  test("a question nobody scripted fails, and so does an error", async () => {
    const model = fakeModel({ "claims.extract": new Error("down") });
    expect(await model.ask(question, { abort })).toMatchObject({ status: "failed", code: "transport", why: "down" });
    for (const about of ["pii.extract", "constructor", "__proto__"])
      expect(await model.ask({ ...question, about }, { abort })).toMatchObject({
        code: "request",
        why: `no reply is scripted for ${about}`,
        spending: { calls: 0 },
      });
  });

  test("what does not fit the schema is unreadable, after as many repairs as were asked for", async () => {
    const model = fakeModel({ "claims.extract": [{ statements: "a" }, { statements: [1] }, { statements: ["a"] }] });
    expect(await model.ask(question, { abort, repairs: 1 })).toMatchObject({
      status: "failed",
      code: "unreadable",
      raw: '{"statements":[1]}',
      spending: { calls: 2 },
    });
    expect(model.calls.map(({ problem }) => problem !== undefined)).toEqual([false, true]);
    expect(await model.ask(question, { abort, repairs: 0 })).toMatchObject({ status: "answered" });
  });

  test("keys may be spelled either way where the question says so", async () => {
    const model = fakeModel({ q: { sub_questions: ["a"] } });
    const other = { about: "q", prompt: "", facts: {}, answer: z.object({ subQuestions: z.array(z.string()) }) };
    expect(await model.ask({ ...other, keys: "either" }, { abort })).toMatchObject({
      value: { subQuestions: ["a"] },
    });
    expect(await model.ask(other, { abort })).toMatchObject({ code: "unreadable" });
  });

  test("a refusal for the rate is followed by the next reply, and its wait is noted", async () => {
    const model = fakeModel({ "claims.extract": [new HttpFailure(429, 7), { statements: [] }] });
    expect(await model.ask(question, { abort, retries: 0 })).toMatchObject({
      status: "answered",
      spending: { calls: 2 },
    });
    expect(model.waits).toEqual([7]);
  });

  test.each([
    [429, "rate-limit", 12],
    [529, "rate-limit", 12],
    [500, "transport", 3],
    [401, "auth", 1],
    [400, "request", 1],
  ] as const)("HTTP %s without end is %s", async (status, code, calls) => {
    const model = fakeModel({ "claims.extract": new HttpFailure(status) });
    expect(await model.ask(question, { abort })).toMatchObject({ code, why: `HTTP ${status}`, spending: { calls } });
  });

  test("tokens and price count for every answer, also for those that could not be read", async () => {
    const options = { tokenUsage: { input: 10, output: 2 }, costUsd: 0.5 };
    const model = fakeModel({ "claims.extract": [{}, { statements: [] }] }, options);
    expect((await model.ask(question, { abort })).spending).toEqual({
      calls: 2,
      costUsd: 1,
      tokenUsage: { input: 20, output: 4 },
    });
    const unknown = fakeModel({ "claims.extract": { statements: [] } }, { costUsd: null });
    expect((await unknown.ask(question, { abort })).spending.costUsd).toBeNull();
  });

  test("an abort ends the wait for an answer", async () => {
    const stop = new AbortController();
    const model = fakeModel({ "claims.extract": { statements: [] } }, { latencyMs: 60_000 });
    const asked = model.ask(question, { abort: stop.signal });
    stop.abort(new Error("Ctrl-C"));
    expect(await asked).toMatchObject({ status: "failed", code: "stopped", why: "stopped: Ctrl-C" });
    expect(await model.ask(question, { abort: stop.signal })).toMatchObject({ code: "stopped" });
    expect(model.calls.length).toBe(1);
  });
});

describe("fakeEmbedder", () => {
  test("gives the vectors of its map, and fails for a text that is not in it", async () => {
    const embedder = fakeEmbedder({ a: [1, 0], b: [0, 1] });
    expect(await embedder.embed(["b", "a"], abort)).toMatchObject({
      vectors: [
        [0, 1],
        [1, 0],
      ],
    });
    expect(await embedder.embed(["toString"], abort)).toMatchObject({ why: 'no vector is scripted for "toString"' });
    expect(embedder.calls).toEqual([["b", "a"], ["toString"]]);
  });

  test("fails as it is told to, and when aborted", async () => {
    expect(await fakeEmbedder(new Error("down")).embed(["a"], abort)).toEqual({ status: "failed", why: "down" });
    const aborted = await fakeEmbedder({}).embed([], AbortSignal.abort(new Error("no")));
    expect(aborted).toEqual({ status: "failed", why: "stopped: no" });
  });
});
