import { expect, test } from "vitest";
import type { ScenarioDocument } from "../validation/documents.ts";
import { expandVariants } from "../planning/resolve-scenario.ts";

const template: ScenarioDocument = {
  name: "Post",
  prompt: "Write a post",
  judge: "There is a post",
  skip: false,
  agents: ["command"],
  setup: [{ action: "run_script", command: "a" }],
  teardown: [{ action: "run_script", command: "b" }],
  skills: ["./one"],
  artifacts: ["*.md"],
  mcp_servers: { cms: { type: "http", url: "https://cms.test" }, log: { type: "stdio", command: "log" } },
  limits: { time_minutes: 5, tokens: 1000 },
};

const only = (variant: object) => {
  const [expanded] = expandVariants({ ...template, variants: [{ name: "v", ...variant }] }, "cms/post");
  if (expanded === undefined) throw new Error("there is no variant");
  return expanded;
};

test("a scenario without variants runs itself", () => {
  expect(expandVariants(template, "cms/post")).toMatchObject([
    { key: "cms/post", baseKey: "cms/post", variant: null, name: "Post" },
  ]);
});

test("each variant runs under its own key and name, and the template does not", () => {
  const expanded = expandVariants({ ...template, variants: [{ name: "control" }, { name: "terse" }] }, "cms/post");
  expect(expanded.map(({ key, name, baseKey, variant }) => [key, name, baseKey, variant])).toEqual([
    ["cms/post@control", "Post [control]", "cms/post", "control"],
    ["cms/post@terse", "Post [terse]", "cms/post", "terse"],
  ]);
});

test("a variant without other fields has those of its template", () => {
  const { name: _name, ...fields } = template;
  expect(only({}).fields).toEqual(fields);
});

test.each([
  ["prompt", "Other"],
  ["judge", [{ check: "x" }]],
  ["skip", true],
  ["agents", ["replay"]],
  ["setup", []],
  ["teardown", []],
  ["skills", []],
  ["artifacts", ["*.txt"]],
])("%s of a variant replaces that of the template", (key, value) => {
  const { name: _name, ...fields } = template;
  expect(only({ [key]: value }).fields).toEqual({ ...fields, [key]: value });
});

test("mcp_servers merge by name, and the variant wins", () => {
  const cms = { type: "http", url: "https://other.test" };
  const extra = { type: "stdio", command: "extra" };
  expect(only({ mcp_servers: { cms, extra } }).fields.mcp_servers).toEqual({
    cms,
    log: template.mcp_servers?.["log"],
    extra,
  });
});

test("limits merge field by field, and the variant wins", () => {
  expect(only({ limits: { time_minutes: 1 } }).fields.limits).toEqual({ time_minutes: 1, tokens: 1000 });
});

test("a field that is written without a value is the template's", () => {
  expect(only({ prompt: undefined }).fields.prompt).toBe("Write a post");
});

test("limits and servers that only the variant has are its own", () => {
  const { limits: _limits, mcp_servers: _servers, ...bare } = template;
  const own = { limits: { tokens: 7 }, mcp_servers: { log: { type: "stdio" as const, command: "log" } } };
  const [expanded] = expandVariants({ ...bare, variants: [{ name: "v", ...own }, { name: "w" }] }, "cms/post");
  expect(expanded?.fields).toMatchObject(own);
  const [, without] = expandVariants({ ...bare, variants: [{ name: "v", ...own }, { name: "w" }] }, "cms/post");
  expect(without?.fields).not.toHaveProperty("limits");
  expect(without?.fields).not.toHaveProperty("mcp_servers");
});

test("a variant says where in its document it stands", () => {
  expect(only({}).path).toEqual(["variants", 0]);
});
