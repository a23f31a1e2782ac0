/**
 * Reads the simple parts of answers without a schema: a judge that takes whole runs returns very many of them, and
 // validating one costs more than producing it. Each field is read once and copied, so a judge cannot change it later.
 // Null means "not simple", not "wrong": the schema then checks the value and reports what does not fit.
 */
import type { Necessity } from "../../core/question.ts";
import type { JudgedAudit } from "./process-score.ts";

type Item = Readonly<Record<string, unknown>>;

/** Reads an audit of the agent question, as its schema would. */
export function readPlainAudit(item: Item): JudgedAudit | null {
  const { id, rationale, success, weight, contextRelevance } = item;
  if (!Number.isSafeInteger(id) || typeof rationale !== "string") return null;
  if (!isShare(success) || !isShare(weight) || !isShare(contextRelevance)) return null;
  return { rationale, success, weight, contextRelevance };
}

/** Reads an audit of the other two questions. */
export function readPlainExecution(item: Item): JudgedAudit | null {
  const { id, rationale, success } = item;
  if (!Number.isSafeInteger(id) || typeof rationale !== "string" || !isShare(success)) return null;
  return { rationale, success };
}

/** Reads necessity with its list of ids, in the shape that the schema returns. */
export function readPlainNecessity(value: unknown): { readonly success: true; readonly data: Necessity } | null {
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
