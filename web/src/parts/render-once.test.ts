import { expect, test } from "vitest";
import { renderOnce } from "./render-once.ts";

test("a row is drawn once, and another one with the same content by itself", () => {
  const drawings: string[] = [];
  const draw = renderOnce(({ name }: { name: string }) => {
    drawings.push(name);
    return { name } as never;
  });
  const [first, twin] = [{ name: "a" }, { name: "a" }];
  expect(draw(first, 0)).toBe(draw(first, 0));
  expect(draw(twin, 1)).not.toBe(draw(first, 0));
  expect(drawings).toEqual(["a", "a"]);
});

test("a row that shows nothing is not drawn again either", () => {
  let drawings = 0;
  const draw = renderOnce(() => {
    drawings += 1;
    return null;
  });
  const row = {};
  expect([draw(row, 0), draw(row, 0), drawings]).toEqual([null, null, 1]);
});
