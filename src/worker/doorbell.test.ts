import { expect, test } from "vitest";
import { Doorbell } from "./doorbell.ts";

const never = new AbortController().signal;
/** Longer than any test may take: whoever waits so long has missed the bell. */
const forever = 2 ** 30;

test("whoever waits is woken by the next ring", async () => {
  const bell = new Doorbell();
  const waited = bell.wait(forever, never, bell.rings);
  bell.ring();
  await waited;
});

test("a ring that came while somebody looked for work is not missed", async () => {
  const bell = new Doorbell();
  const heard = bell.rings;
  bell.ring();
  await bell.wait(forever, never, heard);
});

test("a ring that was heard before does not wake again", async () => {
  const bell = new Doorbell();
  bell.ring();
  let woken = false;
  const waited = bell.wait(forever, never, bell.rings).then(() => void (woken = true));
  await new Promise(setImmediate);
  expect(woken).toBe(false);
  bell.ring();
  await waited;
});

test("who has to wait whatever rings does so, until the time is up or the wait is over", async () => {
  const bell = new Doorbell();
  const over = new AbortController();
  await bell.wait(1, over.signal, Infinity);
  let woken = false;
  const waited = bell.wait(forever, over.signal, Infinity).then(() => void (woken = true));
  bell.ring();
  await new Promise(setImmediate);
  expect(woken).toBe(false);
  over.abort();
  await waited;
});
