/** Run events for one reader: first the missed ones from the store, then live ones, without gaps or repeats. */
import { allWorkspaces, hasEvent, readEvents, type RunEvent } from "../../store/sql/runs/run-events.ts";
import type { Database } from "../../store/sql/schema/database.ts";
import type { EventHub } from "./event-hub.ts";
import { toWellFormedValue } from "./stream.ts";

const pageSize = 500;

export interface EventFilter {
  readonly workspaceId?: string;
  readonly runId?: string;
}

/** Takes text for one reader. */
export interface TextSink {
  /** Returns false if the reader is too far behind or gone. */
  readonly write: (text: string) => boolean;
  /** Resolves when the reader has received most of what was written, or is gone. */
  readonly taken: () => Promise<void>;
  readonly end: () => void;
}

export interface Reader extends TextSink {
  readonly filter: EventFilter;
  /** The Last-Event-ID header as sent; undefined if the reader has seen no event yet. */
  readonly lastEventId: string | undefined;
}

/** Maximum number of live events held back while a reader catches up; a slower reader has to reconnect. */
const maxPendingEvents = 10_000;

export interface EventServing extends Disposable {
  /** Resolves when the reader has all missed events; rejects if they cannot be read. */
  readonly caughtUp: Promise<void>;
}

/** Starts serving a reader: it receives every event from now on. Dispose it when the reader leaves. */
export async function serveEvents(hub: EventHub, database: Database, reader: Reader): Promise<EventServing> {
  const waiting: RunEvent[] = [];
  let isLive = false;
  const write = (events: readonly RunEvent[]) => {
    for (const event of events)
      if (matchesFilter(event, reader.filter) && !reader.write(formatEvent(event))) return reader.end();
  };
  const watching = await hub.watch({
    onEvents(events) {
      if (isLive) write(events);
      else if (waiting.push(...events) > maxPendingEvents) reader.end();
    },
    onClose() {
      reader.write("event: closing\ndata: {}\n\n");
      reader.end();
    },
  });
  async function catchUp(): Promise<void> {
    for await (const page of readMissedPages(database, reader.lastEventId, watching.since)) {
      if (page === "reset") reader.write("event: reset\ndata: {}\n\n");
      else write(page);
      await reader.taken();
    }
    isLive = true;
    write(waiting);
  }
  return { caughtUp: catchUp(), [Symbol.dispose]: () => watching[Symbol.dispose]() };
}

/** Pages of events after the reader's last one, up to where the hub takes over. */
async function* readMissedPages(
  database: Database,
  lastEventId: string | undefined,
  until: number,
): AsyncGenerator<readonly RunEvent[] | "reset"> {
  if (lastEventId === undefined) return;
  const after = /^\d{1,15}$/.test(lastEventId) ? Number(lastEventId) : undefined;
  if (after === until) return;
  if (after === undefined || !(await hasEvent(database, after))) return yield "reset";
  for (let from = after; from !== until;) {
    const page = await readEvents(database, { after: from, limit: pageSize });
    const end = page.findIndex(({ seq }) => seq === until);
    yield end === -1 ? page : page.slice(0, end + 1);
    // An empty page means the last event was deleted in the meantime, so the reader has everything.
    from = end === -1 ? (page.at(-1)?.seq ?? until) : until;
  }
}

function matchesFilter(event: RunEvent, { workspaceId, runId }: EventFilter): boolean {
  const isForAll = workspaceId === undefined || event.workspace_id === allWorkspaces;
  if (!isForAll && event.workspace_id !== workspaceId) return false;
  return runId === undefined || event.run_id === runId;
}

/** Formats one event as text/event-stream, with its data as JSON on one line. */
function formatEvent({ seq, type, run_id, workspace_id, data, at }: RunEvent): string {
  const workspace = workspace_id === allWorkspaces ? null : workspace_id;
  const body = JSON.stringify({ ...data, run_id, workspace_id: workspace, at: at.toISOString() }, toWellFormedValue);
  return `id: ${seq}\nevent: ${type}\ndata: ${body}\n\n`;
}
