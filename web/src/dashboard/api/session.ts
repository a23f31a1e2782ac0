/** The token of this tab: taken from the address once, kept for as long as the tab lives. */

const name = "axis-token";
const inAddress = /^#token=([\w-]{1,200})$/;

export interface Session {
  token(): string | null;
  /** Null forgets it. */
  keep(token: string | null): void;
}

/** Storage can be switched off in a browser: then the token lives as long as the page. */
export function openSession(storage: Storage | null): Session {
  let token = storage?.getItem(name) ?? null;
  return {
    token: () => token,
    keep(next) {
      token = next;
      if (next === null) storage?.removeItem(name);
      else storage?.setItem(name, next);
    },
  };
}

export function sessionStorageIfAllowed(): Storage | null {
  try {
    return sessionStorage;
  } catch {
    return null; // The browser says no: the page works, and asks again after a reload.
  }
}

/** Takes a token out of the address before anything else can read it there. */
export function takeToken(session: Session): boolean {
  const [, token] = inAddress.exec(location.hash) ?? [];
  if (token === undefined) return false;
  history.replaceState(null, "", `${location.pathname}${location.search}#/`);
  session.keep(token);
  return true;
}
