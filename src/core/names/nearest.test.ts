import fc from "fast-check";
import { expect, test } from "vitest";
import { editDistance, findNearestName } from "./nearest.ts";

test.each([
  ["", "", 0],
  ["abc", "abc", 0],
  ["promt", "prompt", 1],
  ["porompt", "prompt", 1],
  ["prpmot", "prompt", 2],
  ["porpmt", "prompt", 2],
  ["agnets", "agents", 1],
  ["abc", "", 3],
])("%j and %j are %i edits apart", (a, b, distance) => {
  expect(editDistance(a, b)).toBe(distance);
});

test("distance is symmetric, zero only for equal texts, and never above the longer length", () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 12 }), fc.string({ maxLength: 12 }), (a, b) => {
      const distance = editDistance(a, b);
      expect(distance).toBe(editDistance(b, a));
      expect(distance === 0).toBe(a === b);
      expect(distance).toBeLessThanOrEqual(Math.max([...a].length, [...b].length));
    }),
  );
});

test("what is suggested is never more than two edits away, unless its first words were written", () => {
  expect(findNearestName("claude", ["codex", "claude-code"])).toBe("claude-code");
  expect(findNearestName("", ["-"])).toBeUndefined();
  const names = fc.array(fc.string({ maxLength: 8 }), { maxLength: 12 });
  fc.assert(
    fc.property(fc.string({ maxLength: 8 }), names, (written, all) => {
      const found = findNearestName(written, all);
      if (found === undefined || (written !== "" && found.startsWith(`${written}-`))) return;
      expect(editDistance(written, found)).toBeLessThanOrEqual(2);
    }),
  );
});

test("the nearest of several is taken", () => {
  expect(findNearestName("modl", ["mods", "model", "mode"])).toBe("mods");
  expect(findNearestName("modle", ["node", "model"])).toBe("model");
});
