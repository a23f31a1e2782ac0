import { expect, test } from "vitest";
import { Doorbell } from "./doorbell.ts";

const { signal: never } = new AbortController();

test("a ring that nobody waited for is heard by the next one who waits, once", async () => {
  const bell = new Doorbell();
  bell.ring();
  bell.ring();
  await bell.wait(60_000, never);
  let isAwake = false;
  const waiting = bell.wait(60_000, never).then(() => (isAwake = true));
  await new Promise((resolve) => setImmediate(resolve));
  expect(isAwake).toBe(false);
  bell.ring();
  await waiting;
});

test("one that was heard is not kept, and whoever does not listen for it leaves it to the next", async () => {
  const bell = new Doorbell();
  const both = Promise.all([bell.wait(60_000, never), bell.wait(60_000, never)]);
  bell.ring();
  await both;
  bell.ring();
  await bell.wait(1, never, "whatever rings");
  await bell.wait(60_000, never);
});

test("when it is over nobody waits", async () => {
  const over = new AbortController();
  const waiting = new Doorbell().wait(60_000, over.signal);
  over.abort();
  await waiting;
  await new Doorbell().wait(60_000, over.signal);
});
