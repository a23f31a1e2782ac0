/** Holds strengths to who beat whom. */
import { expect, test } from "vitest";
import { bradleyTerry } from "./bradley-terry.ts";

test("two competitors share as they won", () => {
  const { strengths } = bradleyTerry(
    [
      [0, 3],
      [1, 0],
    ],
    { prior: 0 },
  );
  expect(strengths?.[0]).toBeCloseTo(0.75, 11);
});

test("ties, half a win each, are equal strength", () => {
  expect(
    bradleyTerry([
      [0, 2.5],
      [2.5, 0],
    ]).strengths,
  ).toEqual([0.5, 0.5]);
});

test("strengths follow the competitors when they change places", () => {
  const forth = bradleyTerry([
    [0, 7, 9],
    [3, 0, 6],
    [1, 4, 0],
  ]).strengths!;
  const back = bradleyTerry([
    [0, 4, 1],
    [6, 0, 3],
    [9, 7, 0],
  ]).strengths!;
  for (const [index, strength] of back.toReversed().entries()) expect(strength).toBeCloseTo(forth[index]!, 10);
  expect(forth.reduce((sum, strength) => sum + strength, 0)).toBeCloseTo(1, 14);
});

test("each one's expected wins are those it had", () => {
  const wins = [
    [0, 7, 9, 0],
    [3, 0, 6, 2],
    [1, 4, 0, 5],
    [0, 1, 2, 0],
  ];
  const strengths = bradleyTerry(wins, { prior: 0 }).strengths!;
  for (const [player, row] of wins.entries()) {
    const expected = row.reduce((sum, won, other) => {
      const games = won + wins[other]![player]!;
      return games === 0 ? sum : sum + (games * strengths[player]!) / (strengths[player]! + strengths[other]!);
    }, 0);
    expect(expected).toBeCloseTo(
      row.reduce((sum, won) => sum + won, 0),
      8,
    );
  }
});

test("a field in two parts cannot be compared, whatever the prior", () => {
  const apart = [
    [0, 1, 0, 0],
    [1, 0, 0, 0],
    [0, 0, 0, 1],
    [0, 0, 1, 0],
  ];
  expect(bradleyTerry(apart)).toEqual({ strengths: null });
  expect(bradleyTerry([])).toEqual({ strengths: null });
  expect(bradleyTerry([[0]])).toEqual({ strengths: null });
});

test("one who never lost has no finite strength without a prior, and one with it", () => {
  expect(
    bradleyTerry(
      [
        [0, 3],
        [0, 0],
      ],
      { prior: 0 },
    ),
  ).toEqual({ strengths: null });
  expect(
    bradleyTerry(
      [
        [0, 0],
        [3, 0],
      ],
      { prior: 0 },
    ),
  ).toEqual({ strengths: null });
  expect(
    bradleyTerry([
      [0, 3],
      [0, 0],
    ]).strengths?.[0],
  ).toBeCloseTo(3.5 / 4, 11);
});

test("a long chain settles", () => {
  const wins = Array.from({ length: 20 }, (_, row) =>
    Array.from({ length: 20 }, (__, column) => (Math.abs(row - column) === 1 ? 1 : 0)),
  );
  for (const strength of bradleyTerry(wins).strengths!) expect(strength).toBeCloseTo(0.05, 8);
});
