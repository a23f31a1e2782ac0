/** The API's errors: a code, a sentence, and possibly a hint. */

/** Every code and its HTTP status. */
export const problemStatus = {
  "bad-request": 400,
  "bad-id": 400,
  "bad-cursor": 400,
  "bad-range": 400,
  "token-missing": 401,
  "token-invalid": 401,
  "scope-missing": 403,
  "wrong-origin": 403,
  "not-found": 404,
  "run-not-found": 404,
  "score-not-found": 404,
  "detail-not-found": 404,
  "artifact-not-found": 404,
  "patch-not-found": 404,
  "log-not-found": 404,
  "page-not-found": 404,
  "agent-not-found": 404,
  "workspace-not-found": 404,
  "report-not-found": 404,
  "baseline-not-found": 404,
  "evaluation-not-found": 404,
  "competition-not-found": 404,
  "token-not-found": 404,
  "method-not-allowed": 405,
  "idempotency-conflict": 409,
  "idempotency-in-progress": 409,
  "already-finished": 409,
  "run-exists": 409,
  "not-cancellable": 409,
  gone: 410,
  "too-large": 413,
  "not-json": 415,
  "wrong-host": 421,
  "not-comparable": 422,
  "unknown-bundle": 422,
  "unknown-scenario": 422,
  "unknown-agent": 422,
  "agent-not-served": 422,
  "project-invalid": 422,
  "competition-refused": 422,
  "rate-limited": 429,
  internal: 500,
  "store-unavailable": 503,
} as const;
export type ProblemCode = keyof typeof problemStatus;

export interface ProblemOptions {
  /** What to do. Never sent to callers without access. */
  readonly hint?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly cause?: unknown;
}

/** Thrown by guards and routes; `failures.ts` turns it into a response. */
export class ApiProblem extends Error {
  override readonly name = "ApiProblem";
  readonly hint?: string;
  readonly headers: Readonly<Record<string, string>>;
  constructor(
    readonly code: ProblemCode,
    message: string,
    { hint, headers, cause }: ProblemOptions = {},
  ) {
    super(message, { cause });
    if (hint !== undefined) this.hint = hint;
    this.headers = headers ?? {};
  }

  get status(): (typeof problemStatus)[ProblemCode] {
    return problemStatus[this.code];
  }
}
