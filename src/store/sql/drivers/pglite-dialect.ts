/** PGlite for kysely: Postgres inside this process, with one connection that queries use in turn. */
import type { PGlite } from "@electric-sql/pglite";
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from "kysely";

/** What kysely needs to talk to PGlite. */
export function pgliteDialect(engine: PGlite): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => pgliteDriver(engine),
    createIntrospector: (database) => new PostgresIntrospector(database),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  };
}

function pgliteDriver(engine: PGlite): Driver {
  const connection = pgliteConnection(engine);
  const waiting: (() => void)[] = [];
  let taken = false;
  const run = async (word: "begin" | "commit" | "rollback") => {
    await connection.executeQuery(CompiledQuery.raw(word));
  };
  return {
    init: () => engine.waitReady,
    async acquireConnection() {
      // A transaction is a series of calls on the only connection: no other query may run in between.
      if (taken) await new Promise<void>((turn) => waiting.push(turn));
      taken = true;
      return connection;
    },
    async releaseConnection() {
      const next = waiting.shift();
      if (next === undefined) taken = false;
      else next();
    },
    beginTransaction: () => run("begin"),
    commitTransaction: () => run("commit"),
    rollbackTransaction: () => run("rollback"),
    destroy: () => engine.close(),
  };
}

function pgliteConnection(engine: PGlite): DatabaseConnection {
  return {
    async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
      const { rows, affectedRows } = await engine.query<Row>(sql, [...parameters]);
      return { rows, numAffectedRows: BigInt(affectedRows ?? 0) };
    },
    streamQuery() {
      throw new Error("The embedded database cannot stream: read pages instead");
    },
  };
}
