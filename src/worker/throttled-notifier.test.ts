import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ThrottledNotifier } from "./throttled-notifier.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("the first is told at once, many within a while as one, and what is about something else by itself", () => {
  const told: string[] = [];
  using news = new ThrottledNotifier((about) => void told.push(about), 1_000);
  for (let count = 0; count < 50; count += 1) news.notify("a");
  news.notify("b");
  expect(told).toEqual(["a", "b"]);
  vi.advanceTimersByTime(1_000);
  expect(told).toEqual(["a", "b", "a"]);
  vi.advanceTimersByTime(10_000);
  expect(told).toEqual(["a", "b", "a"]);
  news.notify("a");
  expect(told).toEqual(["a", "b", "a", "a"]);
});

test("nothing is told once it is over", () => {
  const told: string[] = [];
  const news = new ThrottledNotifier((about) => void told.push(about), 1_000);
  news.notify("a");
  news.notify("a");
  news[Symbol.dispose]();
  vi.advanceTimersByTime(5_000);
  expect(told).toEqual(["a"]);
});
