import fc from "fast-check";
import { expect, test } from "vitest";
import { changedQuery, hashOf, matchAddress, splitHash } from "./route.ts";

test("an address is matched whole, and its names are read", () => {
  expect(matchAddress("runs/{id}", "runs/run_1")).toEqual({ id: "run_1" });
  expect(matchAddress("runs/{id}", "runs")).toBeNull();
  expect(matchAddress("runs/{id}", "runs/")).toBeNull();
  expect(matchAddress("runs", "runs/run_1")).toBeNull();
  expect(matchAddress("compare/{a}/{b}", "compare/x/y")).toEqual({ a: "x", b: "y" });
});

test("an address that was typed by hand does not throw", () => {
  expect(matchAddress("runs/{id}", "runs/%")).toEqual({ id: "%" });
  expect(splitHash("#/runs?agent=a?b").query.get("agent")).toBe("a?b");
  expect(splitHash("").path).toBe("");
});

test("whatever is written into an address is read out of it again", () => {
  const text = fc.string({ minLength: 1, maxLength: 30, unit: "grapheme" });
  fc.assert(
    fc.property(text, text, (id, agent) => {
      const hash = hashOf("runs/{id}", { id }, new URLSearchParams({ agent }));
      const { path, query } = splitHash(hash);
      expect([matchAddress("runs/{id}", path), query.get("agent")]).toEqual([{ id }, agent]);
    }),
  );
});

test("an empty value and null take a filter out, and the rest stays", () => {
  const query = changedQuery(new URLSearchParams("workspace=shop&agent=a&tier=Gold"), { agent: null, tier: "" });
  expect(query.toString()).toBe("workspace=shop");
});
