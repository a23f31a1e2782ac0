import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { Stop } from "../../core/outcome.ts";
import { ask, openScriptedGateway, realKey, wireKeys, wires } from "./gateway.fixture.ts";
import { openGateway } from "./gateway.ts";
import { RequestCap } from "./request-cap.ts";

test("of 200 requests at once eight are passed on, and the others get the gateway's own 429", async () => {
  await using opened = await openScriptedGateway({ steps: [{ text: "x" }], faults: [{ kind: "hang" }] });
  const { gateway, model } = opened;
  const statuses: number[] = [];
  for (let sent = 0; sent < 200; sent += 1)
    ask(gateway, "anthropic").then(
      ({ status, headers }) => void statuses.push(headers.get("x-axis") === "gateway" ? status : 0),
      () => {},
    );
  await expect.poll(() => statuses.length, { timeout: 20_000 }).toBe(192);
  expect([...new Set(statuses)]).toEqual([429]);
  expect(model.requests).toHaveLength(8);
  expect(gateway.calls.filter(({ ending }) => ending === "capped")).toHaveLength(192);
});

test("a minute has room for so many requests, and the next minute again", () => {
  let now = 0;
  const cap = new RequestCap({ atOnce: 1, perMinute: 3 }, () => now);
  const enterAndLeave = () => {
    const entered = cap.enter();
    entered?.[Symbol.dispose]();
    return entered !== null;
  };
  expect([1, 2, 3, 4].map(enterAndLeave)).toEqual([true, true, true, false]);
  now = 60_000;
  expect(enterAndLeave()).toBe(true);
});

test("once the run has reached its limit, further requests are refused; those in flight end", async () => {
  const stop = new AbortController();
  const onCall = () => stop.abort(new Stop("cost", "run", "the run reached its limit of $1"));
  await using opened = await openScriptedGateway(
    { steps: [{ text: "x" }] },
    { isStopped: () => stop.signal.aborted, onCall },
  );
  const { gateway, model } = opened;
  expect((await ask(gateway, "anthropic")).status).toBe(200);
  expect((await ask(gateway, "anthropic")).status).toBe(403);
  expect(model.requests).toHaveLength(1);
  expect(gateway.calls.map(({ ending }) => ending)).toEqual(["complete", "refused"]);
});

const providerTools = {
  anthropic: [{ type: "web_search_20250305", name: "web_search" }],
  responses: [{ type: "web_search" }, { type: "something_new" }],
  chat: [{ type: "web_search_preview" }],
  google: [{ googleSearch: {} }],
};

test.each(wireKeys)("%s: tools of the provider are removed, and the agent's own stay", async (wire) => {
  await using opened = await openScriptedGateway({ steps: [{ text: "x" }] }, { providerTools: [] });
  const { gateway, model } = opened;
  const own: readonly object[] = wires[wire].body.tools;
  const answer = await ask(gateway, wire, { body: { tools: [...own, ...providerTools[wire]] } });
  expect(answer.status).toBe(200);
  await answer.text();
  expect(model.requests[0]?.body).toMatchObject({ tools: own });
  expect(gateway.calls[0]?.withheld?.length).toBeGreaterThan(0);
});

test.each(wireKeys)("%s: a request for nothing but a withheld tool is refused", async (wire) => {
  await using opened = await openScriptedGateway({ steps: [{ text: "x" }] }, { providerTools: ["other"] });
  const { gateway, model } = opened;
  expect((await ask(gateway, wire, { body: { tools: providerTools[wire] } })).status).toBe(403);
  expect(model.requests).toEqual([]);
  expect(gateway.calls).toMatchObject([{ ending: "refused", status: 403 }]);
});

test("what is sent is what was checked, also if a key is written twice", async () => {
  await using opened = await openScriptedGateway({ steps: [{ text: "x" }] }, { providerTools: [] });
  const { gateway, model } = opened;
  const hidden = '{"model":"m","messages":[],"tools":[{"type":"web_search_20250305"}],"tools":[{"name":"Bash"}]}';
  const headers = { "x-api-key": gateway.token };
  await (await fetch(`${gateway.url}/anthropic/v1/messages`, { method: "POST", headers, body: hidden })).text();
  expect(JSON.stringify(model.requests[0]?.body)).not.toContain("web_search");
});

test("an MCP server is reached by its name; its address and headers stay outside", async () => {
  const seen: { method?: string; url?: string; headers: object; body: string }[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk) => (body += String(chunk)));
    request.on("end", () => {
      seen.push({ method: request.method ?? "", url: request.url ?? "", headers: request.headers, body });
      response.writeHead(200, { "content-type": "text/event-stream", "mcp-session-id": "s1", "set-cookie": "a=b" });
      response.end('data: {"jsonrpc":"2.0","id":1,"result":{}}\n\n');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hidden/path?tenant=7`;
  await using gateway = await openGateway({
    listen: { port: 0 },
    providers: {},
    mcpServers: {
      "my sums": { type: "http", url: address, headers: { Authorization: `Bearer ${realKey}` } },
      local: { type: "stdio", command: "node" },
    },
  });
  const headers = { authorization: `Bearer ${gateway.token}`, "mcp-session-id": "s1" };
  const path = `${gateway.url}/mcp/my%20sums`;
  const answer = await fetch(path, { method: "POST", headers, body: '{"jsonrpc":"2.0","id":1,"method":"ping"}' });
  expect([answer.status, answer.headers.get("mcp-session-id")]).toEqual([200, "s1"]);
  expect(answer.headers.get("set-cookie")).toBeNull();
  expect(await answer.text()).toContain('"result":{}');
  expect(seen).toMatchObject([
    {
      method: "POST",
      url: "/hidden/path?tenant=7",
      headers: { authorization: `Bearer ${realKey}`, "mcp-session-id": "s1" },
      body: '{"jsonrpc":"2.0","id":1,"method":"ping"}',
    },
  ]);
  expect((await fetch(path, { method: "POST" })).status).toBe(401);
  expect((await fetch(`${gateway.url}/mcp/local`, { method: "POST", headers })).status).toBe(404);
  expect(seen).toHaveLength(1);
  await new Promise((resolve) => server.close(resolve));
});
