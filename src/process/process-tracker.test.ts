/** Which entries of an environment name the processes of a job, and which never do. */
import { homedir } from "node:os";
import { expect, test } from "vitest";
import { listMarkEntries } from "./process-tracker.ts";

test("a job is named by its run and by its own HOME", () => {
  expect(listMarkEntries({ runId: "r1", home: "/tmp/axis-1/home" })).toEqual([
    "AXIS_RUN_ID=r1",
    "HOME=/tmp/axis-1/home",
  ]);
});

test.each([homedir(), `${homedir()}/`, "/", "", "relative/home"])(
  "the HOME %j is not the job's own, and names nobody",
  (home) => {
    expect(listMarkEntries({ runId: "r1", home })).toEqual(["AXIS_RUN_ID=r1"]);
  },
);

test("an empty run id names nobody", () => {
  expect(listMarkEntries({ runId: "", home: "/" })).toEqual([]);
});
