/** Reads run events once for all watchers and passes them on in order. */
import { findLastEvent, readEvents, type RunEvent } from "../../store/sql/runs/run-events.ts";
import type { SqlStore } from "../../store/sql/sql-store.ts";

const pollMs = 1_000;
const pageSize = 500;

interface Watcher {
  readonly onEvents: (events: readonly RunEvent[]) => void;
  /** Called when the server shuts down. */
  readonly onClose: () => void;
}

interface WatchHandle extends Disposable {
  /** Number of the last event that was sent before this watcher joined. */
  readonly since: number;
}

export interface EventHub extends AsyncDisposable {
  /** The watcher receives every event after `since` exactly once. */
  watch(watcher: Watcher): Promise<WatchHandle>;
}

/** Starts reading with the first watcher and stops after the last one leaves. */
export function createEventHub(store: SqlStore): EventHub {
  const watchers = new Set<Watcher>();
  /** Watchers, including those that are still joining: reading must continue for them too. */
  const wanting = new Set<Watcher>();
  let reading: Promise<EventReading> | undefined;

  async function begin(): Promise<EventReading> {
    return await startReading(store, (events) => {
      for (const watcher of watchers) watcher.onEvents(events);
    });
  }

  async function leave(watcher: Watcher): Promise<void> {
    watchers.delete(watcher);
    wanting.delete(watcher);
    if (wanting.size > 0) return;
    const ended = reading;
    reading = undefined;
    await (await ended?.catch(() => undefined))?.[Symbol.asyncDispose]();
  }

  return {
    async watch(watcher) {
      wanting.add(watcher);
      reading ??= begin();
      const mine = reading;
      try {
        const { position, refresh } = await mine;
        // Catch up before the watcher joins, so that it gets no event twice.
        await refresh();
        watchers.add(watcher);
        return { since: position(), [Symbol.dispose]: () => void leave(watcher) };
      } catch (error) {
        wanting.delete(watcher);
        if (reading === mine) reading = undefined;
        throw error;
      }
    },
    async [Symbol.asyncDispose]() {
      for (const watcher of watchers) {
        watcher.onClose();
        await leave(watcher);
      }
    },
  };
}

interface EventReading extends AsyncDisposable {
  readonly position: () => number;
  /** Reads all events that exist now. */
  readonly refresh: () => Promise<void>;
}

/** Reads when the database notifies us, and once a second in case a notification is lost. */
async function startReading(store: SqlStore, onEvents: (events: readonly RunEvent[]) => void): Promise<EventReading> {
  const { database } = store;
  let position = await findLastEvent(database);
  let busy: Promise<void> | undefined;
  let again = false;

  async function readAll(): Promise<void> {
    for (;;) {
      const events = await readEvents(database, { after: position, limit: pageSize });
      const last = events.at(-1);
      if (last === undefined) return;
      position = last.seq;
      onEvents(events);
    }
  }

  async function readWhileAsked(): Promise<void> {
    while (again) {
      again = false;
      // A failed read is retried at the next poll: the database may be restarting.
      await readAll().catch(() => {});
    }
    busy = undefined;
  }

  function refresh(): Promise<void> {
    again = true;
    busy ??= readWhileAsked();
    return busy;
  }

  const listening = await store.listen(() => void refresh());
  const timer = setInterval(() => void refresh(), pollMs);
  return {
    position: () => position,
    refresh,
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
      again = false;
      await listening[Symbol.asyncDispose]();
      await busy;
    },
  };
}
