import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, test } from "vitest";
import { openRateLimiters } from "../rate/rate-limiters.ts";
import { openEmbedder } from "./embedder.ts";
import { virtualClock } from "../rate/virtual-clock.fixture.ts";
import { seededRandom } from "./seeded-random.fixture.ts";

const abort = new AbortController().signal;

type Reply = { status: number; body: object; headers?: Record<string, string> };

/** A server whose vectors are the length of a text and one; it takes the formats of OpenAI and of Google. */
async function vectorServer(reply: (texts: readonly string[], request: number) => Reply) {
  const batches: (readonly string[])[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const body = JSON.parse(Buffer.concat(chunks).toString("utf8")) as Record<string, never>;
      const texts = textsIn(body);
      batches.push(texts);
      const { status, body: answer, headers } = reply(texts, batches.length);
      response.writeHead(status, { "content-type": "application/json", ...headers });
      response.end(JSON.stringify(answer));
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    batches,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => void server.close(resolve));
    },
  };
}

function textsIn(body: Record<string, never>): readonly string[] {
  const requests = (body["requests"] ?? [body]) as { content?: { parts: { text: string }[] } }[];
  return (
    (body["input"] as readonly string[] | undefined) ?? requests.map(({ content }) => content?.parts[0]?.text ?? "")
  );
}

function openaiVectors(texts: readonly string[]): Reply {
  const data = texts.map((text, index) => ({ object: "embedding", index, embedding: [text.length, 1] }));
  return {
    status: 200,
    body: { object: "list", data, model: "m", usage: { prompt_tokens: 500_000, total_tokens: 500_000 } },
  };
}

function googleVectors(texts: readonly string[]): Reply {
  const vectors = texts.map((text) => ({ values: [text.length, 1] }));
  return { status: 200, body: { embeddings: vectors, embedding: vectors[0] } };
}

function open(provider: string, model: string, url: string) {
  const clock = virtualClock();
  const deps = {
    env: { KEY: "sk-canary-0123456789" },
    clock,
    random: seededRandom(),
    gates: openRateLimiters({ clock }),
  };
  return openEmbedder({ provider, model, baseUrl: url, apiKeyEnv: "KEY" }, deps);
}

describe("openEmbedder", () => {
  test.each(["openai", "compatible", "google"])(
    "a redirect of %s takes neither key nor text elsewhere",
    async (provider) => {
      await using elsewhere = await vectorServer(openaiVectors);
      const location = `${elsewhere.url}/embeddings`;
      await using server = await vectorServer(() => ({ status: 307, body: {}, headers: { location } }));
      const embedding = await open(provider, "m", server.url).embed(["secret text"], abort);
      expect(embedding).toMatchObject({ status: "failed", why: expect.stringContaining("redirects") });
      expect([server.batches.length, elsewhere.batches.length]).toEqual([1, 0]);
    },
  );

  test.each([
    ["openai", "text-embedding-3-small", openaiVectors, 0.01],
    ["compatible", "nomic", openaiVectors, null],
    ["google", "gemini-embedding-001", googleVectors, null],
  ] as const)("%s gives one vector per text, in order, with its price", async (provider, model, reply, costUsd) => {
    await using server = await vectorServer(reply);
    const embedder = open(provider, model, server.url);
    expect(embedder.id).toBe(`${provider}/${model}`);
    const vectors = [
      [3, 1],
      [1, 1],
    ];
    expect(await embedder.embed(["abc", "d"], abort)).toEqual({ status: "embedded", vectors, costUsd });
  });

  test("a text is sent once, and what is known costs nothing", async () => {
    await using server = await vectorServer(openaiVectors);
    const embedder = open("openai", "text-embedding-3-small", server.url);
    await embedder.embed(["a", "bb", "a"], abort);
    expect(await embedder.embed(["ccc", "a"], abort)).toMatchObject({
      vectors: [
        [3, 1],
        [1, 1],
      ],
      costUsd: 0.01,
    });
    expect(await embedder.embed(["bb"], abort)).toEqual({ status: "embedded", vectors: [[2, 1]], costUsd: 0 });
    expect(server.batches).toEqual([["a", "bb"], ["ccc"]]);
  });

  test("many texts go in batches, and nothing is asked for no text", async () => {
    await using server = await vectorServer(openaiVectors);
    const embedder = open("openai", "text-embedding-3-small", server.url);
    const texts = Array.from({ length: 200 }, (_, index) => "x".repeat(index));
    const embedding = await embedder.embed(texts, abort);
    expect(embedding).toMatchObject({ status: "embedded", costUsd: 0.03 });
    expect(embedding.status === "embedded" && embedding.vectors.map(([length]) => length)).toEqual([...texts.keys()]);
    expect(server.batches.map(({ length }) => length)).toEqual([96, 96, 8]);
    expect(await embedder.embed([], abort)).toEqual({ status: "embedded", vectors: [], costUsd: 0 });
    expect(server.batches.length).toBe(3);
  });

  test("an error on the way is tried again", async () => {
    await using server = await vectorServer((texts, request) =>
      request < 3 ? { status: request === 1 ? 500 : 429, body: {} } : openaiVectors(texts),
    );
    expect(await open("openai", "text-embedding-3-small", server.url).embed(["a"], abort)).toMatchObject({
      status: "embedded",
    });
  });

  const broken: [string, Reply, RegExp][] = [
    [
      "a wrong key",
      { status: 401, body: { error: { message: "no sk-canary-0123456789" } } },
      /^HTTP 401: no \[redacted\]$/,
    ],
    ["too few vectors", openaiVectors(["a"]), /^the provider returned 1 vectors for 2 texts$/],
    [
      "vectors of different lengths",
      { status: 200, body: { data: [{ embedding: [1] }, { embedding: [1, 2] }] } },
      /differ in length or contain invalid numbers/,
    ],
    [
      "empty vectors",
      { status: 200, body: { data: [{ embedding: [] }, { embedding: [] }] } },
      /differ in length or contain invalid numbers/,
    ],
    ["no vectors", { status: 200, body: { hello: "world" } }, /HTTP 200, with a body that is not an answer/],
  ];

  test.each(broken)("%s: failed, with the reason", async (_name, reply, why) => {
    await using server = await vectorServer(() => reply);
    const embedding = await open("openai", "text-embedding-3-small", server.url).embed(["a", "b"], abort);
    expect(embedding).toEqual({ status: "failed", why: expect.stringMatching(why) });
  });

  test("an abort, a missing key and a provider without embeddings are said", async () => {
    await using server = await vectorServer(openaiVectors);
    const stopped = await open("openai", "m", server.url).embed(["a"], AbortSignal.abort(new Error("Ctrl-C")));
    expect(stopped).toEqual({ status: "failed", why: "stopped: Ctrl-C" });
    const keyless = await openEmbedder("openai/m", { env: {} }).embed(["a"], abort);
    expect(keyless).toEqual({ status: "failed", why: "openai/m needs OPENAI_API_KEY, which is not set" });
    expect(() => openEmbedder("anthropic/m", { env: {} })).toThrow('Provider "anthropic" has no embedding models');
    expect(server.batches).toEqual([]);
  });
});
