/** Gives the keys of a value the spelling its JSON Schema uses: models mix snake_case and camelCase. */

export type JsonSchema = { readonly [key: string]: unknown };

type Properties = Readonly<Record<string, JsonSchema>>;

/** A copy whose keys use the schema's spelling. An existing key is never replaced. */
export function alignKeys(value: unknown, schema: JsonSchema): unknown {
  const branches = [schema, ...listBranches(schema)];
  if (Array.isArray(value)) return branches.reduce((items: unknown[], branch) => alignItems(items, branch), value);
  if (typeof value !== "object" || value === null) return value;
  return branches.reduce((object: object, branch) => alignObject(object, branch), value);
}

function listBranches(schema: JsonSchema): JsonSchema[] {
  return ["anyOf", "oneOf", "allOf"].flatMap((name) => (Array.isArray(schema[name]) ? schema[name] : []));
}

function alignItems(items: unknown[], schema: JsonSchema): unknown[] {
  const inner = schema["items"];
  return isSchema(inner) ? items.map((item) => alignKeys(item, inner)) : items;
}

function alignObject(object: object, schema: JsonSchema): object {
  const properties = isSchema(schema["properties"]) ? (schema["properties"] as Properties) : {};
  const spelling = new Map(Object.keys(properties).map((name) => [normalizeKey(name), name]));
  const entries = Object.entries(object).map(([key, part]): [string, unknown] => {
    const wanted = spelling.get(normalizeKey(key));
    const name = wanted === undefined || Object.hasOwn(object, wanted) ? key : wanted;
    const inner = Object.hasOwn(properties, name) ? properties[name] : undefined;
    return [name, inner === undefined ? part : alignKeys(part, inner)];
  });
  return Object.fromEntries(entries);
}

function normalizeKey(key: string): string {
  return key.replaceAll("_", "").toLowerCase();
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
