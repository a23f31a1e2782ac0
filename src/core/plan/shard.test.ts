import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Cell, cellId, pairId } from "../cell.ts";
import type { Plan } from "../plan.ts";
import { takeShard } from "./shard.ts";

/** A plan of nothing but cells: nothing else decides how it is split. */
const planOf = (cells: readonly Cell[]) => ({ jobs: cells.map((cell) => ({ cell })), seed: "s" }) as unknown as Plan;
const split = (cells: readonly Cell[], count: number) =>
  Array.from({ length: count }, (_, index) =>
    takeShard(planOf(cells), { number: index + 1, count }).jobs.map(({ cell }) => cell),
  );

const name = fc.constantFrom("a", "b", "c", "d", "e", "f", "g");
const anyCells = fc
  .tuple(
    fc.uniqueArray(fc.tuple(name, fc.constantFrom("x", "y", "z")), { selector: String }),
    fc.integer({ min: 1, max: 3 }),
  )
  .map(([pairs, trials]) =>
    pairs.flatMap(([scenario, agent]) =>
      Array.from({ length: trials }, (_, index): Cell => ({ scenario, agent, trial: index + 1 })),
    ),
  );
const anyCount = fc.integer({ min: 1, max: 9 });
const countPairs = (cells: readonly Cell[]) => new Set(cells.map(pairId)).size;
const isEven = (sizes: readonly number[]) => Math.max(...sizes) - Math.min(...sizes) <= 1;

describe("shards of a plan", () => {
  test("together have every cell exactly once, in the order of the plan", () => {
    fc.assert(
      fc.property(anyCells, anyCount, (cells, count) => {
        const shards = split(cells, count);
        expect(shards.flat().map(cellId).toSorted()).toEqual(cells.map(cellId).toSorted());
        for (const shard of shards) expect(shard).toEqual(cells.filter((cell) => shard.includes(cell)));
      }),
    );
  });

  test("keep the trials of a result together", () => {
    fc.assert(
      fc.property(anyCells, anyCount, (cells, count) => {
        const pairs = split(cells, count).flatMap((shard) => [...new Set(shard.map(pairId))]);
        expect(new Set(pairs).size).toBe(pairs.length);
      }),
    );
  });

  test("have as many results as each other, of all and of each agent, give or take one", () => {
    fc.assert(
      fc.property(anyCells, anyCount, (cells, count) => {
        const shards = split(cells, count);
        expect(isEven(shards.map(countPairs))).toBe(true);
        for (const agent of ["x", "y", "z"])
          expect(isEven(shards.map((shard) => countPairs(shard.filter((cell) => cell.agent === agent))))).toBe(true);
      }),
    );
  });

  test("do not all meet the same scenario, if they can be filled equally", () => {
    const cells = ["a", "b", "c"].flatMap((scenario) =>
      ["x", "y", "z"].map((agent): Cell => ({ scenario, agent, trial: 1 })),
    );
    for (const shard of split(cells, 3))
      expect(shard.map(({ scenario }) => scenario).toSorted()).toEqual(["a", "b", "c"]);
  });
});

test("a shard keeps the seed of the plan and all of its cells", () => {
  const cells = [{ scenario: "a", agent: "x", trial: 1 }];
  const shard = takeShard(planOf(cells), { number: 2, count: 2 });
  expect([shard.jobs, shard.seed, shard.shard]).toEqual([[], "s", { number: 2, count: 2, cells }]);
});
