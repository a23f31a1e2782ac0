import { appendFileSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Entry } from "../../core/entry.ts";
import { sampleDetail } from "../../testing/store-samples.ts";
import { packBlock } from "../../report/html/block.ts";
import type { ListingIndex } from "../../report/html/listing-index.ts";
import type { PageIndex, RunBlock, WorkNow } from "../../report/html/page-index.ts";
import { slotFile } from "../../store/paths.ts";
import { type StartedReport, openViewedProject, type ViewedProject } from "./viewed-project.fixture.ts";

let project: ViewedProject;
let report: StartedReport;
const secret = "not for anybody's eyes";
const entries = Array.from({ length: 12_000 }, (_, number): Entry => ({
  type: "assistant",
  timestamp: null,
  text: `${number} ${"word ".repeat(40)}`,
}));

beforeAll(async () => {
  project = await openViewedProject();
  writeFileSync(join(project.configDir, "secret.txt"), secret);
  report = await project.begin(["a", "b"]);
  await report.started("a");
  const slot = { cell: { scenario: "a", agent: "echo", trial: 1 }, attempt: 1 };
  const path = "out/a b#c?\n.txt";
  const file = await report.handle.addArtifact(slot, path, Buffer.from("<script>alert(1)</script>"));
  const patch = await report.handle.writePatch(slot, "diff --git a/<b> b/<b>\n");
  await report.finished("a", {
    output: { ...sampleDetail([]).output, transcript: entries },
    artifacts: [
      { path, size: 25, mimeType: "text/html", file },
      { path: "leads-out", size: 1, mimeType: "text/plain", file: "../../../secret.txt" },
    ],
    patch: { file: patch.file, bytes: patch.bytes, files: 1, added: 1, removed: 0, partial: 0 },
  });
});
afterAll(() => project[Symbol.asyncDispose]());

const json = async <T>(path: string): Promise<T> => (await (await project.get(path)).json()) as T;
const statusOf = async (path: string, init?: RequestInit) => (await project.get(path, init)).status;

describe("a report that is going on", () => {
  test("is listed as that, and its page has results, counts and what is at work", async () => {
    await report.started("b");
    const { listing } = await json<ListingIndex>("/index");
    expect(listing.reports).toMatchObject([
      {
        id: report.id,
        state: "going-on",
        verdict: null,
        summary: { total: 2, statuses: { results: { "not run": 1 } } },
      },
    ]);
    const { reports } = await json<PageIndex>(`/reports/${report.id}/index`);
    expect(reports[0]?.report?.results.map(({ scenarioKey }) => scenarioKey)).toEqual(["a"]);
    expect(reports[0]?.verdict).toBeNull();
    expect(reports[0]?.progress).toMatchObject({
      state: "going-on",
      counts: { finished: 1, running: 1, judging: 0, pending: 0 },
      atWork: [{ scenario: "b", state: "running" }],
      awaited: [{ scenario: "b", agent: "echo", state: "running" }],
    });
  });

  test("what a run that goes on has said comes from where one has read to, and nothing of one that does not", async () => {
    const slot = { cell: { scenario: "b", agent: "echo", trial: 1 }, attempt: 1 };
    const address = `/reports/${report.id}/runs/run_b/live`;
    const nothing = { entries: [], next: 0 };
    expect(await json(address)).toEqual(nothing);
    const file = join(report.handle.folder ?? "", "scenarios/b/echo.live.ndjson");
    mkdirSync(join(file, ".."), { recursive: true });
    const live = report.handle.openLive(slot);
    live.append({ type: "assistant", timestamp: null, text: "zwölf" });
    await expect.poll(() => json<{ entries: unknown[] }>(address), { timeout: 120_000 }).not.toEqual(nothing);
    const first = await json<{ entries: unknown[]; next: number }>(address);
    expect(first.entries).toEqual([{ type: "assistant", timestamp: null, text: "zwölf" }]);
    appendFileSync(file, '{"type":"user"}\nnot JSON\n{"half":');
    const rest = await json<{ entries: unknown[]; next: number }>(`${address}?from=${first.next}`);
    expect(rest).toEqual({ entries: [{ type: "user" }, "not JSON"], next: first.next + 25 });
    expect(await json(`${address}?from=${rest.next}`)).toEqual({ entries: [], next: rest.next });
    expect(await json(`${address}?from=999999`)).toEqual({ entries: [], next: 999_999 });
    await live[Symbol.asyncDispose]();
    expect(await json(address)).toEqual(nothing);
    for (const run of ["run_a", "run_c", "__proto__"])
      expect(await json(`/reports/${report.id}/runs/${run}/live`)).toBeNull();
    symlinkSync(join(project.configDir, "secret.txt"), file);
    expect(await statusOf(address)).toBe(404);
    rmSync(file);
  });

  test("a run comes as its head and the parts of its transcript, in order and whole", async () => {
    const base = `/reports/${report.id}/runs/run_a/page`;
    const run = await json<RunBlock>(base);
    expect(run.detail.output.transcript).toEqual([]);
    expect(run.lists.entries.blocks.length).toBeGreaterThan(1);
    const read = await Promise.all(run.lists.entries.blocks.map((part) => json<Entry[]>(`${base}/${part}`)));
    expect(read.flat()).toEqual(entries);
  });

  test("an artifact is sent as bytes to be saved, never as something a browser would show", async () => {
    const answer = await project.get(`/reports/${report.id}/runs/run_a/artifacts/out/a%20b%23c%3F%0A.txt`);
    expect(await answer.text()).toBe("<script>alert(1)</script>");
    expect(answer.headers.get("content-type")).toBe("application/octet-stream");
    expect(answer.headers.get("content-disposition")).toBe("attachment");
    expect(answer.headers.get("content-security-policy")).toContain("sandbox");
  });

  test("so is the diff, and a run that is not there has none", async () => {
    const answer = await project.get(`/reports/${report.id}/runs/run_a/patch`);
    expect(await answer.text()).toBe("diff --git a/<b> b/<b>\n");
    expect(answer.headers.get("content-disposition")).toBe("attachment");
    expect(answer.headers.get("content-security-policy")).toContain("sandbox");
    expect((await json<RunBlock>(`/reports/${report.id}/runs/run_a/page`)).patch).toBe("patch");
    expect(await statusOf(`/reports/${report.id}/runs/run_x/patch`)).toBe(404);
  });

  test("every change is told to an open page, and what it reads then is new", async () => {
    const abort = new AbortController();
    const stream = await project.get(`/reports/${report.id}/events`, { signal: abort.signal });
    const reader = (stream.body as ReadableStream<Uint8Array>).getReader();
    await heard(reader, "ready");
    await report.finished("b");
    await heard(reader, "changed");
    const { reports } = await json<PageIndex>(`/reports/${report.id}/index`);
    expect(reports[0]?.progress?.counts).toMatchObject({ finished: 2, running: 0 });
    await reader.cancel();
  });

  test("once it is whole it has a verdict and is no longer going on", async () => {
    await report.close("complete");
    const { reports } = await json<PageIndex>(`/reports/${report.id}/index`);
    expect(reports[0]).not.toHaveProperty("progress");
    expect(reports[0]?.verdict).not.toBeNull();
    expect((await json<ListingIndex>("/index")).listing.reports[0]?.state).toBe("complete");
  });
});

async function heard(reader: ReadableStreamDefaultReader<Uint8Array>, event: string): Promise<void> {
  for (let text = ""; !text.includes(`event: ${event}\n`);) {
    const { value, done } = await reader.read();
    if (done) throw new Error(`the stream ended before "${event}"`);
    text += new TextDecoder().decode(value);
  }
}

test("what agents do now is said per report and for all of them, from the end of what they said", async () => {
  await using own = await openViewedProject();
  const going = await own.begin(["a", "b"]);
  await going.started("a");
  const slot = { cell: { scenario: "a", agent: "echo", trial: 1 }, attempt: 1 };
  const address = `/reports/${going.id}/work`;
  const read = async () => (await (await own.get(address)).json()) as WorkNow;
  expect((await read()).atWork).toMatchObject([{ scenario: "a", state: "running", doing: null }]);
  const file = join(own.configDir, ".axis/reports", going.id, slotFile(slot, "live"));
  mkdirSync(dirname(file), { recursive: true });
  const call = { type: "tool_use", timestamp: null, id: "1", tool: "Bash", input: { command: "npm test" } };
  appendFileSync(file, `not JSON\n${JSON.stringify(call)}\n{"type":"assis`);
  expect((await read()).atWork).toMatchObject([{ doing: "$ npm test" }]);
  expect(await (await own.get("/work")).json()).toMatchObject({ [going.id]: { counts: { running: 1, pending: 1 } } });
  await going.close("aborted");
  expect(await read()).toBeNull();
  expect(await (await own.get("/work")).json()).toEqual({});
});

test("two reports are compared at an address of their own, with the runs of both", async () => {
  await using own = await openViewedProject();
  const ids: string[] = [];
  for (const scenario of ["a", "a"]) {
    const made = await own.begin([scenario]);
    await made.finished(scenario, { runId: `run_${ids.length}` });
    await made.close("complete");
    ids.push(made.id);
  }
  const base = `/compare/${ids.join("/")}`;
  expect((await own.get(`${base}/`)).status).toBe(200);
  const { reports, comparison } = (await (await own.get(`${base}/index`)).json()) as PageIndex;
  expect(reports.map(({ name, verdict }) => [name, verdict])).toEqual(ids.map((id) => [id, null]));
  expect(comparison).toMatchObject({ from: ids[0], reportId: ids[1] });
  for (const run of ["run_0", "run_1"]) expect((await own.get(`${base}/runs/${run}/page`)).status).toBe(200);
  expect((await own.get(`${base}/runs/run_2/page`)).status).toBe(404);
  expect((await own.get(`/compare/${ids[0]}/2020-01-01-000000/index`)).status).toBe(404);
  expect(own.defects).toEqual([]);
});

test("a report that nobody writes any more is interrupted", async () => {
  const left = await project.begin(["a", "b"]);
  await left.started("a");
  // As after kill -9: the lock of a process that is gone.
  await left.handle[Symbol.asyncDispose]();
  const { reports } = await json<PageIndex>(`/reports/${left.id}/index`);
  expect(reports[0]?.progress).toMatchObject({ state: "interrupted", counts: { pending: 2, running: 0 }, atWork: [] });
  const { listing } = await json<ListingIndex>("/index");
  const verdict = { verdict: "INCOMPLETE", sentence: "0 of 2 runs finished" };
  expect(reports[0]?.verdict).toMatchObject(verdict);
  expect(listing.reports.find(({ id }) => id === left.id)).toMatchObject({ state: "interrupted", verdict });
});

test("a folder without a readable report is named with the reason, and the others are listed", async () => {
  const folder = join(project.configDir, ".axis", "reports", "2026-01-01-000000");
  mkdirSync(folder);
  writeFileSync(join(folder, "report.json"), "{");
  const { listing } = await json<ListingIndex>("/index");
  expect(listing.unreadable).toEqual([
    {
      id: "2026-01-01-000000",
      file: ".axis/reports/2026-01-01-000000/report.json",
      why: "report.json could not be read: it is not valid JSON",
    },
  ]);
  expect(listing.reports.length).toBeGreaterThan(0);
  expect(await statusOf("/reports/2026-01-01-000000/index")).toBe(500);
});

describe("what is not there", () => {
  test.each([
    "/nothing",
    "/reports/",
    "/reports/nope",
    "/reports/nope/",
    "/reports/nope/index",
    "/reports/nope/events",
    "/reports/..%2f/",
    "/reports/..%2f..%2fsecret.txt",
    "/reports/..%2f..%2fsecret.txt/",
    "/reports/%00/",
    "/reports/a%5c..%5cb/index",
    "/evaluations/nope/",
    "/evaluations/..%2f..%2fsecret/",
    "/journal.ndjson",
  ])("%s is 404", async (path) => {
    expect(await statusOf(path)).toBe(404);
    expect(project.defects).toEqual([]);
  });

  test("neither are other runs, parts, artifacts, or artifacts whose stored name leads out", async () => {
    const base = `/reports/${report.id}/runs`;
    const paths = ["nope/page", "run_a/page/nope", "run_a/page/toString", "run_a/artifacts/nope"];
    const leading = ["run_a/artifacts/leads-out", "run_a/artifacts/..%2f..%2f..%2fsecret.txt", "__proto__/page"];
    for (const path of [...paths, ...leading]) expect([path, await statusOf(`${base}/${path}`)]).toEqual([path, 404]);
  });

  test("links lead nowhere: neither a report, nor its files, nor an evaluation", async () => {
    const axis = join(project.configDir, ".axis");
    const outside = join(project.configDir, "outside");
    mkdirSync(outside);
    writeFileSync(join(outside, "report.json"), readFileSync(join(axis, "reports", report.id, "report.json")));
    symlinkSync(outside, join(axis, "reports", "linked"));
    mkdirSync(join(axis, "reports", "inner"));
    symlinkSync(join(outside, "report.json"), join(axis, "reports", "inner", "report.json"));
    mkdirSync(join(axis, "evaluations"), { recursive: true });
    symlinkSync(join(project.configDir, "secret.txt"), join(axis, "evaluations", "linked.html"));
    const paths = ["/reports/linked/", "/reports/linked/index", "/reports/inner/index", "/evaluations/linked/"];
    for (const path of paths) expect([path, await statusOf(path)]).toEqual([path, 404]);
    const { listing } = await json<ListingIndex>("/index");
    expect(listing.reports.map(({ id }) => id)).not.toContain("linked");
    expect(listing.evaluations).toEqual([]);
    for (const name of ["linked", "inner"]) rmSync(join(axis, "reports", name), { recursive: true, force: true });
  });
});

describe("who may ask", () => {
  test.each(["evil.example", "evil.example:4748", "127.0.0.1.evil.example"])("a request to %s is 421", async (host) => {
    expect(await statusOf("/", { headers: { Host: host } })).toBe(421);
  });

  test.each(["localhost:4748", "127.0.0.1:1", "[::1]:4748"])("a request to %s is answered", async (host) => {
    expect(await statusOf("/", { headers: { Host: host } })).toBe(200);
  });

  test.each(["POST", "PUT", "DELETE", "PATCH"])("%s is 405: there is nothing to write", async (method) => {
    expect(await statusOf("/index", { method })).toBe(405);
  });

  test("every answer forbids whatever it does not need", async () => {
    for (const path of ["/", "/index", "/nothing", `/reports/${report.id}/`]) {
      const { headers } = await project.get(path);
      expect(headers.get("content-security-policy")).toContain("default-src 'none'");
      expect(headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
      expect(headers.get("x-content-type-options")).toBe("nosniff");
      expect(headers.get("cache-control")).toBe("no-store");
      expect(headers.has("access-control-allow-origin")).toBe(false);
    }
    const page = await project.get("/");
    expect(page.headers.get("content-security-policy")).toMatch(/script-src 'sha256-[^;]+'; .*connect-src 'self'/);
    expect(await page.text()).not.toContain("Content-Security-Policy");
  });
});

describe("evaluations that were kept", () => {
  const folder = () => join(project.configDir, ".axis", "evaluations");

  test("rows are counted while they come, and the page is listed when it is there", async () => {
    rmSync(folder(), { recursive: true, force: true });
    mkdirSync(folder());
    writeFileSync(join(folder(), "answers.jsonl"), "{}\n{}\n{half");
    const listed = async () => (await json<ListingIndex>("/index")).listing.evaluations;
    expect(await listed()).toMatchObject([{ name: "answers", isWritten: false, rows: 2 }]);
    appendFileSync(join(folder(), "answers.jsonl"), "}\n");
    expect(await listed()).toMatchObject([{ rows: 3 }]);
    writeFileSync(join(folder(), "answers.html"), "");
    expect(await listed()).toMatchObject([{ name: "answers", isWritten: true, rows: null }]);
  });

  test("of a page only its data is served: whatever else stands in the file is left out", async () => {
    const index = await packBlock("index", JSON.stringify({ evaluation: {} }));
    const rows = await packBlock("rows.0", "[]");
    const planted = `<script>alert(1)</script><script type="text/plain" id="x">not base64</script>\n`;
    writeFileSync(join(folder(), "answers.html"), `<html>${planted}${index.text}${planted}${rows.text}</html>`);
    const answer = await project.get("/evaluations/answers/");
    const text = await answer.text();
    expect(text).toContain(index.text);
    expect(text).toContain(rows.text);
    expect(text).not.toContain("alert(1)");
    expect(text).not.toContain("not base64");
    expect(answer.headers.get("content-security-policy")).not.toContain("connect-src");
    writeFileSync(join(folder(), "foreign.html"), planted);
    expect(await statusOf("/evaluations/foreign/")).toBe(404);
  });
});
