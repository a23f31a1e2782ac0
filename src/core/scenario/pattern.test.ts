import * as fc from "fast-check";
import { expect, test } from "vitest";
import { compilePattern, parsePattern } from "./pattern.ts";

test("plain text has the flags m and u", () => {
  expect(parsePattern("^done$")).toEqual({ source: "^done$", flags: "mu" });
  expect(compilePattern("^done$").test("first\ndone\nlast")).toBe(true);
});

test("slashes around it set other flags, or none", () => {
  expect(parsePattern("/^done$/i")).toEqual({ source: "^done$", flags: "i" });
  expect(parsePattern("/a\\/b/")).toEqual({ source: "a\\/b", flags: "" });
});

test("what only begins like a path is plain", () => {
  expect(parsePattern("/usr/bin/node")).toEqual({ source: "/usr/bin/node", flags: "mu" });
  expect(parsePattern("//")).toEqual({ source: "//", flags: "mu" });
});

test.each(["(", "/(/", "/a/ii", "[z-a]", "/a/uv"])("%s is no expression, which is a SyntaxError", (text) => {
  expect(() => compilePattern(text)).toThrow(SyntaxError);
});

test("any text is an expression or a SyntaxError", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      expect(isExpressionOrSyntaxError(text)).toBe(true);
    }),
  );
});

function isExpressionOrSyntaxError(text: string): boolean {
  try {
    return compilePattern(text) instanceof RegExp;
  } catch (error) {
    return error instanceof SyntaxError;
  }
}
