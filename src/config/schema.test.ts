import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, test } from "vitest";
import { jsonSchema, schemaKinds } from "./schema.ts";
import { validAgent, validScenario } from "./libraries/temporary-repository.ts";

const accepts = (kind: (typeof schemaKinds)[number], value: unknown): boolean =>
  new Ajv2020({ strict: false, formats: { uri: true } }).compile(jsonSchema(kind))(value);

test.each(schemaKinds)("the schema of a %s is JSON Schema 2020-12 without a hole in it", (kind) => {
  expect(jsonSchema(kind)).toMatchObject({ $schema: "https://json-schema.org/draft/2020-12/schema", type: "object" });
  expect(JSON.parse(JSON.stringify(jsonSchema(kind)))).toEqual(jsonSchema(kind));
});

test("it accepts what is right and refuses what is not", () => {
  expect(accepts("scenario", validScenario)).toBe(true);
  expect(accepts("scenario", { ...validScenario, promt: "x" })).toBe(false);
  expect(accepts("scenario", { ...validScenario, judge: [] })).toBe(false);
  expect(
    accepts("config", { agents: [validAgent, "command"], scenarios: ["./a", { key: "a", ...validScenario }] }),
  ).toBe(true);
  expect(accepts("config", { agents: [validAgent], settings: { trials: 0 } })).toBe(false);
});

test("judges in code are left out, since JSON cannot hold them", () => {
  expect(accepts("config", { agents: ["command"], judging: { agents: ["rules"] } })).toBe(true);
  expect(accepts("config", { agents: ["command"], judging: { agents: [{ id: "x" }] } })).toBe(false);
});
