import { expect, test } from "vitest";
import { ChangeSignal } from "./change-signal.ts";

const never = new AbortController().signal;
/** Longer than any test may take: whoever waits so long has missed the bell. */
const forever = 2 ** 30;

test("whoever waits is woken by the next ring", async () => {
  const bell = new ChangeSignal();
  const waited = bell.wait(forever, never, bell.changes);
  bell.notify();
  await waited;
});

test("a ring that came while somebody looked for work is not missed", async () => {
  const bell = new ChangeSignal();
  const heard = bell.changes;
  bell.notify();
  await bell.wait(forever, never, heard);
});

test("a ring that was heard before does not wake again", async () => {
  const bell = new ChangeSignal();
  bell.notify();
  let woken = false;
  const waited = bell.wait(forever, never, bell.changes).then(() => void (woken = true));
  await new Promise(setImmediate);
  expect(woken).toBe(false);
  bell.notify();
  await waited;
});

test("who has to wait whatever rings does so, until the time is up or the wait is over", async () => {
  const bell = new ChangeSignal();
  const over = new AbortController();
  await bell.wait(1, over.signal, Infinity);
  let woken = false;
  const waited = bell.wait(forever, over.signal, Infinity).then(() => void (woken = true));
  bell.notify();
  await new Promise(setImmediate);
  expect(woken).toBe(false);
  over.abort();
  await waited;
});
