/** Trends and a leaderboard to look at: agents that rise, fall, have few runs, or a name made to do harm. */
import type { Locator } from "playwright-core";
import { afterAll, beforeAll } from "vitest";
import { type DashboardWorld, openDashboard } from "./dashboard-world.ts";
import { addCourse } from "./trend-runs.ts";
import { fetchAnew } from "../fixtures/fetch-anew.ts";

const hostile = `<img src=x onerror=alert(1)>|\u202E/ %00 "'`;

export interface TrendWorld {
  readonly served: () => DashboardWorld;
  readonly address: (view: string) => string;
  /** The rows the API answers with. */
  asked<Row>(path: string): Promise<Row[]>;
}

/** Call it once at the top of a file. */
export function useTrends(): TrendWorld {
  let open: DashboardWorld | undefined;
  const served = () => {
    if (open === undefined) throw new Error("the server has not started");
    return open;
  };
  beforeAll(async () => {
    open = await openDashboard();
    const { store, shop } = open.world;
    const course = { days: 20, runsPerDay: 3, from: 70, rise: 1 };
    await addCourse(store, shop, { ...course, agent: "riser", scenario: "cms/create" });
    await addCourse(store, shop, { ...course, agent: "riser", scenario: "shop/checkout", from: 60 });
    await addCourse(store, shop, { ...course, agent: "faller", scenario: "cms/create", rise: -1 });
    await addCourse(store, shop, { ...course, agent: "rare", scenario: "cms/create", days: 2, runsPerDay: 1 });
    await addCourse(store, shop, { ...course, agent: hostile, scenario: hostile, days: 3 });
  });
  afterAll(() => open?.[Symbol.asyncDispose]());
  return {
    served,
    address: (view) => `${served().address}#/${view}`,
    async asked<Row>(path: string) {
      const answer = await fetchAnew(new URL(path, served().address));
      return ((await answer.json()) as { data: Row[] }).data;
    },
  };
}

/** The cells of a table's body, row by row. */
export async function cellsOf(table: Locator): Promise<string[][]> {
  return await table
    .locator("tbody tr")
    .evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent)));
}

/** Opens the table behind a chart, and reads it. */
export async function numbersBehind(chart: Locator): Promise<string[][]> {
  await chart.locator("summary").click();
  await chart.locator("tbody tr").first().waitFor();
  return await cellsOf(chart.locator("table"));
}
