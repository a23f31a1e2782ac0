/** New ids: a prefix and a ULID that increases within this process. */
import { monotonicFactory } from "ulid";

const next = monotonicFactory();

/** A unique id. */
export function newId(prefix: "run" | "ws" | "cmp" | "req", now: Date): string {
  return `${prefix}_${next(now.getTime())}`;
}
