import { expect, test } from "vitest";
import { listRequests, readOrder } from "./run-order.ts";

function form(fields: readonly (readonly [string, string])[]): FormData {
  const data = new FormData();
  for (const [name, value] of fields) data.append(name, value);
  return data;
}

test("each ticked or typed scenario is asked of each agent", () => {
  const order = readOrder(
    form([
      ["scenario", "a"],
      ["scenario", "b"],
      ["scenario-other", " new "],
      ["agent", "x"],
      ["agent-other", ""],
      ["trials", "3"],
      ["priority", "-5"],
    ]),
  );
  expect(listRequests(order)).toEqual(
    ["a", "b", "new"].map((scenario) => ({ scenario, agent: "x", trials: 3, priority: -5 })),
  );
});

test("a number that is none, or out of range, does not reach the server", () => {
  expect(
    readOrder(
      form([
        ["trials", "900"],
        ["priority", "x"],
      ]),
    ),
  ).toMatchObject({ trials: 50, priority: 0 });
  expect(readOrder(form([["trials", ""]]))).toMatchObject({ trials: 1, scenarios: [] });
});
