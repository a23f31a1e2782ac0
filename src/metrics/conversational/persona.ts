/** How an agent should come across. */
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

/** A description, or a description with its parts; keys in either spelling. */
export const Persona = z.preprocess(
  (raw) => (typeof raw === "string" ? { description: raw } : foldKeys(raw, { known })),
  z.strictObject(shape).readonly(),
);
export type Persona = z.output<typeof Persona>;

/** What is expected of an agent of which nothing else is said. */
export const defaultPersona: Persona = {
  description: "A helpful, professional and friendly assistant.",
  keyCharacteristics: ["clear", "empathetic", "solution-focused"],
  toneIndicators: ["respectful", "warm"],
  examplePhrases: [],
  antiPatterns: ["dismissive", "overly technical", "impatient"],
};

/** The persona in a value of the user's own, what is wrong with it, or null where there is none. */
export function readPersona(raw: unknown): Persona | { readonly problem: string } | null {
  if (raw === undefined || raw === null || raw === "") return null;
  const read = Persona.safeParse(raw);
  return read.success ? read.data : { problem: `the persona cannot be read: ${read.error.issues[0]?.message ?? ""}` };
}
