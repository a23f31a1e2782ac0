import { expect, test } from "vitest";
import { changeQuery } from "./view-route.ts";

test("an empty value and null take a filter out, and the rest stays", () => {
  const query = changeQuery(new URLSearchParams("workspace=shop&agent=a&tier=Gold"), { agent: null, tier: "" });
  expect(query.toString()).toBe("workspace=shop");
});
