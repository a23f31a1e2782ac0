/** Looks tokens up: those who ask at the same time with the same token share one look. */
import type { ApiToken } from "../../core/http/api-token.ts";
import { verifyToken } from "../../store/sql/access/tokens.ts";
import type { Database } from "../../store/sql/schema/database.ts";

interface Looking {
  /** Under way: who comes now must not trust it, because the token may have been revoked since it began. */
  readonly running: Promise<ApiToken | null>;
  /** Begins when that has ended, for all who came meanwhile. */
  next?: Promise<ApiToken | null>;
}

const looks = new WeakMap<Database, Map<string, Looking>>();

/** The token behind a text, as it stands after this was called. */
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
