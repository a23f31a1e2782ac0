/** The contract of SQL stores, as a suite that every driver must pass. */
import { afterAll, beforeAll, describe } from "vitest";
import type { SqlStore } from "./sql-store.ts";
import { testAccess } from "./suite/access.fixture.ts";
import { testCompetitions } from "./suite/competitions.fixture.ts";
import { testFiles } from "./suite/files.fixture.ts";
import { testLabels } from "./suite/labels.fixture.ts";
import { testObjects } from "./suite/objects.fixture.ts";
import { testRetention } from "./suite/retention.fixture.ts";
import { testRunLists } from "./suite/run-lists.fixture.ts";
import { testRunProgress } from "./suite/run-progress.fixture.ts";
import { testRunRows } from "./suite/run-rows.fixture.ts";
import { testScoring } from "./suite/scoring.fixture.ts";
import { testTrends } from "./suite/trends.fixture.ts";
import { testViews } from "./suite/views.fixture.ts";

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
    testCompetitions(theStore);
    testViews(theStore);
    testTrends(theStore);
    testAccess(theStore);
    testLabels(theStore);
    testFiles(theStore);
    testRetention(theStore);
    testObjects(theStore);
  });
}
