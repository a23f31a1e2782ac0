import fc from "fast-check";
import { expect, test } from "vitest";
import { buildHash, matchPath, splitHash } from "./router.ts";

test("an address is matched whole, and its names are read", () => {
  expect(matchPath("runs/{id}", "runs/run_1")).toEqual({ id: "run_1" });
  expect(matchPath("runs/{id}", "runs")).toBeNull();
  expect(matchPath("runs/{id}", "runs/")).toBeNull();
  expect(matchPath("runs", "runs/run_1")).toBeNull();
  expect(matchPath("compare/{a}/{b}", "compare/x/y")).toEqual({ a: "x", b: "y" });
});

test("an address that was typed by hand does not throw", () => {
  expect(matchPath("runs/{id}", "runs/%")).toEqual({ id: "%" });
  expect(splitHash("#/runs?agent=a?b").query.get("agent")).toBe("a?b");
  expect(splitHash("").path).toBe("");
});

test("whatever is written into an address is read out of it again", () => {
  const text = fc.string({ minLength: 1, maxLength: 30, unit: "grapheme" });
  fc.assert(
    fc.property(text, text, (id, agent) => {
      const hash = buildHash("runs/{id}", { id }, new URLSearchParams({ agent }));
      const { path, query } = splitHash(hash);
      expect([matchPath("runs/{id}", path), query.get("agent")]).toEqual([{ id }, agent]);
    }),
  );
});
