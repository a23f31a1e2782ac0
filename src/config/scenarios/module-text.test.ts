import fc from "fast-check";
import { expect, test } from "vitest";
import { readModuleText } from "./module-text.ts";

const hasDefault = (text: string) => readModuleText(text).hasDefaultExport;

test.each([
  "export default { prompt: 'p' };",
  "export default async () => ({})",
  "export\n  default\n  {}",
  "export /* here */ default {}",
  "#!/usr/bin/env node\nexport default 1",
  "\uFEFFexport default 1",
  "const a = 1; export { a as default };",
  "export { b, a as default, }",
  "export { a as 'default' }",
  "export { default } from './a.ts'",
  "export { default, b } from './a.ts'",
  "export * as default from './a.ts'",
  "export { type as default }",
  "import { x } from 'y'; export = x;",
  "module.exports = { prompt: 'p' }",
  "module['exports'] = {}",
  "exports.default = {}",
  'exports["default"] = {}',
  "module.exports.default = {}",
  "Object.defineProperty(exports, 'default', { value: 1 })",
  "exports.a = exports.default = void 0;",
  // What could hide the export from a reader that takes text for code.
  "const quote = /[\"'`/]/; export default quote",
  "const half = total / 2; const other = '/'; export default half",
  "if (x) { }\n/'/.test(y); export default 1",
  "const t = `a ${`b ${'}'} c`} d`; export default t",
  "const t = `${ { a: 1 }.a }`\nexport default t",
  "const apostrophe = (a as number) / 2 /* it's */; export default 1",
  "const s = 'it\\'s'; export default s",
  "const broken = 'no end\nexport default 1",
  "const re = /a\\/'/g, d = a / b / c; export default re",
])("a default export is found in %j", (text) => {
  expect(hasDefault(text)).toBe(true);
});

test.each([
  "",
  "export const shared = 1;",
  "// export default 1",
  "/* export default 1 */ export const a = 1",
  "/*\nexport default 1\n",
  'const a = "export default 1"',
  "const a = 'x\\\nexport default 1'",
  "const a = `\nexport default {}\n`",
  "const a = `${1}\nexport default {}\n`",
  "const a = /export default x/",
  "const o = { export: 1, default: 2 }",
  "a.export\ndefaults",
  "export { default as a } from './a.ts'",
  "export { a }; const b = { c: 'default' }",
  "export default interface Options {}",
  "export type { A as default } from './a.ts'",
  "export { type A as default }",
  "exports.a = 1",
  "if (module.exports === 1) { }",
  "if (module.exports == 1) { }",
  "console.log(module.exports)",
  "import a from './default.ts'; test('exports', () => {})",
])("there is no default export in %j", (text) => {
  expect(hasDefault(text)).toBe(false);
});

test("files and copied paths are found as literals, in variables, and in data that does not parse", () => {
  const text = `
    const hidden: string[] = ["c.mjs", 'd.mjs'] as const
    const other = "not-this.mjs"
    export default {
      prompt: "p", setup: [{ action: "copy", match: "fixtures/**", destination: "x.mjs" }],
      judge: [
        { check: "a.mjs", verify: { command: "node b.mjs", files: ["./b.mjs", \`t/*.ts\`] } },
        { check: "y", verify: { files: hidden, command: "z.mjs" } },
      ],
    };`;
  expect(readModuleText(text)).toEqual({
    hasDefaultExport: true,
    files: ["./b.mjs", "t/*.ts", "c.mjs", "d.mjs"],
    matches: ["fixtures/**"],
  });
  expect(readModuleText('{ "judge": [{ "verify": { "files": ["e.mjs"] } }], , }').files).toEqual(["e.mjs"]);
  expect(readModuleText("const o = { match: 'a' }").matches).toEqual([]);
});

test("any text is read without an error, and what is commented out never counts", () => {
  const piece = fc.oneof(
    fc.constantFrom(
      "export default 1",
      "files: ['a']",
      "`",
      "${",
      "}",
      "'",
      '"',
      "/",
      "/*",
      "\\",
      "\n",
      "(",
      "]",
      "module.exports =",
    ),
    fc.string({ unit: "binary", maxLength: 5 }),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
      const text = pieces.join("");
      readModuleText(text);
      const commented = text.replaceAll(/[\n\r]/g, " ");
      expect(readModuleText(`// ${commented}`)).toEqual({ hasDefaultExport: false, files: [], matches: [] });
    }),
    { numRuns: 1000 },
  );
});
