/** Sends requests to the server with this tab's token; every failure is an ApiError. */
import type { Address, Answers, ListPage, ListRow } from "./answers.ts";
import { ApiError, toApiError, type Scope } from "./api-error.ts";
import type { EarlyAnswers } from "./early.ts";
import type { Session } from "./session.ts";

/** The query parameters; null and empty ones are left out. */
export type Query = Readonly<Record<string, string | number | null | undefined>>;

export interface Request {
  /** Values for the names in braces. */
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Query;
  readonly abort?: AbortSignal;
}

interface Change {
  readonly path?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly needs: Exclude<Scope, "read">;
}

export interface Api {
  get<Path extends Address>(address: Path, asked?: Request & { readonly needs?: Scope }): Promise<Answers[Path]>;
  /** The pages of a list, fetched as they are consumed. */
  pages<Path extends Address>(address: Path, asked?: Request): AsyncGenerator<readonly ListRow<Path>[]>;
  /** Changes something and returns the answer. */
  send(method: "POST" | "DELETE", address: string, sent: Change): Promise<unknown>;
  /** The raw response, for streams and bytes. */
  open(address: string, asked?: Request & { readonly headers?: Readonly<Record<string, string>> }): Promise<Response>;
}

/** Calls `onLogin` if the server does not accept the session's token; `early` holds responses fetched before the first render. */
export function createApi(session: Session, onLogin: (error: ApiError) => void, early?: EarlyAnswers): Api {
  async function ask(address: string, init: RequestInit, needs: Scope): Promise<Response> {
    const token = session.token();
    const isRead = init.method === undefined;
    const answer = (isRead ? await early?.take(address) : null) ?? (await sendWithToken(session, address, init));
    if (answer.ok) return answer;
    const error = await toApiError(answer, needs);
    // If the token was replaced in the meantime, this says nothing about the new one.
    if (error.kind === "login" && token === session.token()) onLogin(error);
    throw error;
  }

  async function get<Path extends Address>(
    address: Path,
    { path, query, abort, needs = "read" }: Request & { readonly needs?: Scope } = {},
  ): Promise<Answers[Path]> {
    const answer = await ask(buildAddress(address, path, query), toSignal(abort), needs);
    return (await readBody(answer)) as Answers[Path];
  }

  async function* pages<Path extends Address>(
    address: Path,
    asked: Request = {},
  ): AsyncGenerator<readonly ListRow<Path>[]> {
    for (let cursor: string | null = null; ;) {
      const query: Query = { ...asked.query, cursor };
      // Every path with rows answers with a page of a list.
      const page = (await get(address, { ...asked, query })) as unknown as ListPage<ListRow<Path>>;
      yield page.data;
      cursor = page.next_cursor;
      if (cursor === null) return;
    }
  }

  return {
    get,
    pages,
    async send(method, address, { path, body, needs }) {
      const json =
        body === undefined ? {} : { body: JSON.stringify(body), headers: { "Content-Type": "application/json" } };
      return await readBody(await ask(buildAddress(address, path), { method, ...json }, needs));
    },
    open: (address, { path, query, abort, headers } = {}) =>
      ask(buildAddress(address, path, query), { ...toSignal(abort), ...(headers && { headers }) }, "read"),
  };
}

/** Sends a request with the session's token. */
export async function sendWithToken(session: Session, address: string, init: RequestInit = {}): Promise<Response> {
  const token = session.token();
  const headers = { ...init.headers, ...(token !== null && { Authorization: `Bearer ${token}` }) };
  return await fetchOrOffline(address, { ...init, headers });
}

/** Fails as "offline" if the server or the network is down. */
async function fetchOrOffline(address: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(address, { ...init, cache: "no-store", credentials: "omit" });
  } catch (cause) {
    if (init.signal?.aborted === true) throw cause;
    throw new ApiError("offline", "The server does not respond", { cause });
  }
}

/** A response that breaks off counts as offline. */
async function readBody(answer: Response): Promise<unknown> {
  try {
    return await answer.json();
  } catch (cause) {
    throw new ApiError("offline", "The response was cut off", { cause });
  }
}

function toSignal(abort: AbortSignal | undefined): RequestInit {
  return abort === undefined ? {} : { signal: abort };
}

/** Fills in the names of a path pattern and adds the query. */
export function buildAddress(pattern: string, path: Request["path"] = {}, query: Query = {}): string {
  const filled = pattern.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(path[name] ?? ""));
  const words = Object.entries(query).flatMap(([name, value]) =>
    value === null || value === undefined || value === "" ? [] : [[name, String(value)]],
  );
  const text = new URLSearchParams(words).toString();
  return text === "" ? filled : `${filled}?${text}`;
}
