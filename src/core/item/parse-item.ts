/** Parses an item: keys in either spelling, unknown keys rejected with the nearest known one, mistakes named by their place. */
import { z } from "zod";
import { DatasetItem, itemField, type ItemField, itemFields, itemKeys } from "../dataset-item.ts";
import { deriveItem } from "./derive-item.ts";
import { AxisError } from "../error.ts";
import { canonicalKey } from "../keys/fold-keys.ts";
import { camelCase, isPlainObject, snakeCase } from "../keys/key-case.ts";
import { findNearestName } from "../names/nearest.ts";
import { readQuickItem } from "./quick-item.ts";

/** Items returned by `parseItem`, with the fields they were given (not derived). */
const givenFieldsByItem = new WeakMap<DatasetItem, Iterable<ItemField>>();

export type ItemParseResult =
  | { readonly item: DatasetItem; readonly problems?: undefined }
  | { readonly item?: undefined; readonly problems: readonly string[] };

/** The item, or every mistake in it, as `<place>: <what>`. */
export function readItem(raw: unknown, place = "item"): ItemParseResult {
  if (isParsed(raw)) return { item: raw };
  const quick = readQuickItem(raw);
  if (quick !== undefined) return { item: rememberGivenFields(deriveItem(quick.item), quick.given) };
  const read = DatasetItem.safeParse(raw);
  if (!read.success) return { problems: read.error.issues.flatMap((issue) => describeIssue(issue, { raw, place })) };
  const item = deriveItem(read.data);
  rememberGivenFields(item, givenIn(raw));
  return { item };
}

/** The frozen item. Mistakes are thrown as one `AxisError` that lists every place. */
export function parseItem(raw: unknown, place = "item"): DatasetItem {
  const { item, problems } = readItem(raw, place);
  if (item !== undefined) return item;
  throw new AxisError("item-invalid", problems.join("\n"), {
    hint: "The fields of an item are listed in docs/metrics.md",
  });
}

/** The fields an item was given; the others were derived or are defaults. */
export function listGivenFields(item: DatasetItem): ReadonlySet<ItemField> {
  return new Set(givenFieldsByItem.get(item) ?? itemFields.filter((field) => item[field] !== undefined));
}

/** Remembers the given fields of an item built from parsed parts. */
export function rememberGivenFields(item: DatasetItem, given: Iterable<ItemField>): DatasetItem {
  givenFieldsByItem.set(item, given);
  return item;
}

function isParsed(raw: unknown): raw is DatasetItem {
  return typeof raw === "object" && raw !== null && givenFieldsByItem.has(raw as DatasetItem);
}

function givenIn(raw: unknown): ReadonlySet<ItemField> {
  if (!isPlainObject(raw)) return new Set();
  const written = Object.keys(raw).filter((key) => raw[key] !== null && raw[key] !== undefined);
  return new Set(written.flatMap((key) => itemField(key) ?? []));
}

interface IssueContext {
  readonly raw: unknown;
  readonly place: string;
}

function describeIssue(issue: z.core.$ZodIssue, where: IssueContext): string[] {
  const at = writtenPath(issue.path, where);
  if (issue.code === "unrecognized_keys")
    return issue.keys.map((key) => `${at}: unknown key "${key}"${formatSuggestion(key, issue.path.length === 0)}`);
  return [`${at}: ${issue.message.replace(/^Invalid input: /, "")}`];
}

function formatSuggestion(key: string, top: boolean): string {
  const names = top ? itemFields : [];
  const near = findNearestName(camelCase(key), names);
  return near === undefined ? "" : `, did you mean "${key.includes("_") ? snakeCase(near) : near}"?`;
}

/** The path as the user wrote it: `items[12].tools_called[0].args`. */
function writtenPath(path: readonly PropertyKey[], { raw, place }: IssueContext): string {
  let at: unknown = raw;
  let text = place;
  for (const step of path) {
    const written = isPlainObject(at) ? (writtenKey(at, String(step)) ?? snakeCase(String(step))) : step;
    text += typeof step === "number" ? `[${step}]` : `.${String(written)}`;
    at = typeof at === "object" && at !== null ? (at as Readonly<Record<PropertyKey, unknown>>)[written] : undefined;
  }
  return text;
}

function writtenKey(object: Readonly<Record<string, unknown>>, step: string): string | undefined {
  return Object.keys(object).find(
    (key) => key === step || camelCase(key) === step || canonicalKey(key, itemKeys) === step,
  );
}
