/** The errors of a server request: the server is unavailable, or it refuses. */
import { z } from "zod";
import { AxisError } from "../../core/error.ts";

/** The server does not answer at the moment: it is not started, is restarting, or cannot reach its store. */
export class ServerUnavailable extends AxisError {
  constructor(origin: string, why: string, cause?: unknown) {
    super("store-unavailable", `${origin} does not answer: ${why}`, { hint: "Check AXIS_URL", cause });
  }
}

/** The server answered and refused the request. */
export class ServerRefusal extends AxisError {
  readonly status: number;
  /** The server's error code, such as "run-not-found". */
  readonly problem: string;

  constructor(origin: string, status: number, { code, message }: { readonly code: string; readonly message: string }) {
    const hint = refusalHints[status];
    const what = refusalMessages[status] ?? `refused (${code})`;
    super("server-refused", `${origin} ${what}: ${message}`, hint === undefined ? {} : { hint });
    this.status = status;
    this.problem = code;
  }
}

const refusalMessages: Readonly<Record<number, string>> = {
  401: "does not accept the token in AXIS_TOKEN",
  403: "does not allow this with the token in AXIS_TOKEN",
};

const refusalHints: Readonly<Record<number, string>> = {
  401: "It may be expired or revoked. Create one on the server's machine with: axis token create --name <name> --scope admin",
  403: "Uploaded files are executed, so this requires a token with the scope admin that is not bound to a workspace",
};

const Problem = z.object({ error: z.object({ code: z.string().max(100), message: z.string().max(2_000) }) });

/** Statuses of a proxy that cannot reach its server, and of a server that cannot reach its store. */
const unavailableStatuses = new Set([502, 503, 504]);

/** Turns an unsuccessful response into an error. */
export async function toServerError(answer: Response, origin: string): Promise<ServerUnavailable | ServerRefusal> {
  const body = Problem.safeParse(await answer.json().catch(() => null)); // Without JSON, the response is not from an AXIS server.
  const said = body.data?.error ?? { code: "unknown", message: `status ${answer.status}` };
  if (unavailableStatuses.has(answer.status)) return new ServerUnavailable(origin, said.message);
  return new ServerRefusal(origin, answer.status, said);
}

/** A longer wait is most likely a wrong clock or number; if it is right, the next response repeats it. */
const longestWaitSeconds = 300;

/** How long to wait, if the response says so: too many requests, or the same request is still in progress. */
export function readServerWaitMs({ status, headers }: Response): number | undefined {
  if (status !== 429 && status !== 409) return undefined;
  const seconds = Number(headers.get("retry-after") ?? Number.NaN);
  if (Number.isFinite(seconds) && seconds >= 0) return Math.min(seconds, longestWaitSeconds) * 1_000;
  return status === 429 ? 1_000 : undefined;
}
