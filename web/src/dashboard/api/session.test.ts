import { expect, test } from "vitest";
import { answerNewTabs, askOtherTabs, openSession } from "./session.ts";

function fakeStorage(): Storage {
  const kept = new Map<string, string>();
  return {
    get length() {
      return kept.size;
    },
    clear: () => kept.clear(),
    getItem: (key) => kept.get(key) ?? null,
    key: () => null,
    removeItem: (key) => void kept.delete(key),
    setItem: (key, value) => void kept.set(key, value),
  };
}

test("a token is kept for the next page of the tab, until it is forgotten", () => {
  const storage = fakeStorage();
  openSession(storage).keep("axis_a_b");
  expect(openSession(storage).token()).toBe("axis_a_b");
  openSession(storage).keep(null);
  expect(openSession(storage).token()).toBeNull();
  expect(storage.length).toBe(0);
});

test("without storage it lives as long as the page", () => {
  const session = openSession(null);
  session.keep("axis_a_b");
  expect(session.token()).toBe("axis_a_b");
});

test("a new tab gets the token of another one, and nothing from a tab without one", async () => {
  const session = openSession(null);
  const stopAnswering = answerNewTabs(session);
  const stopEmpty = answerNewTabs(openSession(null));
  session.keep("axis_a_b");
  const token = await new Promise<string>((resolve) => {
    const stopAsking = askOtherTabs((found) => {
      stopAsking();
      resolve(found);
    });
  });
  expect(token).toBe("axis_a_b");
  stopAnswering();
  stopEmpty();
});
