import { expect, test } from "vitest";
import { withStoredFallback } from "../scope.ts";
import type { RunFiles } from "./run-files.ts";

const run = { runId: "run_1", attempt: 1, reportId: "r" };
const part = { after: -1, limit: 10 };

function filesWith(text: string | null, whenNone: "gone" | "empty"): RunFiles {
  const entry = { path: "a", bytes: 1, mediaType: "text/plain" };
  const none = whenNone === "gone" ? ("gone" as const) : [];
  return {
    events: async () => (text === null ? none : [{ index: 0, event: text }]),
    artifacts: async () => (text === null ? none : [{ ...entry, path: text }]),
    artifact: async () => (text === null ? "gone" : { ...entry, path: text, content: async function* () {} }),
    patch: async () => (text === null ? "gone" : { ...entry, path: text, content: async function* () {} }),
    log: async () => (text === null ? "gone" : { ...entry, path: text, content: async function* () {} }),
    detail: async () => (text === null ? "gone" : Buffer.from(text)),
    hasPage: async () => text !== null,
    page: async () => "gone",
    pagePart: async () => "gone",
  };
}

async function seen(report: string | null, stored: string | null) {
  const files = withStoredFallback(filesWith(report, "gone"), filesWith(stored, "empty"));
  const events = await files.events(run, part);
  const artifacts = await files.artifacts(run);
  const artifact = await files.artifact(run, "a");
  const patch = await files.patch(run);
  const detail = await files.detail(run);
  return [
    events === "gone" ? events : events.map(({ event }) => event),
    artifacts === "gone" ? artifacts : artifacts.map(({ path }) => path),
    artifact === "gone" ? artifact : artifact?.path,
    patch === "gone" ? patch : patch?.path,
    detail === "gone" ? detail : String(detail),
  ];
}

test("the report wins; until it has the run, the database is read; without either it is gone", async () => {
  expect(await seen("report", "stored")).toEqual([["report"], ["report"], "report", "report", "report"]);
  expect(await seen(null, "stored")).toEqual([["stored"], ["stored"], "stored", "stored", "stored"]);
  expect(await seen(null, null)).toEqual(["gone", "gone", "gone", "gone", "gone"]);
});

test("a diff that is kept longer than the transcript is found without it", async () => {
  const stored = { ...filesWith(null, "empty"), patch: filesWith("stored", "gone").patch };
  expect(await withStoredFallback(filesWith(null, "gone"), stored).patch(run)).toMatchObject({ path: "stored" });
});

test("a page is there where either of them has one", async () => {
  const has = (report: string | null, stored: string | null) =>
    withStoredFallback(filesWith(report, "gone"), filesWith(stored, "empty")).hasPage(run);
  expect([await has("a", null), await has(null, "a"), await has(null, null)]).toEqual([true, true, false]);
});

test("what moved into the report while it was looked for is found there", async () => {
  let looks = 0;
  const report = { ...filesWith("report", "gone"), page: async () => (looks++ === 0 ? ("gone" as const) : undefined) };
  expect(await withStoredFallback(report, filesWith(null, "empty")).page(run)).toBeUndefined();
});
