import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { fetchRaw } from "./server-dispatcher.ts";
import { fetchArtifact, fetchDetail, fetchGateLog, fetchPatch, fetchTranscript } from "./fetch-run.ts";
import { ServerClient } from "./server-client.ts";

const entry = (text: string) => ({ type: "assistant", timestamp: "2026-01-02T03:04:05.000Z", text });
const line = (index: number) => `${JSON.stringify({ index, event: entry(`ü ${index}`) })}\n`;

/** Answers by path and query; what is not there is 404. */
async function openServer(answers: Readonly<Record<string, (response: ServerResponse) => void>>) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const address = decodeURIComponent(request.url ?? "");
    asked.push(address);
    const answer = answers[address];
    if (answer !== undefined) return answer(response);
    response.writeHead(404, { "content-type": "application/json" });
    response.end(JSON.stringify({ error: { code: "not-found", message: "nothing" } }));
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const base = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  const client = new ServerClient({ base, token: "axis_token" }, async () => {});
  return {
    client,
    asked,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function all<T>(lines: AsyncIterable<T> | undefined): Promise<T[] | undefined> {
  if (lines === undefined) return undefined;
  const read: T[] = [];
  for await (const each of lines) read.push(each);
  return read;
}

test("a transcript that breaks off within a line is gone on with after the last whole one", async () => {
  await using server = await openServer({
    "/v1/runs/run_1/transcript?after=-1": (response) => {
      response.write(line(0) + line(1).slice(0, -9), () => response.socket?.destroySoon());
    },
    "/v1/runs/run_1/transcript?after=0": (response) => void response.end(line(1) + line(2)),
  });
  const entries = await fetchTranscript(server.client, "run_1");
  expect(entries.map((each) => ("text" in each ? each.text : null))).toEqual(["ü 0", "ü 1", "ü 2"]);
});

test("numbers may begin later, where an earlier try came to nothing", async () => {
  await using server = await openServer({
    "/v1/runs/run_1/transcript?after=-1": (response) => {
      response.write(line(40));
      setTimeout(() => response.socket?.destroy(), 50);
    },
    "/v1/runs/run_1/transcript?after=40": (response) => void response.end(line(41)),
  });
  const entries = await fetchTranscript(server.client, "run_1");
  expect(entries.map((each) => ("text" in each ? each.text : null))).toEqual(["ü 40", "ü 41"]);
});

test.each([
  ["an event is missing", line(0) + line(2), "is missing event 1"],
  ["a line is no event", '{"index":0,"event":{"type":"surprise"}}\n', "type"],
])("where %s, nothing is made up", async (_, text, words) => {
  await using server = await openServer({
    "/v1/runs/run_1/transcript?after=-1": (response) => void response.end(text),
  });
  await expect(fetchTranscript(server.client, "run_1")).rejects.toThrow(words);
});

test("an artifact is found by its path, and may be gone", async () => {
  await using server = await openServer({
    "/v1/runs/run_1/artifacts/out/a b#?.txt": (response) => void response.end("made"),
  });
  const bytes = await fetchArtifact(server.client, "run_1", "out/a b#?.txt");
  expect(Buffer.from(bytes ?? []).toString()).toBe("made");
  expect(await fetchArtifact(server.client, "run_1", "none")).toBeUndefined();
});

test("a diff may be there or not", async () => {
  await using server = await openServer({ "/v1/runs/run_1/patch": (response) => void response.end("diff ü") });
  expect(Buffer.from((await fetchPatch(server.client, "run_1")) ?? []).toString()).toBe("diff ü");
  expect(await fetchPatch(server.client, "run_2")).toBeUndefined();
});

test("what a gate printed may be there or not", async () => {
  await using server = await openServer({ "/v1/runs/run_1/gates/unit.test/2": (response) => void response.end("red") });
  const log = await fetchGateLog(server.client, "run_1", { gate: "unit.test", execution: 2 });
  expect(Buffer.from(log ?? []).toString()).toBe("red");
  expect(await fetchGateLog(server.client, "run_1", { gate: "unit.test", execution: 3 })).toBeUndefined();
});

test("what an agent printed comes line by line as it stands, and may be missing", async () => {
  const lines = ["\uFEFFfirst", "", "a\rb", "\u2028", "ü".repeat(100_000)];
  await using server = await openServer({
    "/v1/runs/run_1/raw": (response) => void response.end(`${lines.join("\n")}\ncut off`),
    "/v1/runs/run_2/raw": (response) => void response.end(""),
  });
  expect(await all(await fetchRaw(server.client, "run_1"))).toEqual([...lines, "cut off"]);
  expect(await all(await fetchRaw(server.client, "run_2"))).toEqual([]);
  expect(await fetchRaw(server.client, "run_3")).toBeUndefined();
});

test("output that breaks off is gone on with after the last whole line, and no line comes twice", async () => {
  let asked = 0;
  await using server = await openServer({
    "/v1/runs/run_1/raw": (response) => {
      asked += 1;
      if (asked === 3) return void response.end("one\ntwo\nthree\n");
      response.write(asked === 1 ? "one\ntw" : "one\ntwo\n", () => response.socket?.destroySoon());
    },
  });
  expect(await all(await fetchRaw(server.client, "run_1"))).toEqual(["one", "two", "three"]);
  expect(asked).toBe(3);
});

test.each([
  [{ axis_result_document: { error: "The bundle is broken" } }, "ok", "The bundle is broken"],
  [{ axis_result_document: null }, "worker-lost", "every worker that took the run was lost"],
  [{ axis_result_document: null }, "internal", "the run ended as internal"],
])("a run without a record says why: %j, %s", async (document, reason, why) => {
  await using server = await openServer({
    "/v1/runs/run_1": (response) => void response.end(JSON.stringify(document)),
  });
  const run = { id: "run_1", status: "finished", attempt: 1, reason } as const;
  await expect(fetchDetail(server.client, run)).rejects.toThrow(why);
});
