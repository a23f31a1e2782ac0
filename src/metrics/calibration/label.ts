/** One record with a label from people. Accepts the field names that label files commonly use. */

/** A record for calibration; fields that the file does not contain are null. */
export interface Label {
  readonly id: string;
  readonly query: string | null;
  readonly output: string | null;
  readonly expected: string | null;
  /** 0 or 1, or a point on a scale. */
  readonly human: number | null;
  readonly judge: number | null;
  readonly reason: string | null;
  readonly notes: string | null;
}

const fieldSpellings = {
  id: ["id", "run_id", "runId"],
  query: ["query", "input", "question", "prompt"],
  output: ["actual_output", "actualOutput", "output", "response", "answer"],
  expected: ["expected_output", "expectedOutput", "reference", "ground_truth", "expected"],
  human: ["human", "label", "human_score", "humanScore", "judgment"],
  judge: ["judge", "llm_score", "llmScore", "score", "llm_judgment"],
  reason: ["reason", "judge_reason", "explanation"],
  notes: ["notes", "note", "comment"],
} as const;

const labelWords: Readonly<Record<string, number>> = {
  true: 1,
  pass: 1,
  yes: 1,
  false: 0,
  fail: 0,
  no: 0,
};

/** Parses a record, or reports what is wrong with it. */
export function parseLabel(value: unknown, place: string): Label | { readonly fault: string } {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    return { fault: "is not an object with fields" };
  const fields = new Map(Object.entries(value).map(([name, field]) => [name.trim(), field as unknown]));
  const found = (names: readonly string[]) => names.map((name) => fields.get(name)).find((field) => isGiven(field));
  const [human, judge] = [parseScore(found(fieldSpellings.human)), parseScore(found(fieldSpellings.judge))];
  if (human === undefined)
    return { fault: `the label ${previewField(found(fieldSpellings.human))} is not a number, "pass" or "fail"` };
  if (judge === undefined)
    return { fault: `the judge's score ${previewField(found(fieldSpellings.judge))} is not a number` };
  const text = (name: "query" | "output" | "expected" | "reason" | "notes") => toFieldText(found(fieldSpellings[name]));
  return {
    id: toFieldText(found(fieldSpellings.id)) ?? place,
    query: text("query"),
    output: text("output"),
    expected: text("expected"),
    human,
    judge,
    reason: text("reason"),
    notes: text("notes"),
  };
}

function isGiven(field: unknown): boolean {
  return field !== undefined && field !== null && field !== "";
}

/** Returns null if the field is empty, undefined if it is not a number. */
function parseScore(field: unknown): number | null | undefined {
  if (!isGiven(field)) return null;
  if (typeof field === "boolean") return field ? 1 : 0;
  const text = String(field).trim().toLowerCase();
  if (Object.hasOwn(labelWords, text)) return labelWords[text];
  const number = Number(text);
  return Number.isFinite(number) && text !== "" ? number : undefined;
}

function toFieldText(field: unknown): string | null {
  if (!isGiven(field)) return null;
  return typeof field === "string" ? field : JSON.stringify(field);
}

function previewField(field: unknown): string {
  return JSON.stringify(field).slice(0, 60);
}
