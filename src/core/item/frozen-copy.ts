/** A deep, frozen copy of plain data; other values are kept as they are. */
import { isPlainObject } from "../keys/key-case.ts";

/** Maximum nesting: deeper data is a mistake and would overflow the stack. */
const maxDataDepth = 500;

export function frozenCopy<T>(value: T, depth = 0): T {
  if (typeof value !== "object" || value === null) return value;
  if (depth > maxDataDepth) throw new RangeError(`data nested more than ${maxDataDepth} levels deep`);
  if (Array.isArray(value)) return Object.freeze(value.map((part: unknown) => frozenCopy(part, depth + 1))) as T;
  if (!isPlainObject(value)) return value;
  const copy: Record<string, unknown> = {};
  for (const key of Object.keys(value)) {
    const part = frozenCopy(value[key], depth + 1);
    if (key === "__proto__") Object.defineProperty(copy, key, { value: part, enumerable: true });
    else copy[key] = part;
  }
  return Object.freeze(copy) as T;
}
