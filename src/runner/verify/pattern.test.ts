import { expect, test } from "vitest";
import { matchInWorker } from "./pattern.ts";

test("a pattern matches or does not", async () => {
  expect(await matchInWorker("^b.d$", "a\nbcd\ne")).toEqual({ matched: true });
  expect(await matchInWorker("^b.d$", "abcd")).toEqual({ matched: false });
  expect(await matchInWorker("/B.D/i", "abcd")).toEqual({ matched: true });
});

test("a literal matches as an expression would", async () => {
  expect(await matchInWorker("^done$", "first\ndone\nlast")).toEqual({ matched: true });
  expect(await matchInWorker("/^done$/", "first\ndone\nlast")).toEqual({ matched: false });
  expect(await matchInWorker("v1\\.2", "v1.2")).toEqual({ matched: true });
  expect(await matchInWorker("v1\\.2", "v1x2")).toEqual({ matched: false });
});

test("a pattern that runs away is stopped, and the next one is answered", async () => {
  const runaway = matchInWorker("(a+)+$", `${"a".repeat(50_000)}b`, 200);
  const patient = matchInWorker("x+", "xx");
  expect(await runaway).toEqual({ lost: "the pattern ran for more than 0.2 s and was stopped" });
  expect(await patient).toEqual({ matched: true });
});

test("thirty characters are enough to run away, so none are tried in place", async () => {
  expect(await matchInWorker("(a+)+$", `${"a".repeat(34)}b`, 200)).toHaveProperty("lost");
});

test("many matches at once are each answered", async () => {
  const answers = await Promise.all(Array.from({ length: 50 }, (_, index) => matchInWorker(`^${index}\\d?$`, "7")));
  expect(answers.map((answer) => "matched" in answer && answer.matched).indexOf(true)).toBe(7);
});

test("what is no expression says so", async () => {
  expect(await matchInWorker("(a+", "a")).toHaveProperty("why");
});

test("an answer that came while this process was busy is heard, however long that was", async () => {
  await matchInWorker("x+", "xx");
  // From here on the clock is looked at before anything else that waits.
  await new Promise((resolve) => setImmediate(resolve));
  const match = matchInWorker("b+", "abc", 50);
  // The worker is asked in the next turns; then nothing is heard for a while.
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500);
  expect(await match).toEqual({ matched: true });
});
