/** Asks the server: with the token of this tab, and with one kind of error for all that can go wrong. */
import type { Address, Answers, ListPage, RowOf } from "./answers.ts";
import { ApiError, errorOf, type Needs } from "./api-error.ts";
import type { EarlyAnswers } from "./early.ts";
import type { Session } from "./session.ts";

/** Filters and other words behind the question mark; null and empty ones are left out. */
export type Query = Readonly<Record<string, string | number | null | undefined>>;

export interface Asked {
  /** For the names in braces. */
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Query;
  readonly abort?: AbortSignal;
}

interface Sent {
  readonly path?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly needs: Exclude<Needs, "read">;
}

export interface Api {
  get<Path extends Address>(address: Path, asked?: Asked & { readonly needs?: Needs }): Promise<Answers[Path]>;
  /** The pages of a list, one after the other, read as they are taken. */
  pages<Path extends Address>(address: Path, asked?: Asked): AsyncGenerator<readonly RowOf<Path>[]>;
  /** Changes something; gives what is answered. */
  send(method: "POST" | "DELETE", address: string, sent: Sent): Promise<unknown>;
  /** The answer itself, for what is read as it comes: streams, bytes. */
  open(address: string, asked?: Asked & { readonly headers?: Readonly<Record<string, string>> }): Promise<Response>;
}

/** `onLogin` is called when nobody is let in with what the session holds; `early` holds answers that are there already. */
export function createApi(session: Session, onLogin: (error: ApiError) => void, early?: EarlyAnswers): Api {
  async function ask(address: string, init: RequestInit, needs: Needs): Promise<Response> {
    const token = session.token();
    const isRead = init.method === undefined;
    const answer = (isRead ? await early?.take(address) : null) ?? (await askWith(session, address, init));
    if (answer.ok) return answer;
    const error = await errorOf(answer, needs);
    // A token that was replaced while the answer was on its way says nothing about the new one.
    if (error.kind === "login" && token === session.token()) onLogin(error);
    throw error;
  }

  async function get<Path extends Address>(
    address: Path,
    { path, query, abort, needs = "read" }: Asked & { readonly needs?: Needs } = {},
  ): Promise<Answers[Path]> {
    const answer = await ask(addressOf(address, path, query), signalOf(abort), needs);
    return (await bodyOf(answer)) as Answers[Path];
  }

  async function* pages<Path extends Address>(
    address: Path,
    asked: Asked = {},
  ): AsyncGenerator<readonly RowOf<Path>[]> {
    for (let cursor: string | null = null; ;) {
      const query: Query = { ...asked.query, cursor };
      // Whatever has rows is a page of a list.
      const page = (await get(address, { ...asked, query })) as unknown as ListPage<RowOf<Path>>;
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
      return await bodyOf(await ask(addressOf(address, path), { method, ...json }, needs));
    },
    open: (address, { path, query, abort, headers } = {}) =>
      ask(addressOf(address, path, query), { ...signalOf(abort), ...(headers && { headers }) }, "read"),
  };
}

/** The answer, whatever it is, to who has the token of the session. */
export async function askWith(session: Session, address: string, init: RequestInit = {}): Promise<Response> {
  const token = session.token();
  const headers = { ...init.headers, ...(token !== null && { Authorization: `Bearer ${token}` }) };
  return await reach(address, { ...init, headers });
}

/** Where no answer comes at all: the server is away, or the network. */
async function reach(address: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(address, { ...init, cache: "no-store", credentials: "omit" });
  } catch (cause) {
    if (init.signal?.aborted === true) throw cause;
    throw new ApiError("offline", "The server does not answer", { cause });
  }
}

/** An answer that breaks off is no answer. */
async function bodyOf(answer: Response): Promise<unknown> {
  try {
    return await answer.json();
  } catch (cause) {
    throw new ApiError("offline", "The answer broke off", { cause });
  }
}

function signalOf(abort: AbortSignal | undefined): RequestInit {
  return abort === undefined ? {} : { signal: abort };
}

/** The address with its names filled in and its query behind it. */
export function addressOf(pattern: string, path: Asked["path"] = {}, query: Query = {}): string {
  const filled = pattern.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(path[name] ?? ""));
  const words = Object.entries(query).flatMap(([name, value]) =>
    value === null || value === undefined || value === "" ? [] : [[name, String(value)]],
  );
  const text = new URLSearchParams(words).toString();
  return text === "" ? filled : `${filled}?${text}`;
}
