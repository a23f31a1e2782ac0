/** Run events for one reader: what it missed from the store, then what comes, without a gap and without a repeat. */
import { everyWorkspace, hasEvent, readEvents, type RunEvent } from "../../store/sql/runs/run-events.ts";
import type { Database } from "../../store/sql/schema/database.ts";
import type { EventHub } from "./event-hub.ts";
import { wellFormed } from "./stream.ts";

const pageSize = 500;

export interface EventFilter {
  readonly workspaceId?: string;
  readonly runId?: string;
}

export interface Reader {
  readonly filter: EventFilter;
  /** As the reader sent it; undefined where it has seen nothing yet. */
  readonly lastEventId: string | undefined;
  /** False: the reader is too far behind, or gone. */
  readonly write: (text: string) => boolean;
  /** Resolved when the reader has taken most of what was written, or is gone. */
  readonly taken: () => Promise<void>;
  readonly end: () => void;
}

/** Events that may come while a reader catches up; one that needs longer begins anew. */
const mostWaiting = 10_000;

export interface Serving extends Disposable {
  /** Resolved when the reader has what it missed; rejected when that could not be read. */
  readonly caughtUp: Promise<void>;
}

/** Begins to serve a reader: what happens from now on reaches it. Dispose it when the reader goes. */
export async function serveEvents(hub: EventHub, database: Database, reader: Reader): Promise<Serving> {
  const waiting: RunEvent[] = [];
  let isLive = false;
  const write = (events: readonly RunEvent[]) => {
    for (const event of events)
      if (isWanted(event, reader.filter) && !reader.write(eventText(event))) return reader.end();
  };
  const watching = await hub.watch({
    onEvents(events) {
      if (isLive) write(events);
      else if (waiting.push(...events) > mostWaiting) reader.end();
    },
    onClose() {
      reader.write("event: closing\ndata: {}\n\n");
      reader.end();
    },
  });
  async function catchUp(): Promise<void> {
    for await (const page of missedPages(database, reader.lastEventId, watching.since)) {
      if (page === "reset") reader.write("event: reset\ndata: {}\n\n");
      else write(page);
      await reader.taken();
    }
    isLive = true;
    write(waiting);
  }
  return { caughtUp: catchUp(), [Symbol.dispose]: () => watching[Symbol.dispose]() };
}

/** What was written after the reader's last event, up to where the hub takes over. */
async function* missedPages(
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
    // Without a further event the last one was removed meanwhile: there is nothing left to wait for.
    from = end === -1 ? (page.at(-1)?.seq ?? until) : until;
  }
}

function isWanted(event: RunEvent, { workspaceId, runId }: EventFilter): boolean {
  const isForAll = workspaceId === undefined || event.workspace_id === everyWorkspace;
  if (!isForAll && event.workspace_id !== workspaceId) return false;
  return runId === undefined || event.run_id === runId;
}

/** One event as text/event-stream: its data is JSON on one line. */
export function eventText({ seq, type, run_id, workspace_id, data, at }: RunEvent): string {
  const workspace = workspace_id === everyWorkspace ? null : workspace_id;
  const body = JSON.stringify({ ...data, run_id, workspace_id: workspace, at: at.toISOString() }, wellFormed);
  return `id: ${seq}\nevent: ${type}\ndata: ${body}\n\n`;
}
