import { expect, test } from "vitest";
import { groupQueued } from "./use-queued.ts";

test("queued runs are grouped by report, oldest first, and named by what they are about", () => {
  const run = (id: string, report_id: string | null, scenario = "a") => ({ id, report_id, scenario, agent: "echo" });
  const newestFirst = [run("4", null), run("3", "second"), run("2", "first", "b"), run("1", "first")];
  expect(groupQueued(newestFirst)).toEqual([
    { reportId: "first", ids: ["1", "2"], names: "a and 1 more by echo" },
    { reportId: "second", ids: ["3"], names: "a by echo" },
    { reportId: null, ids: ["4"], names: "a by echo" },
  ]);
});
