/** Computes the similarity of two tool arguments, from 0 to 1. */
import { clamp01, sum } from "../rounding.ts";
import { matchingRatio, matchTexts } from "../text/matching-blocks.ts";
import { isJsonEqual, type JsonObject, getJsonKind } from "./json-value.ts";

/** Equal values score 1 and values of different kinds 0; texts, numbers and objects are compared gradually. */
export function fuzzySimilarity(called: unknown, expected: unknown): number {
  if (isJsonEqual(called, expected)) return 1;
  const kind = getJsonKind(called);
  if (kind !== getJsonKind(expected)) return 0;
  if (kind === "string") return matchingRatio(matchTexts(called as string, expected as string, false));
  if (kind === "number") return compareNumbers(called as number, expected as number);
  if (kind === "object") return compareObjects(called as JsonObject, expected as JsonObject);
  return 0;
}

/** Returns the mean over the expected keys, with 0 for a missing key; 1 if no key is expected. */
export function compareArguments(called: JsonObject, expected: JsonObject): number {
  const keys = Object.keys(expected);
  if (keys.length === 0) return 1;
  return (
    sum(keys.map((key) => (Object.hasOwn(called, key) ? fuzzySimilarity(called[key], expected[key]) : 0))) / keys.length
  );
}

function compareNumbers(called: number, expected: number): number {
  if (called === 0 || expected === 0) return 0;
  return clamp01(1 - Math.abs(called - expected) / Math.max(Math.abs(called), Math.abs(expected)));
}

function compareObjects(called: JsonObject, expected: JsonObject): number {
  const keys = Object.keys(expected);
  const shared = keys.filter((key) => Object.hasOwn(called, key));
  const union = Object.keys(called).length + keys.length - shared.length;
  if (shared.length === 0) return 0;
  const values = sum(shared.map((key) => fuzzySimilarity(called[key], expected[key]))) / shared.length;
  return (shared.length / union + values) / 2;
}
