/** Turns zod issues into problems that a person can act on. */
import type { z } from "zod";
import { appendPath, createProblem, type Location, type Problem } from "./problem.ts";
import {
  allowedKeys,
  allowedValues,
  formatChoices,
  listObjectKeys,
  describeExpected,
  fittingOption,
  describeFound,
  type Schema,
  schemaAt,
  readValueAt,
} from "./schema-words.ts";
import { guessMeaning } from "./suggest.ts";

type Issue = z.core.$ZodIssue;

/** A value, its location and its schema. */
interface IssueSpot {
  readonly schema: Schema;
  readonly value: unknown;
  readonly place: Location;
}

/** Keys that are accepted but never suggested. */
const hiddenKeys = ["$schema", "rubric"];

/** Every way in which a value differs from its schema. */
export function schemaProblems(schema: z.ZodType, value: unknown, place: Location): Problem[] {
  const result = schema.safeParse(value);
  return result.success ? [] : result.error.issues.flatMap((issue) => explain(issue, { schema, value, place }));
}

function explain(issue: Issue, whole: IssueSpot): Problem[] {
  const spot: IssueSpot = {
    schema: schemaAt(whole.schema, issue.path, whole.value),
    value: readValueAt(whole.value, issue.path),
    place: appendPath(whole.place, ...issue.path),
  };
  switch (issue.code) {
    case "unrecognized_keys":
      // A key that reaches the prototype is reported elsewhere, even where any key is allowed.
      return issue.keys.filter((key) => key !== "__proto__").map((key) => unknownKey(key, spot));
    case "invalid_union":
      return explainUnion(issue, spot, whole);
    case "invalid_value":
      return [unknownValue(allowedValues(spot.schema), spot)];
    case "invalid_format":
    case "custom":
      return [createProblem(spot.place, sentence(issue.message))];
    case "too_small":
      return [tooSmall(issue, spot)];
    default:
      return [mismatch(spot)];
  }
}

function explainUnion(issue: z.core.$ZodIssueInvalidUnion, spot: IssueSpot, whole: IssueSpot): Problem[] {
  if (issue.errors.length === 0) return [unknownValue(discriminants(issue, whole), spot)];
  const index = fittingOption(spot.schema, spot.value);
  const branch = issue.errors[index];
  const option = spot.schema._zod.def as { options?: Schema[]; innerType?: { _zod: { def: { options?: Schema[] } } } };
  const options = option.options ?? option.innerType?._zod.def.options ?? [];
  const schema = options[index];
  if (branch === undefined || schema === undefined) return [mismatch(spot)];
  const foreign = findForeignKeys(spot);
  if (foreign.length > 0) return foreign;
  return branch.flatMap((inner) => explain(inner, { ...spot, schema }));
}

/** An object that mixes the keys of two branches. */
function findForeignKeys({ schema, value, place }: IssueSpot): Problem[] {
  const given = typeof value === "object" && value !== null ? Object.keys(value) : [];
  const used = listObjectKeys(schema).map((keys) => keys.filter((key) => given.includes(key)));
  const [first = [], second = []] = used.toSorted((a, b) => b.length - a.length);
  const extra = second.filter((key) => !first.includes(key));
  return extra.map((key) =>
    createProblem(
      appendPath(place, key),
      `${JSON.stringify(key)} cannot be combined with ${JSON.stringify(first[0])}.`,
      "Write one check for each.",
    ),
  );
}

/** The values of the key that distinguishes the branches of a union. */
function discriminants(issue: z.core.$ZodIssueInvalidUnion, whole: IssueSpot): string[] {
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
function unknownKey(key: string, { schema, value, place }: IssueSpot): Problem {
  const allowed = allowedKeys(schema, value).filter((name) => !hiddenKeys.includes(name));
  const meant = guessMeaning(key, allowed);
  const at = appendPath(place, key);
  if (meant !== undefined)
    return createProblem(at, `Unknown key ${JSON.stringify(key)}. Did you mean ${JSON.stringify(meant)}?`);
  return createProblem(
    at,
    `Unknown key ${JSON.stringify(key)}.`,
    allowed.length > 0 ? `Allowed here: ${allowed.join(", ")}.` : undefined,
  );
}

function unknownValue(allowed: readonly string[], { value, place }: IssueSpot): Problem {
  const expected = formatChoices(allowed);
  if (typeof value !== "string") return createProblem(place, describeExpectation(value, expected));
  const meant = guessMeaning(value, allowed);
  const found = describeFound(value, true);
  return createProblem(
    place,
    `Expected ${expected}, found ${found}.${meant === undefined ? "" : ` Did you mean ${JSON.stringify(meant)}?`}`,
  );
}

function tooSmall(issue: z.core.$ZodIssueTooSmall, spot: IssueSpot): Problem {
  if (issue.origin === "string") return createProblem(spot.place, "This must not be empty.");
  if (issue.origin === "array") return createProblem(spot.place, "This list must not be empty.");
  return mismatch(spot);
}

function mismatch({ schema, value, place }: IssueSpot): Problem {
  const mayEcho = !place.path.some((key) => key === "env" || key === "headers");
  const keys = [...new Set(listObjectKeys(schema).flat())];
  return createProblem(
    place,
    describeExpectation(value, describeExpected(schema), mayEcho),
    keys.length > 0 ? `Keys of an object: ${keys.join(", ")}.` : undefined,
  );
}

function describeExpectation(value: unknown, expected: string, mayEcho = true): string {
  if (value === undefined) return `This key is required: ${expected}.`;
  return `Expected ${expected}, found ${describeFound(value, mayEcho)}.`;
}

function sentence(message: string): string {
  return `${message.charAt(0).toUpperCase()}${message.slice(1)}${message.endsWith(".") ? "" : "."}`;
}
