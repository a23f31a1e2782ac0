/** The token of this tab: taken from the address once, kept as long as the tab is open. */

const storageKey = "axis-token";
const tokenHash = /^#token=([\w-]{1,200})$/;

export interface Session {
  token(): string | null;
  /** Null deletes it. */
  keep(token: string | null): void;
}

/** Without storage the token is kept until the page is closed. */
export function openSession(storage: Storage | null): Session {
  let token = storage?.getItem(storageKey) ?? null;
  return {
    token: () => token,
    keep(next) {
      token = next;
      if (next === null) storage?.removeItem(storageKey);
      else storage?.setItem(storageKey, next);
    },
  };
}

export function sessionStorageIfAllowed(): Storage | null {
  try {
    return sessionStorage;
  } catch {
    return null; // Storage is blocked: the page works, and asks for the token again after a reload.
  }
}

/** Removes the token from the address before anything else can read it there. */
export function takeToken(session: Session): boolean {
  const [, token] = tokenHash.exec(location.hash) ?? [];
  if (token === undefined) return false;
  history.replaceState(null, "", `${location.pathname}${location.search}#/`);
  session.keep(token);
  return true;
}
