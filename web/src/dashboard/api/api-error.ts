/** What can go wrong with a question to the server: one error, told apart by its kind. */
import type { ProblemCode } from "../../../../src/server/problem.ts";

/** What a page does about it depends on this and on nothing else. */
export type ApiErrorKind =
  | "login" // Nobody is let in with this token, or without one.
  | "no-permission" // Let in, but not for this.
  | "not-found"
  | "rate-limited"
  | "offline" // No answer came.
  | "refused" // The question itself is at fault.
  | "broken"; // The server is at fault.

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

/** Scope a question needs; without a token only reads can be open. */
export type Needs = "read" | "write" | "admin";

/** The error an answer stands for. */
export async function errorOf(answer: Response, needs: Needs): Promise<ApiError> {
  const { error, request_id } = await problemIn(answer);
  const wait = Number(answer.headers.get("retry-after") ?? Number.NaN);
  return new ApiError(kindOf(answer.status, error.code, needs), error.message, {
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

function kindOf(status: number, code: ProblemCode | undefined, needs: Needs): ApiErrorKind {
  // Where reads are open, whoever has no token may still look around.
  if (status === 401) return code === "token-missing" && needs !== "read" ? "no-permission" : "login";
  return kinds[status] ?? (status >= 500 ? "broken" : "refused");
}

interface ProblemBody {
  readonly error: { readonly code?: ProblemCode; readonly message: string; readonly hint?: string };
  readonly request_id?: string;
}

/** What stands between us and the server may answer in words of its own. */
async function problemIn(answer: Response): Promise<ProblemBody> {
  try {
    const body = (await answer.json()) as Partial<ProblemBody> | null;
    if (typeof body?.error?.message === "string") return body as ProblemBody;
  } catch {
    // No JSON: the status says all there is to say.
  }
  return { error: { message: `The server answered with status ${answer.status}` } };
}
