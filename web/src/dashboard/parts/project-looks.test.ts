import { expect, test } from "vitest";
import { sortByFirstRun } from "./project-looks.tsx";

test("agents are in the order of their first runs, and by name where they began together", () => {
  const [early, late] = ["2026-01-01T00:00:00.000Z", "2026-02-01T00:00:00.000Z"];
  const agents = [
    { agent: "a", first_run_at: late },
    { agent: "c", first_run_at: early },
    { agent: "b", first_run_at: early },
  ];
  expect(sortByFirstRun(agents)).toEqual(["b", "c", "a"]);
});
