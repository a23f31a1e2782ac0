import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createApp } from "../../src/server/app.ts";
import { listen } from "../../src/server/listen.ts";
import { createEventHub } from "../../src/server/live/event-hub.ts";
import { addEvents, findLastEvent } from "../../src/store/sql/runs/run-events.ts";
import { openPostgres } from "../../src/store/sql/drivers/postgres.ts";
import { local, remote } from "./described.ts";
import { openServerWorld, roomy, type ServerWorld } from "./server-world.ts";

let world: ServerWorld;
beforeAll(async () => {
  world = await openServerWorld({ limits: roomy });
});
afterAll(async () => {
  expect(world.defects).toEqual([]);
  await world[Symbol.asyncDispose]();
});

interface Message {
  readonly id?: string;
  readonly event?: string;
  readonly data?: string;
}

/** Reads server-sent events until so many came. */
async function read(answer: Response, count: number): Promise<{ messages: Message[]; end: () => Promise<void> }> {
  const reader = answer.body?.getReader();
  if (reader === undefined) throw new Error("there is no stream");
  const decoder = new TextDecoder();
  const messages: Message[] = [];
  let text = "";
  while (messages.length < count) {
    const { done, value } = await reader.read();
    if (done) break;
    text += decoder.decode(value, { stream: true });
    const blocks = text.split("\n\n");
    text = blocks.pop() ?? "";
    messages.push(...blocks.filter((block) => !block.startsWith(":")).map(messageOf));
  }
  return { messages, end: () => reader.cancel() };
}

function messageOf(block: string): Message {
  return Object.fromEntries(
    block.split("\n").map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 2)]),
  );
}

const open = (query = "", headers: Record<string, string> = {}) =>
  world.server.app.request(`/v1/events${query}`, { headers }, local);

describe("events", () => {
  test("who comes while the last one leaves hears of everything from then on", async () => {
    await using hub = createEventHub(world.store);
    const leaving = await hub.watch({ onEvents: () => {}, onClose: () => {} });
    const heard: (string | null)[] = [];
    const coming = hub.watch({
      onEvents: (events) => heard.push(...events.map(({ run_id }) => run_id)),
      onClose: () => {},
    });
    leaving[Symbol.dispose]();
    await coming;
    const run = await world.queued();
    await expect.poll(() => heard).toContain(run);
  });

  test("come as they happen, of the run that was asked for", async () => {
    const watched = await world.queued();
    const answer = await open(`?workspace=shop&run=${watched}`);
    expect(answer.headers.get("content-type")).toContain("text/event-stream");
    const reading = read(answer, 1);
    await world.queued();
    await world.server.app.request(
      `/v1/runs/${watched}/cancel`,
      { method: "POST", headers: await world.bearer({ scopes: ["write"] }) },
      local,
    );
    const { messages, end } = await reading;
    expect(messages.map(({ event }) => event)).toEqual(["run.cancelled"]);
    expect(JSON.parse(messages[0]?.data ?? "")).toMatchObject({ run_id: watched });
    await end();
  });

  test("resume after the last one that was seen, without loss or repeat", async () => {
    const first = await open();
    const reading = read(first, 2);
    await world.queued();
    await world.queued();
    const { messages, end } = await reading;
    await end();
    await world.scored();
    const resumed = await read(await open("", { "Last-Event-ID": messages[0]?.id ?? "" }), 5);
    await resumed.end();
    expect(resumed.messages.map(({ event }) => event)).toEqual([
      "run.queued",
      "run.queued",
      "run.started",
      "run.scored",
      "run.finished",
    ]);
    expect(resumed.messages[0]?.id).toBe(messages[1]?.id);
  });

  test("none is lost to a transaction that took its number early and commits late", async () => {
    const { database } = world.store;
    const answer = await open();
    const reading = read(answer, 3);
    await using other = openPostgres(world.url);
    let wrote: () => void = () => {};
    const written = new Promise<void>((resolve) => (wrote = resolve));
    let commit: () => void = () => {};
    const held = new Promise<void>((resolve) => (commit = resolve));
    const early = other.database.transaction().execute(async (transaction) => {
      await addEvents(transaction, [{ workspaceId: world.shop, type: "worker.changed", data: { n: "early" } }]);
      wrote();
      await held;
    });
    await written;
    await addEvents(database, [{ workspaceId: world.shop, type: "worker.changed", data: { n: "late" } }]);
    commit();
    await early;
    await addEvents(database, [{ workspaceId: world.shop, type: "worker.changed", data: { n: "last" } }]);
    const { messages, end } = await reading;
    await end();
    expect(messages.map(({ data }) => (JSON.parse(data ?? "") as { n: string }).n).toSorted()).toEqual([
      "early",
      "last",
      "late",
    ]);
  });

  test.each(["garbage", "-1", "999999999", "1e3", ""])("Last-Event-ID %j is answered with reset", async (id) => {
    const { messages, end } = await read(await open("", { "Last-Event-ID": id }), 1);
    await end();
    expect(messages[0]?.event).toBe("reset");
  });

  test("the newest one known is no reason to reset", async () => {
    await world.queued();
    const last = await findLastEvent(world.store.database);
    const reading = read(await open("", { "Last-Event-ID": String(last) }), 1);
    await world.queued();
    const { messages, end } = await reading;
    await end();
    expect(messages[0]?.event).toBe("run.queued");
  });

  test("those of another workspace do not come to a token of this one", async () => {
    const headers = await world.bearer({ workspaceId: world.shop });
    const answer = await world.server.app.request("/v1/events", { headers }, remote);
    const reading = read(answer, 1);
    await world.queued({ workspaceId: world.other });
    const mine = await world.queued();
    const { messages, end } = await reading;
    await end();
    expect(JSON.parse(messages[0]?.data ?? "")).toMatchObject({ run_id: mine });
  });

  test("hostile text stays on its line", async () => {
    const reading = read(await open(), 1);
    const data = { text: "a\n\nevent: run.scored\ndata: {}\r\n\u2028\ud800" };
    await addEvents(world.store.database, [{ workspaceId: world.shop, type: "run.turn", data }]);
    const { messages, end } = await reading;
    await end();
    expect(messages).toHaveLength(1);
    expect((JSON.parse(messages[0]?.data ?? "") as { text: string }).text).toBe(
      "a\n\nevent: run.scored\ndata: {}\r\n\u2028\ufffd",
    );
  });

  test("one caller has twenty streams at most, and gets one back that was ended", async () => {
    const headers = await world.bearer();
    const ask = () => world.server.app.request("/v1/events", { headers }, remote);
    const answers = [];
    for (let at = 0; at < 20; at += 1) answers.push(await ask());
    expect((await ask()).status).toBe(429);
    await answers[0]?.body?.cancel();
    let again = await ask();
    await expect.poll(async () => again.status === 200 || (again = await ask()).status === 200).toBe(true);
    for (const answer of [...answers.slice(1), again]) await answer.body?.cancel();
  });
});

describe("on a socket", () => {
  test("a reader that never reads is cut off when it is too far behind", async () => {
    const server = createApp({ ...world.server.deps, limits: { ...roomy, streamBacklogBytes: 65_536 } });
    await using listening = await listen(server, { host: "127.0.0.1", port: 0 });
    const socket = connect(listening.port, "127.0.0.1");
    socket.pause();
    const closed = new Promise<void>((resolve) => socket.once("close", () => resolve()));
    socket.on("error", () => {});
    socket.write("GET /v1/events HTTP/1.1\r\nHost: localhost\r\n\r\n");
    const data = { text: "x".repeat(60_000) };
    await expect.poll(() => server.deps.streams.size).toBe(1);
    for (let at = 0; at < 400 && server.deps.streams.size > 0; at += 1)
      await addEvents(world.store.database, [{ workspaceId: world.shop, type: "run.turn", data }]);
    await expect.poll(() => server.deps.streams.size).toBe(0);
    socket.resume();
    await closed;
  });

  test("when the server ends, streams are told", async () => {
    const server = createApp(world.server.deps);
    const listening = await listen(server, { host: "127.0.0.1", port: 0 });
    const answer = await fetch(`http://127.0.0.1:${listening.port}/v1/events`);
    const reading = read(answer, 1);
    await listening[Symbol.asyncDispose]();
    expect((await reading).messages).toEqual([{ event: "closing", data: "{}" }]);
  });
});
