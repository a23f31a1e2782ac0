/** The token of this tab: taken from the address once, kept as long as the tab is open, shared with new tabs of the same server. */

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

/** Only pages of the same origin can open this channel. */
const channelName = "axis-token";
const tokenRequest = "request";

/** Gives this tab's token to new tabs, so that a link opened in one needs no second login. Returns the function to stop. */
export function answerNewTabs(session: Session): () => void {
  const channel = new BroadcastChannel(channelName);
  channel.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
    const token = session.token();
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target, only its own origin
    if (data === tokenRequest && token !== null) channel.postMessage({ token });
  });
  return () => channel.close();
}

/** Asks the other tabs for their token, until the returned function is called. */
export function askOtherTabs(onToken: (token: string) => void): () => void {
  const channel = new BroadcastChannel(channelName);
  channel.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
    if (typeof data === "object" && data !== null && "token" in data && typeof data.token === "string")
      onToken(data.token);
  });
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target, only its own origin
  channel.postMessage(tokenRequest);
  return () => channel.close();
}
