/** Everything that can go wrong with a request: one error class with a kind. */
import type { ProblemCode } from "../../../../src/server/problem.ts";

/** Pages decide what to do by the kind alone. */
export type ApiErrorKind =
  | "login" // The token is missing or not accepted.
  | "no-permission" // The token does not allow this.
  | "not-found"
  | "rate-limited"
  | "offline" // There was no answer.
  | "refused" // The request is invalid.
  | "broken"; // The server failed.

export interface ApiErrorFacts {
  readonly code?: ProblemCode;
  readonly hint?: string;
  readonly requestId?: string;
  readonly retryAfterSeconds?: number;
  readonly cause?: unknown;
}

export class ApiError extends Error {
  override readonly name = "ApiError";
  constructor(
    readonly kind: ApiErrorKind,
    message: string,
    readonly facts: ApiErrorFacts = {},
  ) {
    super(message, { cause: facts.cause });
  }
}

/** The scope a request needs. Without a token only reads can be allowed. */
export type Scope = "read" | "write" | "admin";

/** Turns an error response into an ApiError. */
export async function toApiError(answer: Response, needs: Scope): Promise<ApiError> {
  const { error, request_id } = await readProblem(answer);
  const wait = Number(answer.headers.get("retry-after") ?? Number.NaN);
  return new ApiError(chooseKind(answer.status, error.code, needs), error.message, {
    code: error.code,
    hint: error.hint,
    requestId: request_id,
    ...(Number.isFinite(wait) && { retryAfterSeconds: wait }),
  });
}

const kinds: Readonly<Record<number, ApiErrorKind>> = {
  403: "no-permission",
  404: "not-found",
  410: "not-found",
  429: "rate-limited",
};

function chooseKind(status: number, code: ProblemCode | undefined, needs: Scope): ApiErrorKind {
  // If reads are public, a visitor without a token may stay.
  if (status === 401) return code === "token-missing" && needs !== "read" ? "no-permission" : "login";
  return kinds[status] ?? (status >= 500 ? "broken" : "refused");
}

interface ProblemBody {
  readonly error: { readonly code?: ProblemCode; readonly message: string; readonly hint?: string };
  readonly request_id?: string;
}

/** A proxy in between may answer in its own format. */
async function readProblem(answer: Response): Promise<ProblemBody> {
  try {
    const body = (await answer.json()) as Partial<ProblemBody> | null;
    if (typeof body?.error?.message === "string") return body as ProblemBody;
  } catch {
    // Not JSON: the status has to do.
  }
  return { error: { message: `The server answered with status ${answer.status}` } };
}
