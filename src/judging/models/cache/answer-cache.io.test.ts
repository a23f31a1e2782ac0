import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { type AnswerCache, computeAnswerKey } from "./answer-cache.ts";
import { fileAnswerCache } from "./file-cache.ts";
import { memoryAnswerCache } from "./memory-cache.ts";

const question = {
  about: "grade",
  prompt: "Grade it.",
  facts: { a: 1, b: ["x"] },
  answer: z.object({ score: z.number() }),
};
const settings = { model: "p/m", temperature: 0 };
const key = computeAnswerKey(question, settings);

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "axis-answers-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe("the key", () => {
  test("is a digest that does not change with the order of keys", () => {
    expect(key).toMatch(/^[0-9a-f]{64}$/);
    expect(computeAnswerKey({ ...question, facts: { b: ["x"], a: 1 } }, settings)).toBe(key);
  });

  test("is another one for each time the same is asked on purpose, and the first is as it always was", () => {
    expect(computeAnswerKey({ ...question, draw: 1 }, settings)).toBe(key);
    expect(new Set([1, 2, 3].map((draw) => computeAnswerKey({ ...question, draw }, settings))).size).toBe(3);
  });

  const others: [string, string][] = [
    ["the model", computeAnswerKey(question, { ...settings, model: "p/other" })],
    ["the server", computeAnswerKey(question, { ...settings, baseUrl: "http://other/v1" })],
    ["the temperature", computeAnswerKey(question, { ...settings, temperature: 1 })],
    ["the name of the question", computeAnswerKey({ ...question, about: "rate" }, settings)],
    ["the instruction", computeAnswerKey({ ...question, prompt: "Grade it!" }, settings)],
    ["the examples", computeAnswerKey({ ...question, examples: [{ facts: 1, answer: {} }] }, settings)],
    ["the facts", computeAnswerKey({ ...question, facts: { a: 1, b: ["y"] } }, settings)],
    ["the shape", computeAnswerKey({ ...question, answer: z.object({ score: z.number().max(1) }) }, settings)],
    ["the spelling of keys", computeAnswerKey({ ...question, keys: "either" }, settings)],
    ["what was wrong before", computeAnswerKey({ ...question, problem: "no" }, settings)],
  ];

  test.each(others)("changes with %s", (_name, other) => {
    expect(other).not.toBe(key);
  });
});

const caches: [string, () => AnswerCache][] = [
  ["memory", memoryAnswerCache],
  ["files", () => fileAnswerCache({ folder: join(folder, "judge-cache") })],
];

describe.each(caches)("a cache in %s", (_name, open) => {
  test("gives back what was kept, and nothing else", async () => {
    const cache = open();
    expect(await cache.get(key)).toBeUndefined();
    await cache.set(key, { score: 1, note: "ä\u2028" });
    expect(await cache.get(key)).toEqual({ score: 1, note: "ä\u2028" });
    expect(await cache.get(computeAnswerKey(question, { ...settings, temperature: 1 }))).toBeUndefined();
  });

  test("what one was given can be changed without changing what others get", async () => {
    const cache = open();
    await cache.set(key, { list: [1] });
    ((await cache.get(key)) as { list: number[] }).list.push(2);
    expect(await cache.get(key)).toEqual({ list: [1] });
  });
});

describe("a cache in files", () => {
  test("is there for the next process, one file per answer and no drafts", async () => {
    await Promise.all(Array.from({ length: 20 }, () => fileAnswerCache({ folder }).set(key, { score: 1 })));
    expect(await readdir(folder)).toEqual([key.slice(0, 2)]);
    expect(await readdir(join(folder, key.slice(0, 2)))).toEqual([`${key}.json`]);
    expect(await fileAnswerCache({ folder }).get(key)).toEqual({ score: 1 });
  });

  test("what is written passes the redaction", async () => {
    const cache = fileAnswerCache({ folder, redact: (text) => text.replaceAll("hunter22", "[redacted]") });
    await cache.set(key, { why: "said hunter22" });
    expect(await readFile(join(folder, key.slice(0, 2), `${key}.json`), "utf8")).not.toContain("hunter22");
    expect(await cache.get(key)).toEqual({ why: "said [redacted]" });
  });

  test.each([
    ["half a file", '{"version":1,"key":'],
    ["nothing", ""],
    ["another version", `{"version":2,"key":"${key}","answer":{}}`],
    ["another key", `{"version":1,"key":"other","answer":{}}`],
    ["no answer", `{"version":1,"key":"${key}"}`],
    ["binary", "\u0000\u0001"],
  ])("%s is a miss, said once, and is replaced by the next answer", async (_name, text) => {
    const warnings: string[] = [];
    const cache = fileAnswerCache({ folder, onWarning: (message) => warnings.push(message) });
    await mkdir(join(folder, key.slice(0, 2)));
    await writeFile(join(folder, key.slice(0, 2), `${key}.json`), text);
    expect(await cache.get(key)).toBeUndefined();
    expect(await cache.get(key)).toBeUndefined();
    expect(warnings).toHaveLength(1);
    await cache.set(key, { score: 2 });
    expect(await cache.get(key)).toEqual({ score: 2 });
  });

  test("a folder that cannot be written costs a warning, not the answer", async () => {
    const warnings: string[] = [];
    await writeFile(join(folder, "file"), "in the way");
    const cache = fileAnswerCache({ folder: join(folder, "file"), onWarning: (message) => warnings.push(message) });
    await cache.set(key, { score: 1 });
    await cache.set(key, { score: 1 });
    expect(warnings).toEqual([expect.stringContaining("Could not store answers in")]);
  });
});
