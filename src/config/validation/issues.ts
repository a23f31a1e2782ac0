/** Turns zod issues into problems that a person can act on. */
import type { z } from "zod";
import { below, problemAt, type Place, type Problem } from "./problem.ts";
import {
  allowedKeys,
  allowedValues,
  choiceWords,
  expectedWords,
  fittingOption,
  foundWords,
  type Schema,
  schemaAt,
  valueAt,
} from "./schema-words.ts";
import { probablyMeant } from "./suggest.ts";

type Issue = z.core.$ZodIssue;

/** A value, its location and its schema. */
interface Spot {
  readonly schema: Schema;
  readonly value: unknown;
  readonly place: Place;
}

/** Keys that are accepted but never suggested. */
const unadvertised = ["$schema", "rubric"];

/** Every way in which a value differs from its schema. */
export function schemaProblems(schema: z.ZodType, value: unknown, place: Place): Problem[] {
  const result = schema.safeParse(value);
  return result.success ? [] : result.error.issues.flatMap((issue) => explain(issue, { schema, value, place }));
}

function explain(issue: Issue, whole: Spot): Problem[] {
  const spot: Spot = {
    schema: schemaAt(whole.schema, issue.path, whole.value),
    value: valueAt(whole.value, issue.path),
    place: below(whole.place, ...issue.path),
  };
  switch (issue.code) {
    case "unrecognized_keys":
      // A key that reaches the prototype is reported elsewhere, even where any key is allowed.
      return issue.keys.filter((key) => key !== "__proto__").map((key) => unknownKey(key, spot));
    case "invalid_union":
      return union(issue, spot, whole);
    case "invalid_value":
      return [unknownValue(allowedValues(spot.schema), spot)];
    case "invalid_format":
    case "custom":
      return [problemAt(spot.place, sentence(issue.message))];
    case "too_small":
      return [tooSmall(issue, spot)];
    default:
      return [mismatch(spot)];
  }
}

function union(issue: z.core.$ZodIssueInvalidUnion, spot: Spot, whole: Spot): Problem[] {
  if (issue.errors.length === 0) return [unknownValue(discriminants(issue, whole), spot)];
  const index = fittingOption(spot.schema, spot.value);
  const branch = issue.errors[index];
  const option = spot.schema._zod.def as { options?: Schema[]; innerType?: { _zod: { def: { options?: Schema[] } } } };
  const options = option.options ?? option.innerType?._zod.def.options ?? [];
  const schema = options[index];
  if (branch === undefined || schema === undefined) return [mismatch(spot)];
  return branch.flatMap((inner) => explain(inner, { ...spot, schema }));
}

/** The values of the key that distinguishes the branches of a union. */
function discriminants(issue: z.core.$ZodIssueInvalidUnion, whole: Spot): string[] {
  const key = issue.path.at(-1);
  const owner = schemaAt(whole.schema, issue.path.slice(0, -1), whole.value);
  const { options = [] } = owner._zod.def as { options?: Schema[] };
  return options.flatMap((option) => {
    const { shape } = option._zod.def as { shape?: Record<string, Schema> };
    const mark = shape?.[String(key)];
    return mark ? allowedValues(mark) : [];
  });
}

/** A key that does not exist, with the one that was probably meant. */
function unknownKey(key: string, { schema, value, place }: Spot): Problem {
  const allowed = allowedKeys(schema, value).filter((name) => !unadvertised.includes(name));
  const meant = probablyMeant(key, allowed);
  const at = below(place, key);
  if (meant !== undefined)
    return problemAt(at, `Unknown key ${JSON.stringify(key)}. Did you mean ${JSON.stringify(meant)}?`);
  return problemAt(
    at,
    `Unknown key ${JSON.stringify(key)}.`,
    allowed.length > 0 ? `Allowed here: ${allowed.join(", ")}.` : undefined,
  );
}

function unknownValue(allowed: readonly string[], { value, place }: Spot): Problem {
  const expected = choiceWords(allowed);
  if (typeof value !== "string") return problemAt(place, required(value, expected));
  const meant = probablyMeant(value, allowed);
  const found = foundWords(value, true);
  return problemAt(
    place,
    `Expected ${expected}, found ${found}.${meant === undefined ? "" : ` Did you mean ${JSON.stringify(meant)}?`}`,
  );
}

function tooSmall(issue: z.core.$ZodIssueTooSmall, spot: Spot): Problem {
  if (issue.origin === "string") return problemAt(spot.place, "This must not be empty.");
  if (issue.origin === "array") return problemAt(spot.place, "This list must not be empty.");
  return mismatch(spot);
}

function mismatch({ schema, value, place }: Spot): Problem {
  const mayEcho = !place.path.some((key) => key === "env" || key === "headers");
  return problemAt(place, required(value, expectedWords(schema), mayEcho));
}

function required(value: unknown, expected: string, mayEcho = true): string {
  if (value === undefined) return `This key is required: ${expected}.`;
  return `Expected ${expected}, found ${foundWords(value, mayEcho)}.`;
}

function sentence(message: string): string {
  return `${message.charAt(0).toUpperCase()}${message.slice(1)}${message.endsWith(".") ? "" : "."}`;
}
