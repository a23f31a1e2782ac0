import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { ServerClient } from "./server-client.ts";
import { ServerUnavailable, ServerRefusal } from "./server-errors.ts";

type Answer = (response: ServerResponse, request: IncomingMessage) => void;

/** Gives these answers one after the other, the last one for ever; remembers who asked and how long was waited. */
async function openServer(...answers: readonly Answer[]) {
  const asked: IncomingMessage[] = [];
  const pauses: number[] = [];
  const server = createServer((request, response) => {
    asked.push(request);
    request.resume();
    request.on("end", () => answers[Math.min(asked.length, answers.length) - 1]?.(response, request));
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const base = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/below/`);
  const client = new ServerClient({ base, token: "axis_token" }, async (ms) => void pauses.push(ms));
  return {
    client,
    asked,
    pauses,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function says(status: number, code: string, headers: Record<string, string> = {}): Answer {
  return (response) => {
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(JSON.stringify({ error: { code, message: `it is ${code}` }, request_id: "req_1" }));
  };
}

const fine: Answer = (response) => void response.end('{"fine":true}');
const breaks: Answer = (response) => {
  response.writeHead(200, { "content-length": "1000" });
  response.write('{"fi');
  response.socket?.destroy();
};

const ask = { method: "GET", path: "v1/runs", query: { report: "a b&c" } } as const;

test("asks below the address, with the token in the header alone", async () => {
  await using server = await openServer(fine);
  expect(await server.client.json(ask)).toEqual({ fine: true });
  expect(server.asked[0]?.url).toBe("/below/v1/runs?report=a+b%26c");
  expect(server.asked[0]?.headers.authorization).toBe("Bearer axis_token");
});

test("is told to come later, and comes later, as often as it is told", async () => {
  const later = says(429, "rate-limited", { "retry-after": "7" });
  const under = says(409, "idempotency-in-progress", { "retry-after": "1" });
  await using server = await openServer(later, later, under, says(429, "rate-limited"), fine);
  expect(await server.client.json(ask)).toEqual({ fine: true });
  expect(server.pauses).toEqual([7_000, 7_000, 1_000, 1_000]);
});

test("a server that is away is waited for, longer each time, when there is patience", async () => {
  await using server = await openServer(says(503, "store-unavailable"), says(502, "x"), breaks, breaks, fine);
  expect(await server.client.json({ ...ask, patienceMs: 60_000 })).toEqual({ fine: true });
  expect(server.pauses).toEqual([250, 500, 1_000, 2_000]);
});

test("without patience it is said at once that it is away", async () => {
  await using server = await openServer(says(503, "store-unavailable"), fine);
  await expect(server.client.json(ask)).rejects.toThrow(ServerUnavailable);
  const nobody = new ServerClient({ base: new URL("http://127.0.0.1:1/"), token: "axis_token" });
  await expect(nobody.json(ask)).rejects.toMatchObject({ code: "store-unavailable" });
});

test.each([
  [401, "token-invalid", "does not accept the token in AXIS_TOKEN"],
  [403, "scope-missing", "does not allow this"],
  [404, "run-not-found", "refused (run-not-found)"],
  [409, "run-exists", "refused (run-exists)"],
  [422, "unknown-agent", "it is unknown-agent"],
])("%i is final and a mistake of the user, without the token in it", async (status, code, words) => {
  await using server = await openServer(says(status, code), fine);
  const error = await server.client.json({ ...ask, patienceMs: 60_000 }).catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(ServerRefusal);
  expect(error).toMatchObject({ code: "server-refused", status, problem: code });
  expect(String(error)).toContain(words);
  expect(String(error)).not.toContain("axis_token");
  expect(server.asked).toHaveLength(1);
});

test("an answer that is not ours is told by its status", async () => {
  await using server = await openServer((response) => void response.writeHead(404).end("<html>"));
  await expect(server.client.json(ask)).rejects.toThrow("status 404");
});

test("a redirect is not followed: the token stays here", async () => {
  await using server = await openServer((response) => {
    response.writeHead(307, { location: "/elsewhere" });
    response.end();
  }, fine);
  await expect(server.client.json(ask)).rejects.toThrow(ServerUnavailable);
  expect(server.asked).toHaveLength(1);
});

test("a mistake in reading the answer is not taken for a server that is away", async () => {
  await using server = await openServer(fine);
  const read = () => Promise.reject(new RangeError("too short"));
  await expect(server.client.send({ ...ask, patienceMs: 60_000 }, read)).rejects.toThrow(RangeError);
});

test("what is sent as a stream is made anew for every try", async () => {
  await using server = await openServer(says(503, "store-unavailable"), fine);
  let made = 0;
  const content = () => {
    made += 1;
    return ReadableStream.from([Buffer.from("bytes")]);
  };
  await server.client.json({ method: "PUT", path: "x", content, patienceMs: 60_000 });
  expect(made).toBe(2);
});
