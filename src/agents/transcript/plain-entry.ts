/**
 * Recognises entries that need no conversion: complete, in the order of the schema, and already sanitized. Nearly all
 // lines of a file that AXIS wrote are like that, and checking one costs less than copying it.
 */
import type { Entry } from "../../core/entry.ts";
import { isStorableText, type Json } from "../../core/json.ts";
import { isSanitized } from "./sanitize-json.ts";

interface Field {
  readonly name: string;
  readonly fits: (value: unknown) => boolean;
  /** The field may be missing and then stays missing; the schema fills in fields that have a default. */
  readonly optional?: true;
}

const isText = (value: unknown) => typeof value === "string" && isStorableText(value);
const isTextOrNull = (value: unknown) => value === null || isText(value);
const isTexts = (value: unknown) => Array.isArray(value) && value.every(isText);
const isWhole = (value: unknown) => Number.isSafeInteger(value);
const isCount = (value: unknown) => isWhole(value) && (value as number) >= 0;
const isInput = (value: unknown) => isSanitized(value as Json);

const common: readonly Field[] = [
  { name: "type", fits: isText },
  { name: "timestamp", fits: isTextOrNull },
  { name: "turn", fits: isCount, optional: true },
];

/** In the order of the schema, which is also the order of stored documents. */
const fieldsByType: Readonly<Record<Entry["type"], readonly Field[]>> = {
  assistant: [
    ...common,
    { name: "text", fits: isText },
    { name: "thought", fits: (value) => value === true, optional: true },
  ],
  user: [...common, { name: "text", fits: isText }],
  system: [...common, { name: "text", fits: isText }],
  tool_use: [
    ...common,
    { name: "id", fits: isTextOrNull },
    { name: "tool", fits: isText },
    { name: "input", fits: isInput },
    { name: "kind", fits: isText, optional: true },
    { name: "locations", fits: isTexts, optional: true },
    { name: "parentId", fits: isText, optional: true },
  ],
  tool_result: [
    ...common,
    { name: "id", fits: isTextOrNull },
    { name: "output", fits: isText },
    { name: "isError", fits: (value) => typeof value === "boolean" },
    { name: "exitCode", fits: isWhole, optional: true },
    { name: "httpStatus", fits: isWhole, optional: true },
    { name: "input", fits: isInput, optional: true },
  ],
  error: [...common, { name: "message", fits: isText }, { name: "id", fits: isText, optional: true }],
};

/** Whether parsed JSON already is an entry, so that the schema would return an equal one. False proves nothing. */
export function isPlainEntry(value: Readonly<Record<string, unknown>>): boolean {
  const { type } = value;
  if (typeof type !== "string" || !Object.hasOwn(fieldsByType, type)) return false;
  const fields = fieldsByType[type as Entry["type"]];
  let place = 0;
  for (const name of Object.keys(value)) {
    while (fields[place]?.optional === true && fields[place]?.name !== name) place += 1;
    const field = fields[place];
    if (field === undefined || field.name !== name || !field.fits(value[name])) return false;
    place += 1;
  }
  while (fields[place]?.optional === true) place += 1;
  return place === fields.length;
}
