/** New ids: a prefix and a ULID that rises within this process. */
import { monotonicFactory } from "ulid";

const next = monotonicFactory();

/** An id nobody else has. */
export function newId(prefix: "run" | "ws" | "cmp" | "req", now: Date): string {
  return `${prefix}_${next(now.getTime())}`;
}
