/** Reads run events once for everybody who watches, and hands them on in their order. */
import { lastEvent, readEvents, type RunEvent } from "../../store/sql/runs/run-events.ts";
import type { SqlStore } from "../../store/sql/sql-store.ts";

const pollMs = 1_000;
const pageSize = 500;

export interface Watcher {
  readonly onEvents: (events: readonly RunEvent[]) => void;
  /** The server ends. */
  readonly onClose: () => void;
}

export interface Watching extends Disposable {
  /** Number of the last event that was handed out before this watcher came. */
  readonly since: number;
}

export interface EventHub extends AsyncDisposable {
  /** Everything after `since` comes to the watcher, once. */
  watch(watcher: Watcher): Promise<Watching>;
}

/** Starts to read when the first watcher comes, and stops with the last one. */
export function createEventHub(store: SqlStore): EventHub {
  const watchers = new Set<Watcher>();
  /** Watchers, and those on their way to be one: for them it goes on too. */
  const wanting = new Set<Watcher>();
  let reading: Promise<Reading> | undefined;

  async function begin(): Promise<Reading> {
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
        // Whoever comes has seen nothing that is not read by now, so that nothing is handed out twice.
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

interface Reading extends AsyncDisposable {
  readonly position: () => number;
  /** Reads what there is now. */
  readonly refresh: () => Promise<void>;
}

/** Woken by the database, and once a second in case it could not wake us. */
async function startReading(store: SqlStore, onEvents: (events: readonly RunEvent[]) => void): Promise<Reading> {
  const { database } = store;
  let position = await lastEvent(database);
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
      // A read that fails is tried again with the next poll: the database may be starting anew.
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
