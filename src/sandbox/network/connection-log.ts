/** Counts what a run connected to, or tried to: one row per target, with bounded texts. */
import type { Socket } from "node:net";
import { type Connection, mostConnections } from "../../core/run/connections.ts";

/** Refusals cost an agent nothing, so they must not push out what was really reached. */
const mostRefusals = mostConnections / 2;
const maxHostLength = 253;
const maxReasonLength = 200;

export type ConnectionAttempt = Pick<Connection, "host" | "port" | "how" | "allowed" | "reason">;

interface Row {
  readonly attempt: ConnectionAttempt;
  readonly firstMs: number;
  count: number;
  sent: number;
  received: number;
  /** Connections that are still open count with what they have transferred so far. */
  readonly open: Set<Socket>;
}

export class ConnectionLog {
  readonly #rows = new Map<string, Row>();
  readonly #elapsedMs: () => number;
  #refusals = 0;

  constructor(elapsedMs: () => number) {
    this.#elapsedMs = elapsedMs;
  }

  /** `outside` is the connection to the host, if there is one; its bytes are counted. */
  add(attempt: ConnectionAttempt, outside?: Socket): void {
    const row = this.#findRow(toPrintable(attempt));
    if (row === null) return;
    row.count += 1;
    if (outside === undefined) return;
    row.open.add(outside);
    outside.once("close", () => {
      row.open.delete(outside);
      row.sent += outside.bytesWritten;
      row.received += outside.bytesRead;
    });
  }

  rows(): Connection[] {
    return [...this.#rows.values()].map(({ attempt, firstMs, count, sent, received, open }) => ({
      ...attempt,
      count,
      sent: [...open].reduce((sum, socket) => sum + socket.bytesWritten, sent),
      received: [...open].reduce((sum, socket) => sum + socket.bytesRead, received),
      first_ms: firstMs,
    }));
  }

  /** Null if there are too many rows for another one. */
  #findRow(attempt: ConnectionAttempt): Row | null {
    const { how, host, port, allowed, reason } = attempt;
    const key = JSON.stringify([how, host, port, allowed, reason]);
    const known = this.#rows.get(key);
    if (known !== undefined) return known;
    if (this.#rows.size >= mostConnections || (!allowed && this.#refusals >= mostRefusals)) return null;
    if (!allowed) this.#refusals += 1;
    const firstMs = Math.max(0, Math.round(this.#elapsedMs()));
    const row = { attempt, firstMs, count: 0, sent: 0, received: 0, open: new Set<Socket>() };
    this.#rows.set(key, row);
    return row;
  }
}

/** Hosts and parts of reasons are text from the agent. */
function toPrintable({ host, reason, ...rest }: ConnectionAttempt): ConnectionAttempt {
  const attempt = { ...rest, host: clean(host, maxHostLength) };
  return reason === undefined ? attempt : { ...attempt, reason: clean(reason, maxReasonLength) };
}

function clean(text: string, maxLength: number): string {
  return text.slice(0, maxLength).replaceAll(/[^\x20-\x7e]/g, "?");
}
