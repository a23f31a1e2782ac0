import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import type { ModelCall } from "../../core/model/model-call.ts";
import type { ScriptFault } from "../../testing/scripted-model/script.ts";
import { ask, openScriptedGateway, realKey, wireKeys, type WireKey } from "./gateway.fixture.ts";
import { openGateway } from "./gateway.ts";

type Fault = Omit<ScriptFault, "step" | "request"> & ScriptFault;
const withFault = (fault: Fault) => ({ steps: [{ text: "A longer answer, in several pieces." }], faults: [fault] });

/** A provider that the script cannot play. */
async function openProvider(listener: RequestListener) {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { url, [Symbol.asyncDispose]: close };
}

/** Reads an answer that may be cut. */
async function readAll(answer: Promise<Response>): Promise<string> {
  const got = await answer.catch(() => null);
  return got === null ? "no answer" : await got.text().catch(() => "cut");
}

const cases: readonly [fault: Fault, ending: ModelCall["ending"], status: number | null, attempts: number][] = [
  [{ kind: "status", status: 401 }, "status", 401, 1],
  [{ kind: "status", status: 400 }, "status", 400, 1],
  [{ kind: "status", status: 429, retryAfterSeconds: 0 }, "status", 429, 3],
  [{ kind: "status", status: 500 }, "status", 500, 1],
  [{ kind: "status", status: 503 }, "status", 503, 3],
  [{ kind: "status", status: 529 }, "status", 529, 3],
  [{ kind: "drop" }, "dropped", null, 3],
  [{ kind: "drop-mid-stream" }, "dropped", 200, 1],
  [{ kind: "garbage" }, "unreadable", 200, 1],
];

test.each(wireKeys.flatMap((wire) => cases.map(([fault, ...expected]) => ({ wire, fault, expected }))))(
  "$wire: $fault is recorded as $expected",
  async ({ wire, fault, expected: [ending, status, attempts] }) => {
    await using opened = await openScriptedGateway(withFault(fault));
    await readAll(ask(opened.gateway, wire, { stream: true }));
    await expect.poll(() => opened.gateway.calls).toMatchObject([{ ending, status, attempts, offersTools: true }]);
  },
);

test.each(wireKeys)("%s: a whole answer that is cut is recorded as dropped", async (wire) => {
  await using opened = await openScriptedGateway(withFault({ kind: "drop-mid-stream" }));
  expect(await readAll(ask(opened.gateway, wire))).toBe("cut");
  await expect.poll(() => opened.gateway.calls).toMatchObject([{ ending: "dropped" }]);
});

test("a single refusal and a single drop are retried, and the program never sees them", async () => {
  for (const fault of [{ kind: "status", status: 429, retryAfterSeconds: 0 }, { kind: "drop" }] as const) {
    await using opened = await openScriptedGateway(withFault({ ...fault, times: 1 }));
    expect((await ask(opened.gateway, "anthropic")).status).toBe(200);
    await expect.poll(() => opened.gateway.calls).toMatchObject([{ ending: "complete", attempts: 2 }]);
  }
});

test("the wait that a provider asks for is waited, reported and counted", async () => {
  const fault = { kind: "status", status: 429, retryAfterSeconds: 0.05, times: 2 } as const;
  const waits: string[] = [];
  const onWait = () => {
    waits.push("begin");
    return { [Symbol.dispose]: () => void waits.push("end") };
  };
  await using opened = await openScriptedGateway(withFault(fault), { onWait });
  expect((await ask(opened.gateway, "chat")).status).toBe(200);
  await expect.poll(() => opened.gateway.calls).toMatchObject([{ ending: "complete", attempts: 3 }]);
  expect(opened.gateway.calls[0]?.waitedMs).toBeGreaterThanOrEqual(95);
  expect(waits).toEqual(["begin", "end", "begin", "end"]);
});

test("a refusal that asks for more than five minutes is passed on at once", async () => {
  await using opened = await openScriptedGateway(withFault({ kind: "status", status: 429, retryAfterSeconds: 3600 }));
  expect((await ask(opened.gateway, "anthropic")).headers.get("retry-after")).toBe("3600");
  expect(opened.gateway.calls).toMatchObject([{ status: 429, attempts: 1 }]);
});

test("refusals and answers are told to the pace that all users of the key share", async () => {
  const seen: string[] = [];
  const pace = (provider: string) => ({
    waitUntilOpen: async () => void seen.push(`${provider} waits`),
    recordRefusal: (waitMs = 0) => void seen.push(`${provider} refused for ${waitMs}`),
    recordAnswer: () => void seen.push(`${provider} answered`),
  });
  const fault = { kind: "status", status: 429, retryAfterSeconds: 0.01, times: 1 } as const;
  await using opened = await openScriptedGateway(withFault(fault), { pace });
  await (await ask(opened.gateway, "anthropic")).text();
  expect(seen).toEqual(["anthropic refused for 10", "anthropic waits", "anthropic answered"]);
});

test("a provider that is silent is given up", async () => {
  await using opened = await openScriptedGateway(withFault({ kind: "hang" }), { silenceMs: 50 });
  expect((await ask(opened.gateway, "responses", { stream: true })).status).toBe(504);
  await expect.poll(() => opened.gateway.calls).toMatchObject([{ ending: "silent", status: null }]);
});

test("a provider that falls silent in mid-answer is given up", async () => {
  await using provider = await openProvider((_request, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write('event: message_start\ndata: {"type":"message_start"}\n\n');
  });
  await using gateway = await openGateway({
    listen: { port: 0 },
    providers: { anthropic: { url: provider.url, key: realKey } },
    silenceMs: 50,
  });
  expect(await readAll(ask(gateway, "anthropic", { stream: true }))).toBe("cut");
  await expect.poll(() => gateway.calls).toMatchObject([{ ending: "silent", status: 200 }]);
});

test("a provider that cannot be reached is recorded as such", async () => {
  const closed = await openProvider(() => {});
  await closed[Symbol.asyncDispose]();
  await using gateway = await openGateway({
    listen: { port: 0 },
    providers: { anthropic: { url: closed.url, key: realKey } },
    firstWaitMs: 1,
  });
  expect((await ask(gateway, "anthropic")).status).toBe(502);
  expect(gateway.calls).toMatchObject([{ ending: "unreachable", status: null, attempts: 3 }]);
});

test("a program that hangs up is not a failure of the provider, and its request is ended", async () => {
  await using opened = await openScriptedGateway(withFault({ kind: "hang" }));
  const { gateway, model } = opened;
  const leave = new AbortController();
  const asked = fetch(`${gateway.url}/anthropic/v1/messages`, {
    method: "POST",
    headers: { "x-api-key": gateway.token },
    body: JSON.stringify({ model: "m", messages: [], tools: [{ name: "Bash" }] }),
    signal: leave.signal,
  }).catch(() => {});
  await expect.poll(() => model.requests.length).toBe(1);
  leave.abort();
  await asked;
  await expect.poll(() => gateway.calls).toMatchObject([{ ending: "left", status: null, offersTools: true }]);
});

test("a program that hangs up while the gateway retries leaves the refusal behind", async () => {
  await using opened = await openScriptedGateway(withFault({ kind: "status", status: 429, retryAfterSeconds: 60 }));
  const { gateway, model } = opened;
  const leave = new AbortController();
  const asked = fetch(`${gateway.url}/anthropic/v1/messages`, {
    method: "POST",
    headers: { "x-api-key": gateway.token },
    body: JSON.stringify({ model: "m", messages: [], tools: [{ name: "Bash" }] }),
    signal: leave.signal,
  }).catch(() => {});
  await expect.poll(() => model.requests.length).toBe(1);
  leave.abort();
  await asked;
  await expect.poll(() => gateway.calls).toMatchObject([{ ending: "status", status: 429 }]);
});

const inStream: Record<WireKey, string> = {
  anthropic: 'event: error\ndata: {"type":"error","error":{"type":"overloaded_error","message":"x"}}\n\n',
  responses:
    'event: response.failed\ndata: {"type":"response.failed","response":{"status":"failed","error":{"code":"server_is_overloaded"}}}\n\n',
  chat: 'data: {"error":{"code":529,"message":"x"}}\n\n',
  google: 'data: {"error":{"code":529,"status":"UNAVAILABLE"}}\n\n',
};

test.each(wireKeys)("%s: an error inside a stream is an error, whatever the first status said", async (wire) => {
  await using provider = await openProvider((_request, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.end(inStream[wire]);
  });
  const target = { url: provider.url, key: realKey };
  await using gateway = await openGateway({
    listen: { port: 0 },
    providers: { anthropic: target, openai: target, google: target, openrouter: target },
  });
  expect(await readAll(ask(gateway, wire, { stream: true }))).toBe(inStream[wire]);
  await expect.poll(() => gateway.calls).toMatchObject([{ ending: "status", status: 529 }]);
});

test("a redirect is not followed, because the key would go with it", async () => {
  const seen: string[] = [];
  await using elsewhere = await openProvider((request, response) => {
    seen.push(request.url ?? "");
    response.end();
  });
  await using provider = await openProvider((_request, response) => {
    response.writeHead(307, { location: elsewhere.url }).end();
  });
  await using gateway = await openGateway({
    listen: { port: 0 },
    providers: { anthropic: { url: provider.url, key: realKey } },
  });
  const answer = await ask(gateway, "anthropic");
  expect([answer.status, answer.headers.get("location")]).toEqual([502, null]);
  expect(gateway.calls).toMatchObject([{ ending: "redirected", status: 307 }]);
  expect(seen).toEqual([]);
});

test("headers of the network and of the account stay on their side", async () => {
  let received: object = {};
  await using provider = await openProvider((request, response) => {
    received = request.headers;
    response.writeHead(200, {
      "content-type": "application/json",
      "set-cookie": "a=b",
      "anthropic-organization-id": "the-organisation",
      "openai-organization": "the-organisation",
      "request-id": "req_1",
    });
    response.end('{"type":"message","content":[],"model":"m","usage":{"input_tokens":1,"output_tokens":1}}');
  });
  await using gateway = await openGateway({
    listen: { port: 0 },
    providers: { anthropic: { url: provider.url, key: realKey } },
  });
  const answer = await fetch(`${gateway.url}/anthropic/v1/messages?beta=true`, {
    method: "POST",
    headers: {
      "x-api-key": gateway.token,
      authorization: "Bearer another",
      cookie: "c=d",
      "x-forwarded-for": "10.0.0.1",
      "anthropic-beta": "tools",
    },
    body: "{}",
  });
  expect(received).toMatchObject({ "x-api-key": realKey, "anthropic-beta": "tools" });
  for (const name of ["authorization", "cookie", "x-forwarded-for", "accept-encoding"])
    expect(received).not.toHaveProperty(name);
  expect(answer.headers.get("request-id")).toBe("req_1");
  for (const name of ["set-cookie", "anthropic-organization-id", "openai-organization"])
    expect(answer.headers.get(name)).toBeNull();
  await answer.text();
});

test("a compressed answer is read and passed on without its compression", async () => {
  const body = '{"type":"message","content":[],"model":"m","usage":{"input_tokens":3,"output_tokens":1}}';
  await using provider = await openProvider((_request, response) => {
    response.writeHead(200, { "content-type": "application/json", "content-encoding": "gzip" });
    response.end(gzipSync(body));
  });
  await using gateway = await openGateway({
    listen: { port: 0 },
    providers: { anthropic: { url: provider.url, key: realKey } },
  });
  const answer = await ask(gateway, "anthropic");
  expect(answer.headers.get("content-encoding")).toBeNull();
  expect(await answer.text()).toBe(body);
  expect(gateway.calls).toMatchObject([{ ending: "complete", usage: { input: 3, output: 1 } }]);
});
