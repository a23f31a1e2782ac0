import { expect, test } from "vitest";
import { compareGroups, findPlaces } from "./compare-groups.ts";

const group = (name: string, mean: number) => ({
  name,
  cells: ["a", "b", "c", "d", "e", "f"].map((scenario, place) => ({
    scenario,
    values: [mean + place - 1, mean + place, mean + place + 1],
  })),
});

test("groups that cannot be told apart share their places, and one that is behind both comes after them", () => {
  const groups = [group("best", 90), group("near", 89.8), group("far", 60)];
  const differences = compareGroups(groups, { seed: "seed" });
  expect(differences.map(({ better, worse, apart }) => [better, worse, apart])).toEqual([
    ["best", "near", false],
    ["best", "far", true],
    ["near", "far", true],
  ]);
  expect([...findPlaces(["best", "near", "far"], differences)]).toEqual([
    ["best", { from: 1, to: 2 }],
    ["near", { from: 1, to: 2 }],
    ["far", { from: 3, to: 3 }],
  ]);
});

test("where less is better, the lowest comes first", () => {
  const groups = [group("quick", 10), group("slow", 50)];
  const differences = compareGroups(groups, { seed: "seed" });
  expect(findPlaces(["quick", "slow"], differences, "lowest").get("quick")).toEqual({ from: 1, to: 1 });
  expect(findPlaces(["quick", "slow"], differences, "highest").get("quick")).toEqual({ from: 1, to: 2 });
});

test("groups without a scenario in common may have any place", () => {
  const other = { name: "other", cells: [{ scenario: "z", values: [10, 10] }] };
  const differences = compareGroups([group("one", 90), other], { seed: "seed" });
  expect(differences[0]).toMatchObject({ scenarios: 0, estimate: null, apart: false });
  expect(findPlaces(["one", "other"], differences).get("other")).toEqual({ from: 1, to: 2 });
});
