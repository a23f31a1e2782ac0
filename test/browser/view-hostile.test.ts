/** Hostile text in everything that `axis view` reads, seen in a real browser over HTTP. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { PlanDocument } from "../../src/core/plan.ts";
import type { Report } from "../../src/core/report.ts";
import { type Listening, listen } from "../../src/server/listen.ts";
import { createViewApp } from "../../src/server/view/view-app.ts";
import { formatRecord } from "../../src/store/journal/journal-record.ts";
import { takeLock } from "../../src/store/disk/lock.ts";
import { useBrowser } from "./browser-test.ts";
import { calm, hostilePatch, patchWith, runWith, unfold } from "./hostile-run.ts";
import { payloads } from "./payloads.ts";
import { reportOf } from "./sample-page.ts";
import { fetchAnew } from "../fixtures/fetch-anew.ts";

const open = useBrowser();
const all = payloads.join("\n");
const at = "2026-06-12T20:58:16.000Z";

const folder = mkdtempSync(join(tmpdir(), "axis-view-hostile-"));
const ends: AsyncDisposable[] = [];
const defects: unknown[] = [];
let served: { readonly hostile: Listening; readonly calm: Listening };
let runId: string;

beforeAll(async () => {
  served = { hostile: await serve("hostile", all), calm: await serve("calm", calm) };
});
afterAll(async () => {
  for (const each of ends) await each[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

/** A project in which everything that can be written by others is this text. */
async function serve(name: string, text: string): Promise<Listening> {
  const configDir = join(folder, name);
  const reports = join(configDir, ".axis", "reports");
  const write = (path: string, content: string) => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
  };
  const detail = await runWith(text);
  ({ runId } = detail);
  const whole = { ...reportOf([detail], { name: text, timestamp: text }), reportId: "whole" };
  write(join(reports, "whole", "report.json"), JSON.stringify(whole));
  write(join(reports, "whole", detail.file), JSON.stringify(detail));
  write(join(reports, "whole", hostilePatch.file), patchWith(text));
  for (const file of ["a.html", "x.svg"]) write(join(reports, "whole", file), text);
  // Lines are cut, so that of a long text only the beginning is shown: each payload is also tried alone.
  const alone = name === "hostile" ? payloads.filter((_, index) => index % 7 === 0) : [];
  for (const [index, payload] of alone.entries())
    write(
      join(reports, `alone-${index}`, "report.json"),
      JSON.stringify({ ...whole, name: payload, timestamp: payload, reportId: `alone-${index}` }),
    );
  const going: Report = { ...reportOf([detail], { name: text }), reportId: "going", state: "running" };
  write(join(reports, "going", "report.json"), JSON.stringify(going));
  write(join(reports, "going", "journal.ndjson"), journalWith([text, ...alone]));
  write(join(reports, "broken", "report.json"), `{"version": ${JSON.stringify(text)}}`);
  ends.push(await takeLock(join(reports, "going"), { name: "going", code: "report-locked", onWarning: () => {} }));
  const app = await createViewApp({ configDir, project: text, onDefect: (error) => defects.push(error) });
  const listening = await listen(app, { host: "127.0.0.1", port: 0 });
  ends.push(listening);
  return listening;
}

/** Cells are keys and names that were checked, but a journal is only a file. */
function journalWith(texts: readonly string[]): string {
  const [text = ""] = texts;
  const cell = (trial: number) => ({ scenario: text, agent: text, trial });
  const cells = [cell(1), cell(2), ...texts.map((each) => ({ scenario: `another ${each}`, agent: each, trial: 1 }))];
  const digests = { axis: text, settings: text, scenarios: {}, agents: {} };
  const plan: PlanDocument = { cells, trials: 2, skipped: 0, scored: true, digests };
  const lines = [
    { seq: 1, at, step: { type: "plan" as const, data: { plan, timestamp: text, pid: 1 } } },
    { seq: 2, at: text, step: { type: "attempt-started" as const, data: { cell: cell(1), attempt: 2, runId: text } } },
  ];
  return lines.map((line) => formatRecord(line, (each) => each)).join("");
}

async function look({ port }: Listening, place: string) {
  const watched = await open(`http://127.0.0.1:${port}${place.replace("RUN", encodeURIComponent(runId))}`);
  await watched.page.locator("h1").waitFor();
  await unfold(watched.page);
  const elements = await watched.page.evaluate(() => [
    ...new Set([...document.querySelectorAll("body *, head *")].map((element) => element.tagName.toLowerCase())),
  ]);
  const pwned = await watched.page.evaluate(() => (window as unknown as { pwned?: unknown }).pwned);
  const body = (await watched.page.textContent("#app")) ?? "";
  await watched.page.context().close();
  return { wrongs: watched.wrongs, elements, pwned, body };
}

test.each([["/"], ["/reports/whole/"], ["/reports/whole/#/run/0/RUN"], ["/reports/going/"]])(
  "whatever is read for %s, it is only ever text",
  async (place) => {
    const [quiet, hostile] = [await look(served.calm, place), await look(served.hostile, place)];
    expect(hostile.pwned).toBeUndefined();
    expect(hostile.wrongs).toEqual([]);
    expect(quiet.wrongs).toEqual([]);
    expect(hostile.elements.filter((name) => !quiet.elements.includes(name))).toEqual([]);
    expect(hostile.body).not.toMatch(/[\u202A-\u202E\u2066-\u2069\u200B\u001B\u0000]/);
    expect(hostile.body).toContain("<script>");
    expect(defects).toEqual([]);
  },
);

test("an artifact that is opened by its address runs nothing", async () => {
  const { port } = served.hostile;
  const path = `/reports/whole/runs/${runId}/artifacts/x.svg`;
  const answer = await fetchAnew(`http://127.0.0.1:${port}${path}`);
  expect(await answer.text()).toBe(Buffer.from(all).toString());
  const watched = await open(`http://127.0.0.1:${port}/`);
  const [saved] = await Promise.all([
    watched.page.waitForEvent("download"),
    // A navigation that becomes a download is not one that ends.
    watched.page.goto(`http://127.0.0.1:${port}${path}`).catch(() => null),
  ]);
  expect(saved.url()).toContain("x.svg");
  expect(await watched.page.evaluate(() => "pwned" in window)).toBe(false);
});
