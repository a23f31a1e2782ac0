/** The validation schemas as JSON Schema, for editors and other programs. */
import { z } from "zod";
import { AxisConfig } from "../core/config/config.ts";
import { Report } from "../core/report.ts";
import { ScenarioInput } from "../core/scenario.ts";

/** The documents that have a schema. */
export const schemaKinds = ["config", "scenario", "report"] as const;
export type SchemaKind = (typeof schemaKinds)[number];

const documents: Readonly<Record<SchemaKind, z.ZodType>> = {
  config: AxisConfig,
  scenario: ScenarioInput,
  report: Report,
};

/** JSON Schema (2020-12) of a document as people write it. Judges in code cannot be written in JSON and are left out. */
export function jsonSchema(kind: SchemaKind): object {
  return z.toJSONSchema(documents[kind], {
    target: "draft-2020-12",
    io: kind === "report" ? "output" : "input",
    unrepresentable: "any",
    // Parts that occur several times are written once, which halves the schema.
    reused: "ref",
    override: ({ zodSchema, jsonSchema: made }) => {
      const { type, options = [] } = zodSchema._zod.def as { type: string; options?: readonly z.core.$ZodType[] };
      if (type !== "union" || made.anyOf === undefined) return;
      made.anyOf = made.anyOf.filter((_, index) => options[index]?._zod.def.type !== "custom");
    },
  });
}
