import fc from "fast-check";
import { expect, test } from "vitest";
import { parseJson, parseYaml } from "./json-file.ts";

const refusal = (text: string): string => {
  try {
    parseJson(text, "a.json");
    return "accepted";
  } catch (error) {
    return (error as Error).message.split("\n")[0] ?? "";
  }
};

test.each([
  ["{", "line 1, column 2: expected a key in double quotes, found the end of the file"],
  ['{"a": 1,}', "line 1, column 9: a comma is not allowed before }"],
  ['{"a" 1}', 'line 1, column 6: expected :, found "1"'],
  ['{\n  // why\n  "a": 1\n}', "line 2, column 3: expected a key in double quotes, found a comment (JSON has none)"],
  ["{'a': 1}", 'line 1, column 2: expected a key in double quotes, found "\'"'],
  ['{"a": 01}', 'line 1, column 7: expected a value, found "0"'],
  ['{"a": undefined}', 'line 1, column 7: expected a value, found "u"'],
  ['{"a": "x\ny"}', "line 1, column 9: this string is not closed on its line"],
  ['{"a": "\\x"}', "line 1, column 8: this escape is not valid in JSON"],
  ['{"a": "', "line 1, column 7: this string is never closed"],
  ["[1 2]", 'line 1, column 4: expected , or ], found "2"'],
  ["{} {}", 'line 1, column 4: unexpected "{" after the end of the value'],
  ['{"a": 1, "a": 2}', 'line 1, column 10: the key "a" appears a second time'],
  ['{"a": 1, "\\u0061": 2}', 'line 1, column 10: the key "a" appears a second time'],
])("%j is refused with the place", (text, place) => {
  expect(refusal(text)).toBe(`a.json is not valid JSON: ${place}`);
});

test.each(["", " \r\n", "\uFEFF"])("a file without a word (%j) is said to be empty", (text) => {
  expect(refusal(text)).toBe("a.json is empty");
});

test("depth 64 is accepted and 65 is not", () => {
  expect(refusal("[".repeat(64) + "]".repeat(64))).toBe("accepted");
  expect(refusal("[".repeat(65) + "]".repeat(65))).toContain("nested deeper than 64 levels");
});

test("a byte order mark is fine", () => {
  expect(parseJson('\uFEFF{"a":1}', "a.json")).toEqual({ a: 1 });
});

test("whatever JSON.stringify writes is read back", () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 5 }), fc.constantFrom(0, 2), (value, indent) => {
      const text = JSON.stringify(value, null, indent);
      expect(parseJson(text, "a.json")).toEqual(JSON.parse(text));
    }),
  );
});

test("a text is accepted only where JSON.parse accepts it, and refused with a place inside it", () => {
  const text = fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom(...'{}[]":,0123.eE-+truefalsn \\\n') }));
  fc.assert(
    fc.property(text, (written) => {
      const said = refusal(written);
      if (said === "accepted") expect(() => JSON.parse(written)).not.toThrow();
      else if (!/second time/.test(said)) expect(() => JSON.parse(written)).toThrow();
    }),
    { numRuns: 2000 },
  );
});

test("YAML is read as plain data", async () => {
  const text = "name: A\nlimits: { time_minutes: 0.5 }\njudge:\n  - check: yes it is\n  - check: &x 2024-01-01\n";
  expect(await parseYaml(text, "a.yaml")).toEqual({
    name: "A",
    limits: { time_minutes: 0.5 },
    judge: [{ check: "yes it is" }, { check: "2024-01-01" }],
  });
});

test.each([
  ["a: [1", "is not valid YAML: line 1"],
  ["a: 1\na: 2", "is not valid YAML: line 2, column 1: this key appears a second time"],
  [
    'a: say "hi": now',
    'line 1, column 4: this cannot be on one line with a key; put a text that contains ": " in quotes',
  ],
  ["a: @home", "line 1, column 4: a text cannot start like this; put it in quotes"],
  ["a:\n\t- b", "line 2, column 1: a tab indents this line; use spaces"],
  [
    "a: 1\n---\nb: 2",
    "is not valid YAML: line 2, column 1: a second document starts here; write one document per file",
  ],
])("the YAML %j is refused with the place", async (text, said) => {
  await expect(parseYaml(text, "a.yaml")).rejects.toThrow(said);
});

test("100 aliases are accepted and 101 are not", async () => {
  const aliases = (count: number) => `a: &a x\nb: [${Array.from({ length: count }, () => "*a").join(", ")}]`;
  await expect(parseYaml(aliases(100), "a.yaml")).resolves.toHaveProperty("a", "x");
  await expect(parseYaml(aliases(101), "a.yaml")).rejects.toThrow("a.yaml has more than 100 aliases");
});
