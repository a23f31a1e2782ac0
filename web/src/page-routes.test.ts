import fc from "fast-check";
import { expect, test } from "vitest";
import { compareLink, itemLink, parseRoute, runLink } from "./page-routes.ts";

test("an address leads back to the run and the step it was made from", () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1, unit: "grapheme" }), fc.integer({ min: 1, max: 99_999 }), (runId, step) => {
      expect(parseRoute(runLink({ side: 0, runId }, step))).toEqual({ view: "run", side: 0, runId, step });
    }),
  );
});

test("two runs have one address", () => {
  const [a, b] = [
    { side: 0, runId: "x/y" },
    { side: 1, runId: "z?#" },
  ];
  expect(parseRoute(compareLink(a, b))).toEqual({ view: "compare", a, b });
});

test("an address leads back to the item it was made from, whatever its id is", () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1, unit: "binary" }), (id) => {
      expect(parseRoute(itemLink(id))).toEqual({ view: "item", id: id.toWellFormed() });
    }),
  );
});

test.each(["#/nonsense", "#/item", "#/item/a/b", "#/run", "#/run/0", "#/compare/0/x", "#/%E0%A4%A"])(
  "%s leads nowhere",
  (hash) => {
    expect(parseRoute(hash).view).toBe("unknown");
  },
);

test("no address is the overview, with its filters", () => {
  const route = parseRoute("#/?q=a%20b");
  expect(route.view === "overview" && route.query.get("q")).toBe("a b");
  expect(parseRoute("").view).toBe("overview");
});

test.each(["0", "-1", "1.5", "x", "99999999999"])("the step %s is none", (step) => {
  const route = parseRoute(`#/run/0/r/${step}`);
  expect(route.view === "run" && route.step).toBe(null);
});
