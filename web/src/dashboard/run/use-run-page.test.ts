import { expect, test } from "vitest";
import type { RunData } from "../../data/run-data.ts";
import type { RunSource } from "../../source/source.ts";
import { ApiError } from "../api/api-error.ts";
import { choosePage, type PageReading, type Recorded, findRecord } from "./use-run-page.ts";

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
  expect(choosePage({ state: "reading" }, next)).toBe(next);
  const more = recorded(first, true);
  expect(choosePage(next, more)).toBe(more);
});

test("a record that is whole stays until its successor is whole too", () => {
  const whole = recorded(first, true);
  expect(choosePage(whole, recorded(second, false))).toBe(whole);
  const successor = recorded(second, true);
  expect(choosePage(whole, successor)).toBe(successor);
});

test("a failure to read it again is told beside it, and a record that is gone does not take it away", () => {
  const whole = recorded(first, true);
  expect(choosePage(whole, failed)).toEqual({ ...whole, error: failed.state === "failed" ? failed.error : null });
  expect(choosePage(whole, { state: "absent", isGone: true })).toBe(whole);
});

test("what is not a record gives way to whatever comes", () => {
  expect(choosePage(failed, { state: "absent", isGone: false })).toEqual({ state: "absent", isGone: false });
  expect(choosePage({ state: "absent", isGone: false }, failed)).toBe(failed);
});

test("a record that the run does not have is not requested", () => {
  const links = { self: "/v1/runs/run_1" };
  const judged = { runId: "run_1" };
  expect(findRecord({ links, status: "running", axis_result_document: null })).toBe("none");
  expect(findRecord({ links, status: "finished", axis_result_document: { error: "setup" } })).toBe("none");
  expect(findRecord({ links, status: "finished", axis_result_document: judged })).toBe("gone");
  const recordedLinks = { ...links, page: "/v1/runs/run_1/page" };
  expect(findRecord({ links: recordedLinks, status: "running", axis_result_document: null })).toBe("there");
});
