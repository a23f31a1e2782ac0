import assert from "node:assert/strict";
import { test } from "node:test";
import { slug } from "../slug.mjs";

test("words are joined by hyphens", () => {
  assert.equal(slug("Gates and Repair"), "gates-and-repair");
});

test("nothing is left at the ends", () => {
  assert.equal(slug(" Done! "), "done");
});
