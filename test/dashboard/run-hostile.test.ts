import { afterAll, beforeAll, expect, test } from "vitest";
import type { RunDetail } from "../../src/core/report/run-detail.ts";
import { calm, entriesWith, hostilePatch, patchWith, runWith, unfold } from "../browser/hostile-run.ts";
import { payloads, script } from "../browser/payloads.ts";
import { carded } from "../browser/sample-card.ts";
import { type DashboardWorld, openDashboard, useDashboardBrowser } from "./dashboard-world.ts";
import { addEntries, begunRun, recordedRun } from "./recorded-run.ts";

const open = useDashboardBrowser();

let served: DashboardWorld;
beforeAll(async () => {
  served = await openDashboard();
});
afterAll(async () => {
  expect(served.world.defects).toEqual([]);
  await served[Symbol.asyncDispose]();
});

// A database holds no lone surrogate and no NUL; everything else comes through as it is.
const all = payloads.join("\n").replaceAll("\u0000", "").toWellFormed();
/** Names and paths are what a database takes. */
async function storableRun(text: string): Promise<RunDetail> {
  const artifacts = [
    { path: "<img src=x onerror=alert(1)>.html", size: 3, mimeType: text, file: "a.html" },
    { path: "x.svg", size: 3, mimeType: "image/svg+xml", file: "x.svg" },
    { path: "gone", size: 3, mimeType: text, skipped: text },
  ];
  const names = { scenarioKey: text.slice(0, 400), agentName: text.slice(0, 400) };
  return carded(await runWith(text, { ...names, artifacts }), { tail: text });
}

async function look(hash: string, ready: string) {
  const { page, wrongs } = await open(`${served.address}#/${hash}`);
  await page.locator(ready).first().waitFor();
  await unfold(page);
  const seen = await page.evaluate(() => ({
    elements: [...new Set([...document.querySelectorAll("*")].map((element) => element.tagName.toLowerCase()))],
    pwned: (window as unknown as { pwned?: unknown }).pwned,
    links: [...document.querySelectorAll("a[href]")].map((link) => link.getAttribute("href") ?? ""),
    body: document.getElementById("app")?.textContent ?? "",
  }));
  await page.context().close();
  return { ...seen, wrongs };
}

/** What hostile text may not do, measured by what calm text does at the same place. */
async function expectInert(hashOf: (text: string) => Promise<string>, ready: string): Promise<string> {
  const tame = await look(await hashOf(calm), ready);
  const hostile = await look(await hashOf(all), ready);
  expect(hostile.pwned).toBeUndefined();
  expect(hostile.wrongs).toEqual([]);
  expect(hostile.elements.filter((name) => !tame.elements.includes(name))).toEqual([]);
  expect(hostile.links.filter((href) => !/^(?:#|https:\/\/example\.com\/$)/.test(href))).toEqual([]);
  expect(hostile.body).not.toMatch(/[\u202A-\u202E\u2066-\u2069\u200B\u001B\u0000]/);
  expect(tame.wrongs).toEqual([]);
  return hostile.body;
}

const files = (text: string) => ({ "a.html": text, "x.svg": text, [hostilePatch.file]: patchWith(text) });

test("hostile text in every field of a run is only ever text, and can be read", async () => {
  const body = await expectInert(
    async (text) => `runs/${await recordedRun(served.world, await storableRun(text), files(text))}`,
    "#how",
  );
  expect(body).toContain(`<img src=x onerror="${script}">`);
  expect(body).toContain("\\u{202e}txt.exe");
});

test("hostile text in two runs side by side is only ever text", async () => {
  await expectInert(async (text) => {
    const detail = await storableRun(text);
    const a = await recordedRun(served.world, detail, files(text));
    const b = await recordedRun(served.world, detail, files(text));
    return `compare/${a}/${b}`;
  }, "#calls");
});

test("hostile text in the transcript of a run that goes on is only ever text", async () => {
  const body = await expectInert(async (text) => {
    const id = await begunRun(served.world, { scenarioKey: text.slice(0, 400), agentName: text.slice(0, 400) });
    await addEntries(served.world, id, { first: 0, entries: entriesWith(text) });
    return `runs/${id}`;
  }, "#transcript .item");
  expect(body).toContain("\\u{202e}txt.exe");
});
