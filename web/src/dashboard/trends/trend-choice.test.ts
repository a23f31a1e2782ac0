import { expect, test } from "vitest";
import { parseTrendChoice, toTrendQuery } from "./trend-choice.ts";

const now = new Date("2026-03-10T15:00:00Z");
const parse = (address: string) => parseTrendChoice(new URLSearchParams(address));
const asked = (address: string) => toTrendQuery(parse(address), { workspace: "shop", grain: "report", now });

test("an address without choices shows the AXIS Result, a line for each agent, and leaves the grain to the page", () => {
  expect(parse("").grain).toBeNull();
  expect(asked("")).toEqual({
    workspace: "shop",
    agent: "",
    scenario: "",
    bucket: "report",
    by: "agent",
    since: null,
    metric: "axis",
  });
});

test("choices in an address are asked for", () => {
  expect(parse("bucket=week").grain).toBe("week");
  expect(asked("agent=a%7Cb&scenario=cms%2Fx&by=none&days=7&metric=cost")).toEqual({
    workspace: "shop",
    agent: "a|b",
    scenario: "cms/x",
    bucket: "report",
    by: null,
    since: "2026-03-04T00:00:00.000Z",
    metric: "cost",
  });
});

test("what was typed by hand and means nothing counts as nothing", () => {
  expect(parse("bucket=year&by=model&days=-1&metric=tier")).toEqual(parse(""));
});
