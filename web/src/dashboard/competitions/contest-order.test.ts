import { expect, test } from "vitest";
import { countContestRuns, readContest } from "./contest-order.ts";

function form(entries: readonly (readonly [string, string])[]): FormData {
  const data = new FormData();
  for (const [name, value] of entries) data.append(name, value);
  return data;
}

test("a competition has the ticked and the typed names, and starts from HEAD unless something else is named", () => {
  const order = readContest(
    form([
      ["scenario", "cart"],
      ["agent", "mini"],
      ["agent-other", " opus "],
      ["trials", "3"],
      ["base", " "],
    ]),
  );
  expect(order).toEqual({ scenarios: ["cart"], agents: ["mini", "opus"], trials: 3, base: "HEAD" });
  expect(countContestRuns(order)).toBe(6);
});

test("trials can be added until it is decided, from another commit", () => {
  const order = readContest(
    form([
      ["base", "v1.0"],
      ["until", "decided"],
    ]),
  );
  expect(order).toMatchObject({ base: "v1.0", until: "decided", trials: 1 });
  expect(countContestRuns(order)).toBe(0);
});
