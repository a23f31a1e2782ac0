/** Looks up tokens. Concurrent requests with the same token share one lookup. */
import type { ApiToken } from "../../core/http/api-token.ts";
import { verifyToken } from "../../store/sql/access/tokens.ts";
import type { Database } from "../../store/sql/schema/database.ts";

interface TokenLookup {
  /** The running lookup. Later callers must not use its result: the token may have been revoked since it started. */
  readonly running: Promise<ApiToken | null>;
  /** Starts when the running lookup ends, and serves everyone who came in the meantime. */
  next?: Promise<ApiToken | null>;
}

const openLookups = new WeakMap<Database, Map<string, TokenLookup>>();

/** Finds the token for a text, in its state at or after the time of this call. */
export function lookUpToken(database: Database, text: string): Promise<ApiToken | null> {
  const open = openLookups.get(database) ?? new Map<string, TokenLookup>();
  openLookups.set(database, open);
  const found = open.get(text);
  if (found === undefined) return startLookup(open, { database, text });
  found.next ??= found.running.then(
    () => startLookup(open, { database, text }),
    () => startLookup(open, { database, text }),
  );
  return found.next;
}

function startLookup(open: Map<string, TokenLookup>, { database, text }: { database: Database; text: string }) {
  const running = verifyToken(database, text);
  const looking: TokenLookup = { running };
  open.set(text, looking);
  const forget = () => {
    if (open.get(text) === looking && looking.next === undefined) open.delete(text);
  };
  running.then(forget, forget);
  return running;
}
