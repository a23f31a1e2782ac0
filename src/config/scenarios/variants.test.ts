/** Holds what a variant takes from its template and what it lays over it. */
import { expect, test } from "vitest";
import type { ScenarioDocument } from "../validation/documents.ts";
import { expandVariants, mergeServers } from "./variants.ts";

const stdio = (command: string) => ({ type: "stdio", command });
const document = (fields: object) =>
  ({ name: "Post", prompt: "Write.", judge: "It is written", ...fields }) as unknown as ScenarioDocument;
const fieldsOf = (template: object, variant: object) =>
  expandVariants(document({ ...template, variants: [{ name: "long", ...variant }] }), "cms/post")[0]?.fields;

test("a scenario without variants is itself", () => {
  expect(expandVariants(document({}), "cms/post")).toEqual([
    {
      key: "cms/post",
      baseKey: "cms/post",
      variant: null,
      name: "Post",
      fields: { prompt: "Write.", judge: "It is written" },
      path: [],
    },
  ]);
});

test("each variant is a scenario with its name behind the key, and the template is none", () => {
  const expanded = expandVariants(
    document({ variants: [{ name: "long" }, { name: "short", prompt: "Be brief." }] }),
    "p",
  );
  expect(expanded.map(({ key, baseKey, name, path }) => [key, baseKey, name, path])).toEqual([
    ["p@long", "p", "Post [long]", ["variants", 0]],
    ["p@short", "p", "Post [short]", ["variants", 1]],
  ]);
  expect(expanded.map(({ fields }) => fields.prompt)).toEqual(["Write.", "Be brief."]);
});

test("a field that a variant leaves open is the template's", () => {
  expect(fieldsOf({}, { prompt: undefined })?.prompt).toBe("Write.");
});

test("limits merge field by field, from whichever side has them", () => {
  const template = { time_minutes: 5, tokens: 100 };
  expect(fieldsOf({ limits: template }, { limits: { tokens: 7 } })?.limits).toEqual({ time_minutes: 5, tokens: 7 });
  expect(fieldsOf({ limits: template }, {})?.limits).toEqual(template);
  expect(fieldsOf({}, { limits: { tokens: 7 } })?.limits).toEqual({ tokens: 7 });
  expect(fieldsOf({}, {})).not.toHaveProperty("limits");
});

test("servers merge by name, the variant's as a whole, from whichever side has them", () => {
  const template = { files: { ...stdio("a"), args: ["x"] }, web: stdio("b") };
  expect(fieldsOf({ mcp_servers: template }, { mcp_servers: { files: stdio("c") } })?.mcp_servers).toEqual({
    files: stdio("c"),
    web: stdio("b"),
  });
  expect(fieldsOf({ mcp_servers: template }, {})?.mcp_servers).toEqual(template);
  expect(fieldsOf({}, { mcp_servers: template })?.mcp_servers).toEqual(template);
  expect(fieldsOf({}, {})).not.toHaveProperty("mcp_servers");
  expect(mergeServers(undefined, undefined)).toEqual({});
});
