import { expect, test } from "vitest";
import { ask, openScriptedGateway, realKey, wireKeys } from "./gateway.fixture.ts";

const usage = { input: 90, output: 20, cacheRead: 10 };
const call = { tool: "shell" as const, command: "ls" };
const counted = { input: 90, output: 20, cacheReadInput: 10 };

test.each(wireKeys.flatMap((wire) => [true, false].map((stream) => ({ wire, stream }))))(
  "$wire, streamed: $stream: the answer arrives, and model, usage and call are recorded",
  async ({ wire, stream }) => {
    const script = { steps: [{ text: "Hello from the script.", calls: [call], usage }] };
    await using opened = await openScriptedGateway(script);
    const { gateway, model } = opened;
    const answer = await ask(gateway, wire, { stream });
    expect(answer.status).toBe(200);
    const text = await answer.text();
    expect(text.replaceAll(/\W+/g, " ")).toContain("ls");
    expect(model.requests.map(({ key }) => key)).toEqual([realKey]);
    expect(gateway.calls).toMatchObject([
      { wire, ending: "complete", status: 200, offersTools: true, calledTool: true, usage: counted, attempts: 1 },
    ]);
    expect(gateway.calls[0]?.model).toMatch(/claude|gpt|gemini/);
  },
);

test.each(wireKeys)("%s: an answer without a call ends the conversation", async (wire) => {
  await using opened = await openScriptedGateway({ steps: [{ text: "Done." }] });
  await (await ask(opened.gateway, wire, { stream: true, body: { tools: [] } })).text();
  expect(opened.gateway.calls).toMatchObject([{ ending: "complete", offersTools: false, calledTool: false }]);
});

test("the usage of a streamed chat is requested, and removed if the program did not ask for it", async () => {
  await using opened = await openScriptedGateway({ steps: [{ text: "Hello.", usage }] });
  const { gateway, model } = opened;
  const unasked = await (await ask(gateway, "chat", { stream: true })).text();
  expect(unasked).toContain("[DONE]");
  expect(unasked).not.toContain('"usage"');
  const asked = await ask(gateway, "chat", { stream: true, body: { stream_options: { include_usage: true } } });
  expect(await asked.text()).toContain('"usage"');
  expect(model.requests.map(({ body }) => (body as { stream_options: unknown }).stream_options)).toEqual([
    { include_usage: true },
    { include_usage: true },
  ]);
  expect(gateway.calls.map((each) => each.usage)).toEqual([counted, counted]);
});

test("the cost is that of the model in the answer, with cached tokens at their own price", async () => {
  const prices = { "anthropic/claude-sonnet-4-5": { input: 1, output: 10, cacheRead: 0.1, cacheWrite: 2 } };
  await using opened = await openScriptedGateway({ steps: [{ text: "x", usage }] }, { prices });
  await (await ask(opened.gateway, "anthropic", { stream: true })).text();
  expect(opened.gateway.calls[0]?.costUsd).toBeCloseTo((90 + 200 + 1) / 1e6, 12);
});

test.each(wireKeys)("%s: the key is nowhere in what the program receives", async (wire) => {
  await using opened = await openScriptedGateway({
    steps: [{ text: "x" }],
    faults: [{ kind: "status", status: 401, request: 2 }],
  });
  for (const expected of [200, 401]) {
    const answer = await ask(opened.gateway, wire, { stream: true });
    expect(answer.status).toBe(expected);
    expect(JSON.stringify([...answer.headers]) + (await answer.text())).not.toContain(realKey);
  }
});

test("a wrong token, no token and the real key itself are refused, and nothing reaches the provider", async () => {
  await using opened = await openScriptedGateway({ steps: [{ text: "x" }] });
  const { gateway, model } = opened;
  for (const token of ["sk-axis-00000000000000000000000000000000", realKey, ""])
    expect((await ask(gateway, "anthropic", { token })).status).toBe(401);
  expect(model.requests).toEqual([]);
});

test("the token of another run is refused", async () => {
  await using first = await openScriptedGateway({ steps: [{ text: "x" }] });
  await using second = await openScriptedGateway({ steps: [{ text: "x" }] });
  expect(first.gateway.token).toMatch(/^sk-axis-[0-9a-f]{32}$/);
  expect((await ask(second.gateway, "responses", { token: first.gateway.token })).status).toBe(401);
});

test("Google's key may travel in the address, and is replaced there", async () => {
  await using opened = await openScriptedGateway({ steps: [{ text: "x" }] });
  const { gateway, model } = opened;
  const path = "/google/v1beta/models/gemini-2.5-flash:generateContent";
  const answer = await fetch(`${gateway.url}${path}?key=${gateway.token}&alt=json`, { method: "POST", body: "{}" });
  expect(answer.status).toBe(200);
  expect(model.requests[0]?.path).toBe(`/v1beta/models/gemini-2.5-flash:generateContent?alt=json&key=${realKey}`);
});

test.each([
  ["POST", "/openai/v1/files"],
  ["POST", "/openai/v1/batches"],
  ["GET", "/openai/v1/responses"],
  ["POST", "/anthropic/v1/messages/batches"],
  ["POST", "/anthropic/v1/../../v1/files"],
  ["POST", "/google/v1beta/files"],
  ["POST", "/google/v1beta/models/x:batchGenerateContent"],
  ["POST", "/compatible/unknown/v1/chat/completions"],
  ["POST", "/mcp/unknown"],
  ["GET", "/"],
])("%s %s is not passed on", async (method, path) => {
  await using opened = await openScriptedGateway({ steps: [{ text: "x" }] });
  const { gateway, model } = opened;
  const headers = { authorization: `Bearer ${gateway.token}` };
  expect((await fetch(gateway.url + path, { method, headers })).status).toBe(404);
  expect(model.requests).toEqual([]);
});

test("a background request, a request that is not JSON and an upgrade are refused", async () => {
  await using opened = await openScriptedGateway({ steps: [{ text: "x" }] });
  const { gateway, model } = opened;
  expect((await ask(gateway, "responses", { body: { background: true } })).status).toBe(400);
  const headers = { authorization: `Bearer ${gateway.token}` };
  const address = `${gateway.url}/openai/v1/responses`;
  expect((await fetch(address, { method: "POST", headers, body: "not JSON" })).status).toBe(400);
  expect(gateway.calls.map(({ ending, status }) => [ending, status])).toEqual([
    ["refused", 400],
    ["refused", 400],
  ]);
  const { request } = await import("node:http");
  const status = await new Promise((resolve) => {
    const upgrade = { connection: "Upgrade", upgrade: "websocket" };
    request(address, { headers: upgrade }, (answer) => resolve(answer.statusCode)).end();
  });
  expect(status).toBe(426);
  expect(model.requests).toEqual([]);
});

test("models can be listed and tokens counted, which is not recorded as a conversation", async () => {
  await using opened = await openScriptedGateway({ steps: [{ text: "x" }] });
  const { gateway } = opened;
  const headers = { "x-api-key": gateway.token };
  expect((await fetch(`${gateway.url}/anthropic/v1/models`, { headers })).status).toBe(200);
  const counting = await fetch(`${gateway.url}/anthropic/messages/count_tokens`, {
    method: "POST",
    headers,
    body: JSON.stringify({ model: "x", messages: [], tools: [{ name: "Bash" }] }),
  });
  expect(await counting.json()).toMatchObject({ input_tokens: expect.any(Number) });
  expect(gateway.calls).toMatchObject([
    { wire: "other", ending: "complete", offersTools: false },
    { wire: "other", ending: "complete", offersTools: false },
  ]);
});

test("it also listens on a socket, for programs with a network of their own", async () => {
  const { mkdtemp, rm } = await import("node:fs/promises");
  const { request } = await import("node:http");
  const { tmpdir } = await import("node:os");
  const { join } = await import("node:path");
  const folder = await mkdtemp(join(tmpdir(), "axis-gateway-"));
  const socketPath = join(folder, "gateway.sock");
  const url = "http://127.0.0.1:8383";
  await using opened = await openScriptedGateway({ steps: [{ text: "x" }] }, { listen: { socket: socketPath }, url });
  expect(opened.gateway.url).toBe(url);
  const headers = { "x-api-key": opened.gateway.token };
  const status = await new Promise((resolve) => {
    request({ socketPath, path: "/anthropic/v1/models", headers }, (answer) => resolve(answer.statusCode)).end();
  });
  expect(status).toBe(200);
  await rm(folder, { recursive: true });
});
