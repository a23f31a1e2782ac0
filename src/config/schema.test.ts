import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, test } from "vitest";
import { jsonSchema, schemaKinds } from "./schema.ts";
import { soundAgent, soundScenario } from "./temporary-project.ts";

const accepts = (kind: (typeof schemaKinds)[number], value: unknown): boolean =>
  new Ajv2020({ strict: false }).compile(jsonSchema(kind))(value);

test.each(schemaKinds)("the schema of a %s is JSON Schema 2020-12 without a hole in it", (kind) => {
  expect(jsonSchema(kind)).toMatchObject({ $schema: "https://json-schema.org/draft/2020-12/schema", type: "object" });
  expect(JSON.parse(JSON.stringify(jsonSchema(kind)))).toEqual(jsonSchema(kind));
});

test("it accepts what is right and refuses what is not", () => {
  expect(accepts("scenario", soundScenario)).toBe(true);
  expect(accepts("scenario", { ...soundScenario, promt: "x" })).toBe(false);
  expect(accepts("scenario", { ...soundScenario, judge: [] })).toBe(false);
  expect(
    accepts("config", { agents: [soundAgent, "command"], scenarios: ["./a", { key: "a", ...soundScenario }] }),
  ).toBe(true);
  expect(accepts("config", { agents: [soundAgent], settings: { trials: 0 } })).toBe(false);
});

test("judges in code are left out, since JSON cannot hold them", () => {
  expect(accepts("config", { agents: ["command"], judging: { agents: ["rules"] } })).toBe(true);
  expect(accepts("config", { agents: ["command"], judging: { agents: [{ id: "x" }] } })).toBe(false);
});
