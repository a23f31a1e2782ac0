import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { HttpAccess } from "../../core/metric.ts";
import type { Embedder } from "../../core/model.ts";
import { flattenSignals } from "../../core/score/signal.ts";
import { CitationPresence } from "./citation-presence.ts";

/** A web of which two sites are alive. */
function web(answer?: (url: URL) => Response | Error): HttpAccess & { readonly asked: string[] } {
  const asked: string[] = [];
  const byHost = ({ hostname }: URL) =>
    new Response(null, { status: /(?:wikipedia\.org|github\.com)$/.test(hostname) ? 200 : 404 });
  return {
    asked,
    timeoutMs: 1_000,
    lookup: async () => [{ address: "93.184.215.14", family: 4 }],
    fetch: async (url) => {
      asked.push(url);
      const found = (answer ?? byHost)(new URL(url));
      if (found instanceof Error) throw found;
      return found;
    },
  };
}

interface CitationRow {
  readonly text: string;
  readonly presence: Readonly<Record<"any" | "any_strict" | "section" | "section_strict", number>>;
}

const file = new URL("../../../test/fixtures/metric-vectors.json", import.meta.url);
const { citations } = JSON.parse(readFileSync(file, "utf8")) as { citations: CitationRow[] };

test.each(citations)("the vector of $text", async ({ text, presence }) => {
  const score = async (options: Parameters<typeof CitationPresence>[0]) =>
    (await CitationPresence(options).execute({ actualOutput: text }, { http: web() })).score;
  expect({
    any: await score({}),
    any_strict: await score({ strict: true }),
    section: await score({ mode: "resource_section" }),
    section_strict: await score({ mode: "resource_section", strict: true }),
  }).toEqual(presence);
});

describe("which texts are looked at", () => {
  const messages = [
    { role: "user", content: "https://user.example" },
    { role: "assistant", content: "" },
    { role: "assistant", content: "plain" },
    { role: "tool", toolCallId: "1", content: "https://tool.example" },
    { role: "assistant", content: "see www.a.org" },
  ];

  test("every message of the assistant, by its place in the conversation", async () => {
    const metric = CitationPresence();
    const result = await metric.execute({ conversation: messages });
    expect(result.score).toBe(1);
    const { overall, details } = flattenSignals(metric.getSignals(result.signals), result.signals).signals;
    expect(overall?.map(({ name, value }) => [name, value])).toEqual([
      ["presence_check_passed", true],
      ["total_assistant_messages", 2],
      ["messages_with_valid_citations", 1],
    ]);
    expect(details?.[0]?.value).toEqual([4]);
  });

  test("without an answer there is nothing to measure; an empty one cites nothing", async () => {
    expect(await CitationPresence().execute({ query: "q" })).toMatchObject({ status: "not-applicable" });
    expect(await CitationPresence().execute({ actualOutput: "" })).toMatchObject({ status: "scored", score: 0 });
  });
});

describe("strict", () => {
  const strict = CitationPresence({ strict: true });

  test("authors and DOIs are no addresses, and hosts get a scheme", async () => {
    const http = web();
    expect((await strict.execute({ actualOutput: "(Li, 2020) doi:10.1/x" }, { http })).score).toBe(0);
    expect(http.asked).toEqual([]);
    expect((await strict.execute({ actualOutput: "www.github.com" }, { http })).score).toBe(1);
    expect(http.asked).toEqual(["https://www.github.com/"]);
  });

  test("where no request got an answer it failed, and is not 0", async () => {
    const http = web(() => new Error("the network is down"));
    const result = await CitationPresence({ strict: true }).execute({ actualOutput: "https://a.example" }, { http });
    expect(result).toMatchObject({ status: "failed", score: null });
    expect(result.why).toContain("the network is down");
  });

  test("one answer among silence is an answer", async () => {
    const http = web(({ hostname }) =>
      hostname === "a.example" ? new Error("down") : new Response(null, { status: 404 }),
    );
    const item = { actualOutput: "https://a.example https://b.example" };
    expect((await CitationPresence({ strict: true }).execute(item, { http })).score).toBe(0);
  });

  test("what is refused is not alive, and asks nobody", async () => {
    const http = web();
    const item = { actualOutput: "http://127.0.0.1/ http://169.254.169.254/ http://[::1]/ http://localhost/" };
    const local = { ...http, lookup: async () => [{ address: "127.0.0.1", family: 4 }] };
    expect((await CitationPresence({ strict: true }).execute(item, { http: local })).score).toBe(0);
    expect(http.asked).toEqual([]);
  });

  test("at most twenty addresses of an item are asked", async () => {
    const http = web();
    const many = Array.from({ length: 30 }, (_, index) => `https://h${index}.example/`);
    const messages = [many.slice(0, 15), many.slice(15)].map((list) => ({
      role: "assistant",
      content: list.join(" "),
    }));
    await CitationPresence({ strict: true }).execute({ conversation: messages }, { http });
    expect(http.asked).toHaveLength(20);
  });
});

describe("sections by meaning", () => {
  /** Points one way for what speaks of links, another for the rest. */
  const embedder: Embedder = {
    id: "fake/embedder",
    embed: async (texts) => ({
      status: "embedded",
      costUsd: 0,
      vectors: texts.map((text) => (/resources|links/i.test(text) ? [1, 0] : [0, 1])),
    }),
  };
  const options = { mode: "resource_section", useSemanticSearch: true } as const;
  const item = { actualOutput: "https://early.example\n\nMore text.\n\nUseful links\nhttps://late.example" };

  test("the first paragraph that is close to a phrase starts it", async () => {
    expect((await CitationPresence({ mode: "resource_section" }).execute(item)).score).toBe(0);
    expect((await CitationPresence({ ...options, embedModel: embedder }).execute(item)).score).toBe(1);
  });

  test("too far is no section", async () => {
    const far: Embedder = {
      ...embedder,
      embed: async (texts) => ({
        status: "embedded",
        costUsd: 0,
        vectors: texts.map((_, index) => (index < 5 ? [1, 0] : [0.7, 0.72])),
      }),
    };
    expect(
      (
        await CitationPresence({ ...options, embedModel: far, resourceSimilarityThreshold: 1 }).execute({
          actualOutput: "x",
        })
      ).score,
    ).toBe(0);
  });

  test("an embedder that fails, or counts wrongly, makes the metric fail", async () => {
    const down: Embedder = { ...embedder, embed: async () => ({ status: "failed", why: "down" }) };
    const short: Embedder = { ...embedder, embed: async () => ({ status: "embedded", vectors: [[1]], costUsd: 0 }) };
    for (const embedModel of [down, short])
      expect(await CitationPresence({ ...options, embedModel }).execute(item)).toMatchObject({
        status: "failed",
        score: null,
      });
  });

  test("without an embedder, or with another mode, it cannot be made", () => {
    expect(() => CitationPresence(options)).toThrow(/embedder/);
    expect(() => CitationPresence({ mode: "some" } as never)).toThrow(/mode/);
  });

  test("anywhere in the text it asks no embedder", async () => {
    const broken: Embedder = { ...embedder, embed: () => Promise.reject(new Error("asked")) };
    expect((await CitationPresence({ useSemanticSearch: true, embedModel: broken }).execute(item)).score).toBe(1);
  });
});
