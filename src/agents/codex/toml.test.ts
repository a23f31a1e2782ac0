import fc from "fast-check";
import { expect, test } from "vitest";
import { formatTomlString, formatTomlTable } from "./codex-config.ts";

test("texts, flags and lists stand in their table", () => {
  expect(formatTomlTable(["a", "b.c"], { text: "x", flag: true, list: ["y", "z"] })).toBe(
    '["a"."b.c"]\n"text" = "x"\n"flag" = true\n"list" = ["y", "z"]',
  );
});

test("the top of a file has no heading", () => {
  expect(formatTomlTable([], { flag: false })).toBe('"flag" = false');
});

test("any text stays one string on one line, and reads back as it was", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      const written = formatTomlString(text);
      // What TOML forbids in a basic string: control characters, DEL, half a surrogate pair.
      // eslint-disable-next-line no-control-regex
      expect(written).not.toMatch(/[\u0000-\u001f\u007f]/);
      expect(written.isWellFormed()).toBe(true);
      expect(written).not.toMatch(/\\u[dD][89a-fA-F]/);
      expect(JSON.parse(written)).toBe(text.toWellFormed());
    }),
  );
});
