import { expect, test } from "vitest";
import { listActiveFilters, parseDay, runFilters, toRunQuery, parseSort } from "./run-filters.ts";

test("every filter of the address is asked for, with the workspace and the order", () => {
  const address = Object.fromEntries(runFilters.map(({ name, kind }) => [name, kind === "day" ? "2026-03-01" : "7"]));
  const asked = toRunQuery(new URLSearchParams({ ...address, sort: "score", other: "x" }), "shop");
  expect(Object.keys(asked).sort()).toEqual([...runFilters.map(({ name }) => name), "sort", "workspace"].sort());
  expect(asked).toMatchObject({ agent: "7", min_score: "7", sort: "score", workspace: "shop" });
});

test("a day begins and ends where the reader lives, and what is no day is left to the server", () => {
  expect(parseDay("2026-02-28", "first")).toBe(new Date(2026, 1, 28).toISOString());
  expect(parseDay("2026-02-28", "last")).toBe(new Date(2026, 2, 1).toISOString());
  expect(parseDay("yesterday", "first")).toBeNull();
  expect(toRunQuery(new URLSearchParams({ since: "yesterday" }), null)["since"]).toBe("yesterday");
});

test("an unknown order is the usual one, and an empty filter is none", () => {
  expect(parseSort(new URLSearchParams("sort=worst"))).toBe("newest");
  expect(listActiveFilters(new URLSearchParams("agent=&tier=Gold")).map(({ name }) => name)).toEqual(["tier"]);
});
