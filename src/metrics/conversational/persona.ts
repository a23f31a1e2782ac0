/** The persona of an agent: how it should behave and sound. */
import { z } from "zod";
import { foldKeys } from "../../core/keys/fold-keys.ts";

const lines = z.array(z.string()).readonly().default([]);
const shape = {
  description: z.string().default(""),
  keyCharacteristics: lines,
  toneIndicators: lines,
  examplePhrases: lines,
  antiPatterns: lines,
};
const known = new Set(Object.keys(shape));

/** A description, or a description with details; keys in either spelling. */
export const Persona = z.preprocess(
  (raw) => (typeof raw === "string" ? { description: raw } : foldKeys(raw, { known })),
  z.strictObject(shape).readonly(),
);
export type Persona = z.output<typeof Persona>;

/** Used if no persona is given. */
export const defaultPersona: Persona = {
  description: "A helpful, professional and friendly assistant.",
  keyCharacteristics: ["clear", "empathetic", "solution-focused"],
  toneIndicators: ["respectful", "warm"],
  examplePhrases: [],
  antiPatterns: ["dismissive", "overly technical", "impatient"],
};

/** Reads a persona from a user's value. Returns null if the value is empty, or the problem if it is invalid. */
export function readPersona(raw: unknown): Persona | { readonly problem: string } | null {
  if (raw === undefined || raw === null || raw === "") return null;
  const read = Persona.safeParse(raw);
  return read.success ? read.data : { problem: `the persona is invalid: ${read.error.issues[0]?.message ?? ""}` };
}
