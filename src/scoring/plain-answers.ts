/**
 * Reads the plain parts of answers: a judge that takes whole runs gives very many of them, and to look at each with a
 * schema costs more than to have made it. Each field is read once and copied, so a judge cannot change it later.
 * Null means that it is not plain, not that it is wrong: then the schema looks, and says what does not fit.
 */
import type { Necessity } from "../core/question.ts";
import type { AuditReading } from "./process-score.ts";

type Item = Readonly<Record<string, unknown>>;

/** An audit of the agent question, as its schema would read it. */
export function plainAudit(item: Item): AuditReading | null {
  const { id, rationale, success, weight, contextRelevance } = item;
  if (!Number.isSafeInteger(id) || typeof rationale !== "string") return null;
  if (!isShare(success) || !isShare(weight) || !isShare(contextRelevance)) return null;
  return { rationale, success, weight, contextRelevance };
}

/** An audit of the other two questions. */
export function plainExecution(item: Item): AuditReading | null {
  const { id, rationale, success } = item;
  if (!Number.isSafeInteger(id) || typeof rationale !== "string" || !isShare(success)) return null;
  return { rationale, success };
}

/** Necessity with its list of ids, in the shape in which the schema answers. */
export function plainNecessity(value: unknown): { readonly success: true; readonly data: Necessity } | null {
  if (typeof value !== "object" || value === null) return null;
  const { rationale, unnecessaryIds, score } = value as Item;
  if (typeof rationale !== "string" || !isShare(score) || !Array.isArray(unnecessaryIds)) return null;
  const ids: number[] = [];
  for (let place = 0; place < unnecessaryIds.length; place += 1) {
    const id: unknown = unnecessaryIds[place];
    if (typeof id !== "number" || !Number.isSafeInteger(id)) return null;
    ids.push(id);
  }
  return { success: true, data: { rationale, unnecessaryIds: ids, score } };
}

function isShare(value: unknown): value is number {
  return typeof value === "number" && value >= 0 && value <= 1;
}
