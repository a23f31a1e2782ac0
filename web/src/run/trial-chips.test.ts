import { expect, test } from "vitest";
import { chooseOther, type RunChip } from "./trial-chips.tsx";

const chip = (agent: string, label: string, overrides: Partial<RunChip> = {}): RunChip => ({
  agent,
  label,
  href: `#${agent}${label}`,
  status: "passed",
  score: 90,
  isCurrent: false,
  compareHref: "#compare",
  ...overrides,
});
const current = (status: RunChip["status"]) => chip("a", "1", { status, isCurrent: true, compareHref: null });

test("a run that failed is compared with one that passed, of its own agent if there is one", () => {
  const chips = [chip("b", "1"), current("failed"), chip("a", "2", { status: "failed" }), chip("a", "3")];
  expect(chooseOther(chips)?.href).toBe("#a3");
  expect(chooseOther(chips.slice(0, 3))?.href).toBe("#b1");
});

test("a run that passed is compared with one that failed, else with any other trial", () => {
  expect(chooseOther([current("passed"), chip("a", "2"), chip("b", "1", { status: "failed" })])?.href).toBe("#b1");
  expect(chooseOther([current("passed"), chip("b", "1"), chip("a", "2")])?.href).toBe("#a2");
});

test("alone, or beside runs of other files, there is nothing to compare with", () => {
  expect(chooseOther([current("failed")])).toBeUndefined();
  expect(chooseOther([current("failed"), chip("a", "2", { compareHref: null })])).toBeUndefined();
});
