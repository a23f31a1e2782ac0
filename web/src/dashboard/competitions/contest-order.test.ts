import { expect, test } from "vitest";
import { describeMissing, describeStart, readContest } from "./contest-order.ts";

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
  expect(describeStart(order)).toBe("Start with 6 runs");
});

test("trials can be added until it is decided, from another commit", () => {
  const order = readContest(
    form([
      ["base", "v1.0"],
      ["until", "decided"],
    ]),
  );
  expect(order).toMatchObject({ base: "v1.0", until: "decided", trials: 1 });
});

test("without an agent every one takes part; a scenario and a second agent have to be named", () => {
  const everyone = readContest(form([["scenario", "cart"]]));
  expect(everyone).not.toHaveProperty("agents");
  expect(describeStart(everyone)).toBe("Start with every agent");
  const alone = readContest(
    form([
      ["scenario", "cart"],
      ["agent", "mini"],
    ]),
  );
  expect([describeStart(alone), describeMissing(alone)]).toEqual([undefined, "Choose another agent"]);
  const nowhere = readContest(form([["agent", "mini"]]));
  expect([describeStart(nowhere), describeMissing(nowhere)]).toEqual([undefined, "Choose a scenario"]);
});
