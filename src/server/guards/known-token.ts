/** Looks up tokens. Concurrent requests with the same token share one lookup. */
import type { ApiToken } from "../../core/http/api-token.ts";
import { verifyToken } from "../../store/sql/access/tokens.ts";
import type { Database } from "../../store/sql/schema/database.ts";

interface Looking {
  /** The running lookup. Later callers must not use its result: the token may have been revoked since it started. */
  readonly running: Promise<ApiToken | null>;
  /** Starts when the running lookup ends, and serves everyone who came in the meantime. */
  next?: Promise<ApiToken | null>;
}

const looks = new WeakMap<Database, Map<string, Looking>>();

/** Finds the token for a text, in its state at or after the time of this call. */
export function knownToken(database: Database, text: string): Promise<ApiToken | null> {
  const open = looks.get(database) ?? new Map<string, Looking>();
  looks.set(database, open);
  const found = open.get(text);
  if (found === undefined) return begin(open, { database, text });
  found.next ??= found.running.then(
    () => begin(open, { database, text }),
    () => begin(open, { database, text }),
  );
  return found.next;
}

function begin(open: Map<string, Looking>, { database, text }: { database: Database; text: string }) {
  const running = verifyToken(database, text);
  const looking: Looking = { running };
  open.set(text, looking);
  const forget = () => {
    if (open.get(text) === looking && looking.next === undefined) open.delete(text);
  };
  running.then(forget, forget);
  return running;
}
