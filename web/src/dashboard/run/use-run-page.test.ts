import { expect, test } from "vitest";
import type { RunData } from "../../data/run-data.ts";
import type { RunSource } from "../../source/source.ts";
import { ApiError } from "../api/api-error.ts";
import { chosen, type PageReading, type Recorded, recordOf } from "./use-run-page.ts";

const [first, second] = [{} as RunSource, {} as RunSource];
const recorded = (source: RunSource, isWhole: boolean): Recorded => ({
  state: "recorded",
  data: { isWhole } as RunData,
  source,
  error: null,
});
const failed: PageReading = { state: "failed", error: new ApiError("offline", "away") };

test("more of the same reading is shown as it comes", () => {
  const next = recorded(first, false);
  expect(chosen({ state: "reading" }, next)).toBe(next);
  const more = recorded(first, true);
  expect(chosen(next, more)).toBe(more);
});

test("a record that is whole stays until its successor is whole too", () => {
  const whole = recorded(first, true);
  expect(chosen(whole, recorded(second, false))).toBe(whole);
  const successor = recorded(second, true);
  expect(chosen(whole, successor)).toBe(successor);
});

test("a failure to read it again is told beside it, and a record that is gone does not take it away", () => {
  const whole = recorded(first, true);
  expect(chosen(whole, failed)).toEqual({ ...whole, error: failed.state === "failed" ? failed.error : null });
  expect(chosen(whole, { state: "absent", isGone: true })).toBe(whole);
});

test("what is not a record gives way to whatever comes", () => {
  expect(chosen(failed, { state: "absent", isGone: false })).toEqual({ state: "absent", isGone: false });
  expect(chosen({ state: "absent", isGone: false }, failed)).toBe(failed);
});

test("a record that the run does not have is not requested", () => {
  const links = { self: "/v1/runs/run_1" };
  const judged = { runId: "run_1" };
  expect(recordOf({ links, status: "running", axis_result_document: null })).toBe("none");
  expect(recordOf({ links, status: "finished", axis_result_document: { error: "setup" } })).toBe("none");
  expect(recordOf({ links, status: "finished", axis_result_document: judged })).toBe("gone");
  const recordedLinks = { ...links, page: "/v1/runs/run_1/page" };
  expect(recordOf({ links: recordedLinks, status: "running", axis_result_document: null })).toBe("there");
});
