/** The contract of SQL stores, as a suite that every driver must pass. */
import { afterAll, beforeAll, describe } from "vitest";
import type { SqlStore } from "../store/sql/sql-store.ts";
import { testAccess } from "./sql/access.ts";
import { testFiles } from "./sql/files.ts";
import { testObjects } from "./sql/objects.ts";
import { testRetention } from "./sql/retention.ts";
import { testRunLists } from "./sql/run-lists.ts";
import { testRunProgress } from "./sql/run-progress.ts";
import { testRunRows } from "./sql/run-rows.ts";
import { testScoring } from "./sql/scoring.ts";
import { testTrends } from "./sql/trends.ts";
import { testViews } from "./sql/views.ts";

/** Runs the suite on one store from `open`, which must be empty and migrated; closes it at the end. */
export function testSqlStore(name: string, open: () => Promise<SqlStore>): void {
  describe(`${name} is an SQL store`, () => {
    let store: SqlStore | undefined;
    beforeAll(async () => {
      store = await open();
    }, 120_000);
    afterAll(async () => {
      await store?.[Symbol.asyncDispose]();
    });
    const theStore = () => {
      if (store === undefined) throw new Error("The store could not be opened");
      return store;
    };
    testRunRows(theStore);
    testRunProgress(theStore);
    testScoring(theStore);
    testRunLists(theStore);
    testViews(theStore);
    testTrends(theStore);
    testAccess(theStore);
    testFiles(theStore);
    testRetention(theStore);
    testObjects(theStore);
  });
}
