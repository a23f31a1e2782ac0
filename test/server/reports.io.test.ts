/** Reports, baselines and evaluations over HTTP: lists, pages, comparisons, and who may see them. */
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ReportHead } from "../../src/core/report/report-head.ts";
import { describeReportHead } from "../../src/report/report-head.ts";
import { putBytes } from "../../src/store/sql/files/blobs.ts";
import { putBaselineDocument, putEvaluationDocument, putReportDocument } from "../../src/store/sql/intake/documents.ts";
import { sampleBaseline, sampleReport } from "../../src/testing/store-samples.ts";
import { sampleHead } from "../fixtures/report-head.ts";
import { openServerWorld, type ServerWorld } from "./server-world.ts";

let world: ServerWorld;
beforeAll(async () => {
  world = await openServerWorld();
  await addReport("2026-03-01-000000", 1, {
    fixes: sampleHead().fixes.map((fix) => ({ ...fix, runs: 1 })),
  });
  await addReport("2026-03-08-000000", 8);
  await addReport("2026-03-09-000000", 9, { state: "running", verdict: null });
});
afterAll(async () => {
  expect(world.defects).toEqual([]);
  await world[Symbol.asyncDispose]();
});

async function addReport(id: string, day: number, head: Partial<ReportHead> = {}, workspaceId = world.shop) {
  const report = sampleReport(id, `2026-03-0${day}T00:00:00.000Z`);
  const sha256 = await putBytes(world.store, Buffer.from(JSON.stringify(report)), { mediaType: "application/json" });
  const described = describeReportHead(report);
  const describe = () => sampleHead({ ...head, statuses: described.statuses });
  await putReportDocument(world.store.database, { workspaceId, sha256, describe }, report);
}

test("a report in the list has its verdict, numbers, cost and commit", async () => {
  const { data } = (await world.api.json("/v1/reports?workspace=shop&verdict=FAIL")).body;
  expect(data.map(({ id }: { id: string }) => id)).toEqual(["2026-03-08-000000", "2026-03-01-000000"]);
  expect(data[0]).toMatchObject({
    state: "complete",
    sentence: "1 of 2 results failed: echo 1",
    axis_result: 80.5,
    interval: { lower: 78, upper: 83, scope: "suite" },
    cost_micros: 1_500_000,
    fix_count: 1,
    revision: { branch: "main", pull_request: null },
  });
  expect(data[0].summary.head).toBeUndefined();
  expect((await world.api.json("/v1/reports?verdict=GOOD")).status).toBe(400);
});

test("the page of a report is the index that a report file has", async () => {
  const { body } = await world.api.json("/v1/reports/2026-03-08-000000/page");
  expect(body.reports[0]).toMatchObject({ name: "2026-03-08-000000", report: { reportId: "2026-03-08-000000" } });
  expect((await world.api.json("/v1/reports/none/page")).body.error.code).toBe("report-not-found");
});

test("the overview has the last finished report, its change since a week before, and what is running", async () => {
  const { body } = await world.api.json("/v1/overview?workspace=shop");
  expect(body.last.id).toBe("2026-03-08-000000");
  expect(body.change).toMatchObject({ report_id: "2026-03-01-000000", leader_before: "echo" });
  expect(body.running.map(({ id }: { id: string }) => id)).toEqual(["2026-03-09-000000"]);
  expect(body.counts).toMatchObject({ reports: 3 });
  expect((await world.api.json("/v1/overview?workspace=other")).body).toMatchObject({ last: null, change: null });
  expect((await world.api.json("/v1/overview")).status).toBe(400);
});

test("what to fix says in how many runs of each report it was met, oldest report first", async () => {
  const { body } = await world.api.json("/v1/fixes?workspace=shop");
  expect(body.reports.map(({ id }: { id: string }) => id)).toEqual(["2026-03-01-000000", "2026-03-08-000000"]);
  expect(body.data[0]).toMatchObject({ id: "fix-1", runs: 3, history: [1, 3], points: { least: 0.1, most: 2.3 } });
  const later = await world.api.json("/v1/fixes?workspace=shop&since=2026-03-05T00:00:00Z");
  expect(later.body.data[0].history).toEqual([3]);
});

test("a report is compared with an earlier one and with a baseline", async () => {
  const baseline = { ...sampleBaseline(), name: "main" };
  const sha256 = await putBytes(world.store, Buffer.from(JSON.stringify(baseline)), { mediaType: "application/json" });
  await putBaselineDocument(world.store.database, { workspaceId: world.shop, sha256 }, baseline);
  const address = "/v1/reports/2026-03-08-000000/comparison?workspace=shop";
  const both = (await world.api.json(`${address}&report=2026-03-01-000000`)).body;
  expect(both.reports.map(({ name }: { name: string }) => name)).toEqual(["2026-03-01-000000", "2026-03-08-000000"]);
  expect(both.comparison.from).toBe("2026-03-01-000000");
  const { data } = (await world.api.json("/v1/baselines?workspace=shop")).body;
  expect(data[0]).toMatchObject({ name: "main", report_id: baseline.fromReportId });
  expect((await world.api.json("/v1/baselines/main")).body.fromReportId).toBe(baseline.fromReportId);
  expect((await world.api.json("/v1/baselines/none")).body.error.code).toBe("baseline-not-found");
  expect((await world.api.json(address)).status).toBe(400);
});

test("an evaluation is read as an index and blocks of items", async () => {
  const block = (id: string, value: unknown) =>
    `<script type="text/plain" id="${id}">${gzipSync(JSON.stringify(value)).toString("base64")}</script>\n`;
  const page = `<!doctype html>${block("index", { rows: { blocks: ["rows.0"] } })}${block("rows.0", [{ id: "a" }])}`;
  const sha256 = await putBytes(world.store, Buffer.from(page), { mediaType: "text/html" });
  const head = { name: "answers.jsonl", timestamp: "2026-03-04T00:00:00.000Z", verdict: "FAIL" as const, costUsd: 0 };
  const place = { workspaceId: world.shop, id: "support", sha256 };
  await putEvaluationDocument(world.store.database, place, {
    ...head,
    reasons: ["too low"],
    rows: 1,
    failing: 1,
    metrics: ["m"],
  });
  const { data } = (await world.api.json("/v1/evaluations?workspace=shop")).body;
  expect(data[0]).toMatchObject({ id: "support", verdict: "FAIL", reasons: ["too low"], cost_micros: 0 });
  expect((await world.api.json("/v1/evaluations/support")).body).toEqual({ rows: { blocks: ["rows.0"] } });
  expect((await world.api.json("/v1/evaluations/support/items/rows.0")).body).toEqual([{ id: "a" }]);
  for (const missing of ["support/items/index", "support/items/rows.1", "none", "none/items/rows.0"])
    expect((await world.api.json(`/v1/evaluations/${missing}`)).status).toBe(404);
});

test("a token of another workspace sees none of it", async () => {
  const headers = await world.bearer({ workspaceId: world.other });
  const ask = async (path: string) => await world.api.json(path, { headers });
  for (const list of ["reports", "baselines", "evaluations"]) expect((await ask(`/v1/${list}`)).body.data).toEqual([]);
  for (const path of [
    "/v1/reports/2026-03-08-000000/page",
    "/v1/reports/2026-03-08-000000/comparison?report=2026-03-01-000000",
    "/v1/baselines/main",
    "/v1/evaluations/support",
    "/v1/evaluations/support/items/rows.0",
    "/v1/overview?workspace=shop",
    "/v1/fixes?workspace=shop",
  ])
    expect((await ask(path)).status).toBe(404);
});
