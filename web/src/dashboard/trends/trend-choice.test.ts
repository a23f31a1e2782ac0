import { expect, test } from "vitest";
import { parseTrendChoice, toTrendQuery } from "./trend-choice.ts";

const now = new Date("2026-03-10T15:00:00Z");
const asked = (address: string) => toTrendQuery(parseTrendChoice(new URLSearchParams(address)), "shop", now);

test("an address without choices shows days, a line for each agent, everything there is", () => {
  expect(asked("")).toEqual({ workspace: "shop", agent: "", scenario: "", bucket: "day", by: "agent", since: null });
});

test("choices in an address are asked for", () => {
  expect(asked("agent=a%7Cb&scenario=cms%2Fx&bucket=run&by=none&days=7")).toEqual({
    workspace: "shop",
    agent: "a|b",
    scenario: "cms/x",
    bucket: "run",
    by: null,
    since: "2026-03-04T00:00:00.000Z",
  });
});

test("the AXIS Result is shown unless the scorecard is chosen, and the server is asked for both at once", () => {
  expect(parseTrendChoice(new URLSearchParams()).metric).toBe("axis");
  expect(parseTrendChoice(new URLSearchParams("metric=tier")).metric).toBe("axis");
  expect(parseTrendChoice(new URLSearchParams("metric=scorecard")).metric).toBe("scorecard");
  expect(asked("metric=scorecard")).toEqual(asked(""));
});

test("what was typed by hand and means nothing counts as nothing", () => {
  expect(asked("bucket=year&by=model&days=-1")).toEqual(asked(""));
});
