/** Both drivers keep the same contract: the embedded engine, and a real Postgres. */
import { createDatabase } from "../../../test/test-database.ts";
import { testSqlStore } from "./test-sql-store.fixture.ts";
import { openInMemory } from "./drivers/pglite.ts";
import { openSqlStore } from "./open.ts";

testSqlStore("pglite", openInMemory);
testSqlStore("postgres", async () =>
  openSqlStore({ configDir: ".", url: await createDatabase(), migrations: "run", onWarning: () => {} }),
);
