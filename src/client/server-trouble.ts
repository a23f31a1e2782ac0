/** What can go wrong with a request to a server: it is away, or it says no. */
import { z } from "zod";
import { AxisError } from "../core/error.ts";

/** It does not answer for the moment: not started, restarting, or without its store. */
export class ServerAway extends AxisError {
  constructor(origin: string, why: string, cause?: unknown) {
    super("store-unavailable", `${origin} does not answer: ${why}`, { hint: "Check AXIS_URL", cause });
  }
}

/** It answered, and the answer is no. */
export class ServerRefusal extends AxisError {
  readonly status: number;
  /** The server's own code, such as "run-not-found". */
  readonly problem: string;

  constructor(origin: string, status: number, { code, message }: { readonly code: string; readonly message: string }) {
    const hint = hints[status];
    const what = words[status] ?? `refused (${code})`;
    super("server-refused", `${origin} ${what}: ${message}`, hint === undefined ? {} : { hint });
    this.status = status;
    this.problem = code;
  }
}

const words: Readonly<Record<number, string>> = {
  401: "does not know the token in AXIS_TOKEN",
  403: "does not allow that with the token in AXIS_TOKEN",
};

const hints: Readonly<Record<number, string>> = {
  401: "It may be expired or revoked. Make one where the server is: axis token create --name <name> --scope admin",
  403: "What is uploaded is executed, so it takes a token with the scope admin that is bound to no workspace",
};

const Problem = z.object({ error: z.object({ code: z.string().max(100), message: z.string().max(2_000) }) });

/** Statuses of a proxy whose server is not there, and of a server whose store is not there. */
const away = new Set([502, 503, 504]);

/** What an answer that is not ok means. */
export async function troubleOf(answer: Response, origin: string): Promise<ServerAway | ServerRefusal> {
  const body = Problem.safeParse(await answer.json().catch(() => null)); // No JSON: it is not our server that speaks.
  const said = body.data?.error ?? { code: "unknown", message: `status ${answer.status}` };
  if (away.has(answer.status)) return new ServerAway(origin, said.message);
  return new ServerRefusal(origin, answer.status, said);
}

/** Whoever says more than this has a clock or a number wrong; the next answer says it again. */
const longestWaitSeconds = 300;

/** When to ask again, where the answer says so: too much at once, or the same request is under way. */
export function askedToWaitMs({ status, headers }: Response): number | undefined {
  if (status !== 429 && status !== 409) return undefined;
  const seconds = Number(headers.get("retry-after") ?? Number.NaN);
  if (Number.isFinite(seconds) && seconds >= 0) return Math.min(seconds, longestWaitSeconds) * 1_000;
  return status === 429 ? 1_000 : undefined;
}
