import { once } from "node:events";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { request, type IncomingMessage } from "node:http";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { ReviewLabel } from "../../core/review/review-label.ts";
import type { LabelAnswer, ReviewAnswer } from "../../report/review/review-answer.ts";
import { sampleScore } from "../../store/sample-result.fixture.ts";
import { type Listening, listen } from "../listen.ts";
import { createViewApp } from "./view-app.ts";
import { openViewedProject, type StartedReport, type ViewedProject } from "./viewed-project.fixture.ts";

let project: ViewedProject;
let report: StartedReport;
let served: Listening;
let readOnly: Listening;
let token: string;

const criterion = (check: string, score: number, by: "judge" | "verify") => ({
  check,
  weight: 0.5,
  score,
  rationale: "names the renewal in general",
  by,
});

beforeAll(async () => {
  project = await openViewedProject();
  report = await project.begin(["a", "b"]);
  const score = sampleScore(80);
  const criteria = [criterion("The README says how", 8, "judge"), criterion("Tests pass", 10, "verify")];
  const judged = { ...score, goalAchievement: { ...score.goalAchievement, criteria } };
  await report.finished("a", { score: judged });
  await report.finished("b");
  await report.close("complete");
  const now = () => new Date("2026-03-04T06:00:00.000Z");
  const deps = { configDir: project.configDir, project: "sample", person: "ann", now, onDefect: () => {} };
  served = await listen(await createViewApp(deps), { host: "127.0.0.1", port: 0 });
  readOnly = await listen(await createViewApp({ ...deps, isReadOnly: true }), { host: "127.0.0.1", port: 0 });
  const page = await (await fetch(`http://127.0.0.1:${served.port}/reports/${report.id}/`)).text();
  token = /id="label-token">([\w-]{43})</.exec(page)?.[1] ?? "";
});
afterAll(async () => {
  await served[Symbol.asyncDispose]();
  await readOnly[Symbol.asyncDispose]();
  await project[Symbol.asyncDispose]();
});

const file = () => join(project.configDir, ".axis", "labels.jsonl");
const stored = () => (existsSync(file()) ? readFileSync(file(), "utf8") : "");
beforeEach(() => rmSync(file(), { force: true }));

const body = (parts: object = {}) => ({ report: report.id, id: "run_a", checkIndex: 0, human: "fail", ...parts });

interface Sent {
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly text?: string;
  readonly path?: string;
  readonly server?: Listening;
}

/** Sends a label as a page of the server would; `headers` replace or remove what it sends. */
async function post(value: object, { headers = {}, text, path = "/labels", server = served }: Sent = {}) {
  const { port } = server;
  const content = text ?? JSON.stringify(value);
  const all = {
    Host: `127.0.0.1:${port}`,
    Origin: `http://127.0.0.1:${port}`,
    "Sec-Fetch-Site": "same-origin",
    "Content-Type": "application/json",
    "X-Axis-Token": token,
    ...headers,
  };
  const given = Object.entries(all).flatMap(([name, field]) => (field === undefined ? [] : [[name, field] as const]));
  const sending = request({ host: "127.0.0.1", port, path, method: "POST", headers: Object.fromEntries(given) });
  sending.end(content);
  const [answer] = (await once(sending, "response")) as [IncomingMessage];
  let read = "";
  for await (const chunk of answer) read += String(chunk);
  return { status: answer.statusCode, body: JSON.parse(read) as unknown, headers: answer.headers };
}

describe("a label from a page of this server", () => {
  test("is kept with what the judge said, who gave it and when; the answer has the new agreement", async () => {
    const { status, body: answer } = await post(body({ notes: "says nothing about renewal" }));
    expect(status).toBe(201);
    const label: ReviewLabel = {
      id: "run_a",
      scenario: "a",
      agent: "echo",
      trial: 1,
      report: report.id,
      check: "The README says how",
      checkIndex: 0,
      judge: 0.8,
      passFrom: 0.75,
      decidedBy: "judge",
      reason: "names the renewal in general",
      human: "fail",
      notes: "says nothing about renewal",
      by: "ann",
      at: "2026-03-04T06:00:00.000Z",
    };
    expect((answer as LabelAnswer).label).toEqual(label);
    expect((answer as LabelAnswer).agreement).toMatchObject({ labels: 1, tooLenient: 1 });
    expect(JSON.parse(stored())).toEqual(label);
  });

  test("can be about a step, a verified check, a whole run, or an item of an evaluation", async () => {
    const item = { evaluation: "e", item: "1", metric: "m", judge: 0.4, passFrom: 0.5, human: "pass" };
    const { checkIndex: _index, ...run } = body();
    for (const value of [body({ checkIndex: 1 }), { ...run, step: 3 }, run, item])
      expect((await post(value)).status).toBe(201);
    expect(stored().trim().split("\n")).toHaveLength(4);
  });

  test("takes its check out of the queue, and undoing puts it back", async () => {
    const waiting = async () => {
      const answer = await fetch(`http://127.0.0.1:${served.port}/reports/${report.id}/review`);
      const { items, labels } = (await answer.json()) as ReviewAnswer;
      return [items.map(({ check }) => check), labels.map(({ human }) => human)];
    };
    expect(await waiting()).toEqual([["The README says how"], []]);
    await post(body());
    expect(await waiting()).toEqual([[], ["fail"]]);
    await post(body({ human: "withdrawn" }));
    expect(await waiting()).toEqual([["The README says how"], []]);
    expect(stored().trim().split("\n")).toHaveLength(2);
  });

  test("says nothing about a run, a check or a report that is not there", async () => {
    for (const wrong of [{ id: "run_x" }, { checkIndex: 9 }, { report: "2000-01-01-000000" }, { report: "../../x" }])
      expect((await post(body(wrong))).status).toBe(404);
    expect(stored()).toBe("");
  });
});

describe("whatever else asks to write", () => {
  const outside = "http://evil.example";
  test.each<[string, Sent["headers"], number]>([
    ["a page of another origin", { Origin: outside }, 403],
    ["a page of another port of this machine", { Origin: "http://127.0.0.1:1" }, 403],
    ["a request without an origin", { Origin: undefined }, 403],
    ["a sandboxed page", { Origin: "null" }, 403],
    ["a request that the browser calls cross-site", { "Sec-Fetch-Site": "cross-site" }, 403],
    ["a request that the browser calls same-site", { "Sec-Fetch-Site": "same-site" }, 403],
    ["a request that a proxy passes on", { "X-Forwarded-For": "10.0.0.1" }, 403],
    ["a request to a foreign host name", { Host: "evil.example", Origin: outside }, 421],
    ["a request without the token", { "X-Axis-Token": undefined }, 401],
    ["a request with a wrong token", { "X-Axis-Token": "x".repeat(43) }, 401],
    ["a form", { "Content-Type": "application/x-www-form-urlencoded" }, 415],
    ["plain text", { "Content-Type": "text/plain" }, 415],
    ["a body without a type", { "Content-Type": undefined }, 415],
    ["compressed JSON", { "Content-Encoding": "gzip" }, 415],
  ])("%s is refused, and nothing is written", async (_, headers, status) => {
    expect((await post(body(), { headers: headers ?? {} })).status).toBe(status);
    expect(stored()).toBe("");
  });

  test.each<[string, string, number]>([
    ["a body that is too large", JSON.stringify({ notes: "x".repeat(40_000) }), 413],
    ["a body that is nested too deep", `${"[".repeat(20)}${"]".repeat(20)}`, 400],
    ["a body that is not JSON", "{oops", 400],
    ["a body with a key of prototypes", '{"__proto__":{"human":"pass"}}', 400],
    ["a label without a verdict", '{"report":"r","id":"run_a"}', 400],
    ["a label with an unknown field", '{"report":"r","id":"run_a","human":"pass","judge":1}', 400],
  ])("%s is refused", async (_, text, status) => {
    expect((await post({}, { text })).status).toBe(status);
    expect(stored()).toBe("");
  });

  test("no other address takes a POST, and no other method is allowed", async () => {
    for (const path of ["/", "/index", `/reports/${report.id}/review`, "/labels/"])
      expect((await post(body(), { path })).status).toBe(405);
    for (const method of ["PUT", "DELETE", "PATCH"])
      expect((await fetch(`http://127.0.0.1:${served.port}/labels`, { method })).status).toBe(405);
  });

  test("no other origin may read an answer, so none can read the token", async () => {
    const headers = { Origin: outside };
    for (const path of ["/", `/reports/${report.id}/`, `/reports/${report.id}/review`]) {
      const answer = await fetch(`http://127.0.0.1:${served.port}${path}`, { headers });
      expect(answer.headers.has("access-control-allow-origin")).toBe(false);
      expect(answer.headers.get("cross-origin-resource-policy")).toBe("same-origin");
      expect(answer.headers.get("cache-control")).toBe("no-store");
    }
  });
});

describe("with --read-only", () => {
  test("pages have no token, and the address for labels does not exist", async () => {
    const page = await (await fetch(`http://127.0.0.1:${readOnly.port}/reports/${report.id}/`)).text();
    expect(page.includes(`id="label-token"`)).toBe(false);
    const { port } = readOnly;
    const headers = { Host: `127.0.0.1:${port}`, Origin: `http://127.0.0.1:${port}` };
    expect((await post(body(), { server: readOnly, headers })).status).toBe(404);
    expect(stored()).toBe("");
  });

  test("the queue can still be read", async () => {
    const answer = await fetch(`http://127.0.0.1:${readOnly.port}/reports/${report.id}/review`);
    expect(((await answer.json()) as ReviewAnswer).waiting).toBe(1);
  });
});

test("/review/ leads to the newest report", async () => {
  const answer = await fetch(`http://127.0.0.1:${served.port}/review/`, { redirect: "manual" });
  expect([answer.status, answer.headers.get("location")]).toEqual([302, `/reports/${report.id}/#/review`]);
});
