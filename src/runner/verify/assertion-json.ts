/** Tests the `json` part of an assertion: paths into a document and the values expected there. */
import { isDeepStrictEqual } from "node:util";
import type { Json } from "../../core/json.ts";
import { parseJsonPath, readJsonPath } from "../../core/scenario/json-path.ts";
import { type Finding, holds, refuted, undecided } from "./assertion-finding.ts";
import { matchInWorker } from "./pattern.ts";

/** How many characters of a value a message shows. */
const shownCharacters = 200;

/** Whether the text is JSON that has every expected value. */
export async function findJson(text: string, expected: Readonly<Record<string, Json>>): Promise<Finding> {
  let document: Json;
  try {
    document = JSON.parse(text) as Json;
  } catch {
    return refuted("it is not JSON");
  }
  for (const [path, wanted] of Object.entries(expected)) {
    const steps = parseJsonPath(path);
    if (steps === null) return undecided(`${JSON.stringify(path)} is not a valid JSON path`);
    const finding = await findValue(readJsonPath(document, steps), wanted);
    if (finding.status !== "holds") return { ...finding, why: `${path || "the document"} ${finding.why}` };
  }
  return holds;
}

async function findValue(actual: Json | undefined, wanted: Json): Promise<Finding> {
  const operator = readOperator(wanted);
  if (operator?.name === "$exists") return findPresence(actual, operator.operand);
  if (actual === undefined) return refuted("is missing");
  if (operator !== null) return operators[operator.name](actual, operator.operand);
  return isEqualJson(actual, wanted) ? holds : refuted(`is ${previewValue(actual)}, expected ${previewValue(wanted)}`);
}

function findPresence(actual: Json | undefined, wanted: Json): Finding {
  if ((actual !== undefined) === (wanted !== false)) return holds;
  return refuted(actual === undefined ? "is missing" : "is there");
}

type OperatorName = "$matches" | "$contains" | "$gte" | "$lte";
type Operator = (actual: Json, operand: Json) => Finding | Promise<Finding>;

const operators: Record<OperatorName, Operator> = {
  $matches: async (actual, operand) => {
    if (typeof actual !== "string") return refuted(`is ${previewValue(actual)}, expected a string`);
    const match = await matchInWorker(String(operand), actual);
    if ("why" in match) return undecided(`could not be matched: ${match.why}`);
    if ("lost" in match) return refuted(`does not match: ${match.lost}`);
    return match.matched ? holds : refuted(`is ${previewValue(actual)}, which does not match ${String(operand)}`);
  },
  $contains: (actual, operand) => {
    const found = Array.isArray(actual)
      ? actual.some((part) => isEqualJson(part, operand))
      : typeof actual === "string" && typeof operand === "string" && actual.includes(operand);
    return found ? holds : refuted(`is ${previewValue(actual)}, which does not contain ${previewValue(operand)}`);
  },
  $gte: (actual, operand) =>
    typeof actual === "number" && actual >= Number(operand)
      ? holds
      : refuted(`is ${previewValue(actual)}, expected ${previewValue(operand)} or more`),
  $lte: (actual, operand) =>
    typeof actual === "number" && actual <= Number(operand)
      ? holds
      : refuted(`is ${previewValue(actual)}, expected ${previewValue(operand)} or less`),
};

/** Reads an object with exactly one key that is an operator. */
function readOperator(wanted: Json): { name: "$exists"; operand: Json } | { name: OperatorName; operand: Json } | null {
  if (typeof wanted !== "object" || wanted === null || Array.isArray(wanted)) return null;
  const [entry, ...others] = Object.entries(wanted);
  if (entry === undefined || others.length > 0) return null;
  const [name, operand] = entry as [string, Json];
  if (name === "$exists") return { name, operand };
  return Object.hasOwn(operators, name) ? { name: name as OperatorName, operand } : null;
}

/** Compares as JSON: -0 equals 0, and a document nested too deep to compare does not equal the expected value. */
function isEqualJson(actual: Json, wanted: Json): boolean {
  try {
    return isDeepStrictEqual(JSON.parse(JSON.stringify(actual)), JSON.parse(JSON.stringify(wanted)));
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

function previewValue(value: Json): string {
  try {
    const text = JSON.stringify(value);
    return text.length > shownCharacters ? `${text.slice(0, shownCharacters).toWellFormed()}…` : text;
  } catch {
    return "nested too deep to show";
  }
}
