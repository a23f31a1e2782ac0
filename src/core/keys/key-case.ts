/** snake_case and camelCase are two spellings of one key: these functions convert between them. */

/** `actual_output` → `actualOutput`; a key in camelCase stays as it is. */
export function camelCase(key: string): string {
  if (!key.includes("_")) return key;
  return key.replace(/(?<=.)_+([a-zA-Z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

/** `actualOutput` → `actual_output`. */
export function snakeCase(key: string): string {
  return key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** A plain object as in JSON, not an instance of a class. */
export function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** The value of an object's own key, in either spelling. */
export function readEitherSpelling(object: Readonly<Record<string, unknown>>, key: string): unknown {
  for (const spelling of [key, camelCase(key), snakeCase(key)])
    if (Object.hasOwn(object, spelling) && object[spelling] !== null) return object[spelling];
  return undefined;
}
