import { request as httpRequest } from "node:http";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { scriptedKey } from "./request-log.ts";
import type { ScriptInput } from "./script.ts";
import { openScriptedModel, type ScriptedModel } from "./server.ts";

const user = { role: "user", content: "go" };

/** A question over Anthropic's wire, which is the shortest. */
function ask(model: ScriptedModel, body: object = {}, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${model.url}/v1/messages`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify({ model: "m", messages: [user], ...body }),
  });
}

async function said(reply: Response): Promise<string> {
  const { content } = (await reply.json()) as { content: { text?: string }[] };
  return content.map(({ text }) => text ?? "").join("");
}

const open = (script: ScriptInput) => openScriptedModel(script);

describe("the step", () => {
  const steps = [{ text: "one" }, { text: "two" }, { text: "three" }];
  const history = (...texts: string[]) => ({
    messages: [user, ...texts.flatMap((text) => [{ role: "assistant", content: text }, user])],
  });

  test("is chosen from the turns in the request, so that asking again changes nothing", async () => {
    await using model = await open({ steps });
    expect(await said(await ask(model))).toBe("one");
    expect(await said(await ask(model))).toBe("one");
    expect(await said(await ask(model, history("one", "two")))).toBe("three");
    expect(await said(await ask(model, history("one")))).toBe("two");
  });

  test("does not move for what the program itself puts into the model's mouth", async () => {
    await using model = await open({ steps });
    expect(await said(await ask(model, history("Got it, thanks for the context!", "one")))).toBe("two");
  });

  describe("of a structured answer", () => {
    const verdicts = [{ json: { score: 0 } }, { json: { score: 1 } }];
    const assistant = (content: string) => ({ role: "assistant", content });
    const shot = [{ role: "user", content: "an example" }, assistant('{"score":0}')];
    const format = { output_config: { format: { type: "json_schema", schema: {} } } };
    const judged = (model: ScriptedModel, ...messages: object[]) => ask(model, { ...format, messages }).then(said);

    test("is not moved by examples, also where they say what the script says", async () => {
      await using model = await open({ steps: verdicts });
      expect(await judged(model, ...shot, ...shot, user)).toBe('{"score":0}');
      expect(await judged(model, ...shot, ...shot, { role: "user", content: "another" })).toBe('{"score":0}');
    });

    test("is not moved by examples where steps are functions", async () => {
      await using model = await open({ steps: [() => ({ json: "first" }), () => ({ json: "second" })] });
      expect(await judged(model, ...shot, user)).toBe('"first"');
      expect(await judged(model, ...shot, user)).toBe('"first"');
    });

    test("moves when the answer is shown again and asked for anew", async () => {
      await using model = await open({ steps: verdicts });
      const first = await judged(model, ...shot, user);
      const again = [...shot, user, assistant(first), { role: "user", content: "Again." }];
      expect(await judged(model, ...again)).toBe('{"score":1}');
      expect(await judged(model, ...again)).toBe('{"score":1}');
      expect(await judged(model, ...shot, user)).toBe('{"score":0}');
    });
  });

  test("stays the last one when the conversation goes on", async () => {
    await using model = await open({ steps });
    expect(await said(await ask(model, history("one", "two", "three", "three")))).toBe("three");
  });

  test("goes by the number of requests where the script says so", async () => {
    await using model = await open({ steps, next: "request" });
    expect(await said(await ask(model))).toBe("one");
    expect(await said(await ask(model))).toBe("two");
  });

  test("may be a function of the request", async () => {
    await using model = await open({ steps: [({ model: name, text }) => ({ text: `${name}: ${text.trim()}` })] });
    expect(await said(await ask(model))).toBe("m: go");
  });

  test("beyond the last call there is nothing to say, and that is said", async () => {
    await using model = await open({ steps: [{ calls: [{ tool: "shell", command: "ls" }] }] });
    const called = { role: "assistant", content: [{ type: "tool_use", id: "x", name: "Bash", input: {} }] };
    const reply = await ask(model, { tools: [{ name: "Bash" }], messages: [user, called, user] });
    expect(reply.status).toBe(400);
    expect(model.requests[0]?.problem).toBe("The script ends after step 1, which is a call");
  });

  test("a function that throws is a 500, and the server goes on", async () => {
    await using model = await open({
      steps: [
        ({ text }) => {
          if (text.includes("break")) throw new Error("by design");
          return { text: "fine" };
        },
      ],
    });
    const broken = await ask(model, { messages: [{ role: "user", content: "break" }] });
    expect([broken.status, await broken.text()]).toEqual([500, expect.stringContaining("by design")]);
    expect(model.requests[0]?.problem).toBe("The script failed: by design");
    expect(await said(await ask(model))).toBe("fine");
  });
});

describe("conversations", () => {
  const script: ScriptInput = {
    conversations: [
      { name: "strict", when: { model: "judge-*", text: "/goal/i" }, steps: [{ text: "goal" }] },
      { name: "judge", when: { model: "judge-*" }, steps: [{ text: "other" }] },
      { name: "task", steps: [{ text: "at work", calls: [{ tool: "shell", command: "true" }] }] },
    ],
    otherwise: { text: "a title" },
  };

  test("the first that takes the request answers", async () => {
    await using model = await open(script);
    const asked = (name: string, content: string) =>
      ask(model, { model: name, messages: [{ role: "user", content }] }).then(said);
    expect(await asked("judge-1", "the Goal")).toBe("goal");
    expect(await asked("judge-1", "speed")).toBe("other");
    expect(model.requests.map(({ conversation }) => conversation)).toEqual(["strict", "judge"]);
  });

  test("one with calls takes no request without tools: that is a title or the like", async () => {
    await using model = await open(script);
    expect(await said(await ask(model))).toBe("a title");
    expect(await said(await ask(model, { tools: [{ name: "Bash" }] }))).toBe("at work");
    expect(model.requests.map(({ conversation, step }) => [conversation, step])).toEqual([
      [null, null],
      ["task", 1],
    ]);
  });

  test("a structured answer that nobody scripted is refused, never made up", async () => {
    await using model = await open(script);
    const reply = await ask(model, { output_config: { format: { type: "json_schema" } } });
    expect(reply.status).toBe(400);
    expect(model.requests[0]?.problem).toContain("No conversation of the script");
  });

  test("keys tell who asked", async () => {
    await using model = await open({
      conversations: [
        { name: "judge", when: { key: scriptedKey("judge") }, steps: [{ text: "judged" }] },
        { name: "agent", steps: [{ text: "done" }] },
      ],
    });
    expect(await said(await ask(model, {}, { "x-api-key": scriptedKey("judge") }))).toBe("judged");
    expect(await said(await ask(model, {}, { authorization: `Bearer ${scriptedKey("agent")}` }))).toBe("done");
    expect([model.sawKey("judge"), model.sawKey("agent"), model.sawKey("operator")]).toEqual([true, true, false]);
  });
});

describe("values", () => {
  test("are taken from the request: the last match, and its first group", async () => {
    await using model = await open({ values: { nonce: "nonce: (\\w+)" }, steps: [{ json: { nonce: "{{nonce}}" } }] });
    const content = "quoted text with nonce: fake\nReply with nonce: a1b2";
    expect(await said(await ask(model, { messages: [{ role: "user", content }] }))).toBe('{"nonce":"a1b2"}');
  });

  test("that the request does not have are a mistake, not an empty text", async () => {
    await using model = await open({ values: { nonce: "nonce: (\\w+)" }, steps: [{ text: "{{nonce}} {{other}}" }] });
    expect((await ask(model)).status).toBe(400);
    expect(model.requests[0]?.problem).toBe("The request contains no value for {{nonce}}, {{other}}");
  });
});

describe("faults", () => {
  const steps = [{ text: "fine" }];

  test("a status has the vendor's words and says when to come back", async () => {
    await using model = await open({
      steps,
      faults: [{ kind: "status", status: 429, retryAfterSeconds: 2, request: 1 }],
    });
    const reply = await ask(model);
    expect([reply.status, reply.headers.get("retry-after")]).toEqual([429, "2"]);
    expect(await reply.json()).toMatchObject({ type: "error", error: { type: "rate_limit_error" } });
    expect(await said(await ask(model))).toBe("fine");
    expect(model.requests.map(({ fault }) => fault)).toEqual(["status", null]);
  });

  test("at a step strike whenever the step comes, `times` at most", async () => {
    await using model = await open({
      steps: [{ text: "fine" }, { text: "too" }],
      faults: [{ kind: "status", status: 500, step: 2, times: 2 }],
    });
    const second = { messages: [user, { role: "assistant", content: "fine" }, user] };
    const statuses = [];
    for (const body of [{}, second, second, second]) statuses.push((await ask(model, body)).status);
    expect(statuses).toEqual([200, 500, 500, 200]);
  });

  test("strike each working folder for itself", async () => {
    await using model = await open({ steps, faults: [{ kind: "status", status: 503, times: 1 }] });
    const inFolder = (folder: string) => ask(model, { system: `Working directory: ${folder}\n` });
    const replies = [await inFolder("/a"), await inFolder("/b"), await inFolder("/a"), await inFolder("/b")];
    expect(replies.map(({ status }) => status)).toEqual([503, 503, 200, 200]);
  });

  test.each(["drop", "drop-mid-stream"] as const)("%s breaks the connection", async (kind) => {
    await using model = await open({ steps, faults: [{ kind }] });
    for (const stream of [false, true])
      await expect(ask(model, { stream }).then((reply) => reply.text())).rejects.toThrow();
  });

  test("drop-mid-stream has sent the beginning by then", async () => {
    await using model = await open({ steps: [{ text: "x".repeat(100) }], faults: [{ kind: "drop-mid-stream" }] });
    const reply = await ask(model, { stream: true });
    let received = "";
    const read = async () => {
      for await (const chunk of reply.body ?? []) received += Buffer.from(chunk).toString();
    };
    await expect(read()).rejects.toThrow();
    expect(received).toContain("message_start");
    expect(received).not.toContain("message_stop");
  });

  test("garbage is no JSON", async () => {
    await using model = await open({ steps, faults: [{ kind: "garbage" }] });
    const reply = await ask(model);
    expect(reply.status).toBe(200);
    await expect(reply.json()).rejects.toThrow();
  });

  test("a hang never answers, and does not keep the server from closing", async () => {
    const model = await open({ steps: [{ text: "fine" }], faults: [{ kind: "hang" }] });
    const ended = ask(model).then(String, () => "broken off");
    while (model.requests.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    await model[Symbol.asyncDispose]();
    expect(await ended).toBe("broken off");
    expect(model.requests[0]?.fault).toBe("hang");
  });

  test("a slow step does not keep the server from closing either", async () => {
    const model = await open({ steps: [{ text: "late", delayMs: 600_000 }] });
    const ended = ask(model).then(String, () => "broken off");
    while (model.requests.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    await model[Symbol.asyncDispose]();
    expect(await ended).toBe("broken off");
  });
});

describe("the log and the rest of the API", () => {
  test("each request is there with body, headers and number", async () => {
    const heard: number[] = [];
    await using model = await openScriptedModel(
      { steps: [{ text: "x" }] },
      { onRequest: ({ number }) => heard.push(number) },
    );
    await ask(model, { tools: [{ name: "Bash" }] }, { "x-tag": "1" });
    await fetch(`${model.url}/v1/models`);
    await fetch(`${model.url}/nowhere`);
    expect(model.requests.map(({ number, method, path }) => [number, method, path])).toEqual([
      [1, "POST", "/v1/messages"],
      [2, "GET", "/v1/models"],
      [3, "GET", "/nowhere"],
    ]);
    expect(model.requests[0]).toMatchObject({ tools: ["Bash"], headers: { "x-tag": "1" }, body: { model: "m" } });
    expect(model.requests[2]?.problem).toBe("Unknown address: GET /nowhere");
    expect(heard).toEqual([1, 2, 3]);
  });

  test("without `keep` requests are only told", async () => {
    await using model = await openScriptedModel({ steps: [{ text: "x" }] }, { keep: false });
    await ask(model);
    expect(model.requests).toEqual([]);
  });

  test("tokens are counted roughly, and no model is asked", async () => {
    await using model = await open({ steps: [{ text: "x" }] });
    const count = (path: string) =>
      fetch(`${model.url}${path}`, { method: "POST", body: JSON.stringify({ a: "x".repeat(392) }) }).then((reply) =>
        reply.json(),
      );
    expect(await count("/v1/messages/count_tokens")).toEqual({ input_tokens: 100 });
    expect(await count("/v1beta/models/gemini-2.5-pro:countTokens")).toEqual({ totalTokens: 100 });
    expect(model.requests.map(({ wire }) => wire)).toEqual([null, null]);
  });

  test("a body may be compressed; one that is no JSON is refused", async () => {
    await using model = await open({ steps: [{ text: "x" }] });
    const post = (body: Uint8Array | string, encoding?: string) =>
      fetch(`${model.url}/v1/messages`, {
        method: "POST",
        body,
        ...(encoding === undefined ? {} : { headers: { "content-encoding": encoding } }),
      });
    expect((await post(gzipSync('{"model":"packed","messages":[]}'), "gzip")).status).toBe(200);
    expect(model.requests[0]?.model).toBe("packed");
    expect((await post("{", undefined)).status).toBe(400);
    expect((await post("x", "zstd")).status).toBe(415);
  });

  test("a WebSocket is refused with 426, as Codex expects it", async () => {
    await using model = await open({ steps: [{ text: "x" }] });
    const status = await new Promise((resolve, reject) => {
      const upgrade = httpRequest(`${model.url}/v1/responses`, {
        headers: { connection: "Upgrade", upgrade: "websocket" },
      });
      upgrade.on("response", ({ statusCode }) => resolve(statusCode)).on("error", reject);
      upgrade.end();
    });
    expect(status).toBe(426);
  });

  test("only this machine can reach it", async () => {
    await using model = await open({ steps: [{ text: "x" }] });
    expect(new URL(model.url).hostname).toBe("127.0.0.1");
    expect(model.endpoint).toEqual({ url: model.url, key: "sk-scripted-agent", scripted: true });
  });
});
