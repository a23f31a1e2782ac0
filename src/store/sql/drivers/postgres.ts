/** Postgres 15 or later, through the pg package. */
import { setTimeout as sleep } from "node:timers/promises";
import { CompiledQuery, Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient } from "kysely";
import pg from "pg";
import type { Tables } from "../schema/database.ts";
import type { SqlStore } from "../sql-store.ts";
import { ConnectionLost } from "./connection-lost.ts";

/** Receives notifications on a separate connection, and reconnects when that breaks. */
const reconnectPauseMs = 1_000;

/** Calls back for each notification until disposed. Poll too: notifications are lost while the connection is down. */
async function startListener(url: string, onNotice: () => void): Promise<AsyncDisposable> {
  const stop = new AbortController();
  const first = await connect(url, onNotice);
  const work = keepListening(first, { url, onNotice, abort: stop.signal });
  return {
    async [Symbol.asyncDispose]() {
      stop.abort();
      await work;
    },
  };
}

interface ListenerOptions {
  readonly url: string;
  readonly onNotice: () => void;
  readonly abort: AbortSignal;
}

async function keepListening(first: pg.Client, { url, onNotice, abort }: ListenerOptions): Promise<void> {
  let client: pg.Client | null = first;
  while (!abort.aborted) {
    if (client !== null) await waitForEnd(client, abort);
    if (abort.aborted) break;
    // The database may be restarting: try again after a pause.
    client = await connect(url, onNotice).catch(() => null);
    if (client === null) await sleep(reconnectPauseMs, undefined, { signal: abort }).catch(() => {});
  }
  await client?.end().catch(() => {}); // A broken connection needs no closing.
}

async function connect(url: string, onNotice: () => void): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    keepAlive: true,
    connectionTimeoutMillis: 10_000,
    application_name: "axis-listen",
  });
  client.on("error", () => {}); // An "end" event follows, which keepListening waits for.
  client.on("notification", onNotice);
  await client.connect();
  await client.query("listen axis_events");
  return client;
}

function waitForEnd(client: pg.Client, abort: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    client.once("end", resolve);
    abort.addEventListener("abort", () => resolve(), { once: true });
  });
}

/** The most connections per process: a server or a worker needs no more, and Postgres allows 100 in total by default. */
const maxConnections = 10;
const connectTimeoutMs = 10_000;
const bigintType = 20;

/** Opens the database at this URL. Sends no query yet and runs no migration. */
export function openPostgres(url: string): SqlStore {
  const pool = new pg.Pool({
    connectionString: url,
    max: maxConnections,
    connectionTimeoutMillis: connectTimeoutMs,
    keepAlive: true,
    application_name: "axis",
    types: { getTypeParser },
  });
  // An idle connection that breaks is replaced; one in use reports the error to its query.
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  const dialect = new PostgresDialect({ pool: guardPool(pool), onCreateConnection: prepareConnection });
  const database = new Kysely<Tables>({ dialect });
  return {
    driver: "postgres",
    database,
    listen: (onNotice) => startListener(url, onNotice),
    [Symbol.asyncDispose]: () => database.destroy(),
  };
}

async function prepareConnection(connection: { executeQuery(query: CompiledQuery): Promise<unknown> }): Promise<void> {
  await connection.executeQuery(CompiledQuery.raw("set search_path to axis"));
  // A process that hangs in a transaction locks its rows: end the transaction before its runs go to other workers.
  await connection.executeQuery(CompiledQuery.raw("set idle_in_transaction_session_timeout to '25s'"));
}

/** Parses bigint columns as numbers: AXIS stores none above 2^53, and a larger one must not be rounded silently. */
function getTypeParser(type: number, format?: "text" | "binary") {
  if (type === bigintType && format !== "binary") return parseWholeNumber;
  return pg.types.getTypeParser(type, format) as (value: string) => unknown;
}

function parseWholeNumber(text: string): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number)) throw new RangeError(`The number ${text} is too large`);
  return number;
}

/** Wraps the pool so that its errors distinguish a lost connection from a refused query. */
function guardPool(pool: pg.Pool): PostgresPool {
  const guarded = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  return {
    async connect() {
      const client = await pool.connect().catch(throwTyped);
      const known = guarded.get(client) ?? guardClient(client);
      guarded.set(client, known);
      return known;
    },
    end: () => pool.end(),
  };
}

function guardClient(client: pg.PoolClient): PostgresPoolClient {
  // Cursors, the other way to call this, are not used here, so the call always has parameters.
  const query = (text: string, parameters?: readonly unknown[]) =>
    client.query(text, [...(parameters ?? [])]).catch(throwTyped);
  return { query: query as unknown as PostgresPoolClient["query"], release: () => client.release() };
}

/** An error that comes neither from the server nor from our own code is a lost connection. */
function throwTyped(error: unknown): never {
  if (error instanceof pg.DatabaseError || error instanceof TypeError || error instanceof RangeError) throw error;
  throw new ConnectionLost(error);
}
