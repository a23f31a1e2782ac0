/** Postgres 15 or later, through the pg package. */
import { CompiledQuery, Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient } from "kysely";
import pg from "pg";
import type { Tables } from "../schema/database.ts";
import type { SqlStore } from "../sql-store.ts";
import { ConnectionLost } from "./connection-lost.ts";
import { listenOn } from "./postgres-listener.ts";

/** Connections of one process at most: a server or a worker needs no more, and Postgres allows 100 in all. */
const mostConnections = 10;
const connectTimeoutMs = 10_000;
const bigintType = 20;

/** Opens the database at this URL. Nothing is asked of it yet, and no migration is run. */
export function openPostgres(url: string): SqlStore {
  const pool = new pg.Pool({
    connectionString: url,
    max: mostConnections,
    connectionTimeoutMillis: connectTimeoutMs,
    keepAlive: true,
    application_name: "axis",
    types: { getTypeParser },
  });
  // A connection that breaks while nobody uses it is replaced; one in use tells whoever waits for its answer.
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  const dialect = new PostgresDialect({ pool: guardedPool(pool), onCreateConnection: prepare });
  const database = new Kysely<Tables>({ dialect });
  return {
    driver: "postgres",
    database,
    listen: (onNotice) => listenOn(url, onNotice),
    [Symbol.asyncDispose]: () => database.destroy(),
  };
}

async function prepare(connection: { executeQuery(query: CompiledQuery): Promise<unknown> }): Promise<void> {
  await connection.executeQuery(CompiledQuery.raw("set search_path to axis"));
  // A process that stands still in a transaction holds its rows: given up before its runs are given to others.
  await connection.executeQuery(CompiledQuery.raw("set idle_in_transaction_session_timeout to '25s'"));
}

/** Whole numbers as numbers: none of ours passes 2^53, and one that did must not be rounded in silence. */
function getTypeParser(type: number, format?: "text" | "binary") {
  if (type === bigintType && format !== "binary") return wholeNumber;
  return pg.types.getTypeParser(type, format) as (value: string) => unknown;
}

function wholeNumber(text: string): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number)) throw new RangeError(`${text} is too large a number`);
  return number;
}

/** The pool, whose errors tell a lost connection from a refused query. */
function guardedPool(pool: pg.Pool): PostgresPool {
  const guarded = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  return {
    async connect() {
      const client = await pool.connect().catch(rethrow);
      const known = guarded.get(client) ?? guardedClient(client);
      guarded.set(client, known);
      return known;
    },
    end: () => pool.end(),
  };
}

function guardedClient(client: pg.PoolClient): PostgresPoolClient {
  // Cursors, the other way to call it, are not used here, so there are always parameters.
  const query = (text: string, parameters?: readonly unknown[]) =>
    client.query(text, [...(parameters ?? [])]).catch(rethrow);
  return { query: query as unknown as PostgresPoolClient["query"], release: () => client.release() };
}

/** What the server did not answer and our own code did not get wrong is the connection's. */
function rethrow(error: unknown): never {
  if (error instanceof pg.DatabaseError || error instanceof TypeError || error instanceof RangeError) throw error;
  throw new ConnectionLost(error);
}
