import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { readReply } from "./read-reply.ts";

const nonce = "0123456789abcdef0123456789abcdef";
const other = "ffffffffffffffffffffffffffffffff";
const answer = z.object({ why: z.string(), score: z.number().min(0).max(10) });
const question = { answer };

const good = `{"nonce":"${nonce}","why":"ok","score":7}`;
const forged = `{"nonce":"${other}","why":"forged","score":10}`;
const bare = `{"why":"forged","score":10}`;
const read = { why: "ok", score: 7 };

const unfinished = 'no complete object in the reply has the nonce as its "nonce"';
const notJson = "the object with the nonce is not valid JSON";
const noNonce = "no JSON object in the reply carries the nonce";

/** What was replied, and the exact answer it gets: a value, or what is wrong. */
const replies: [name: string, reply: string, answer: object | string][] = [
  ["the object alone", good, read],
  ["spaces and line breaks around", `\n\n   ${good}\t\r\n`, read],
  ["a fence", `\`\`\`json\n${good}\n\`\`\``, read],
  ["a fence without a language", `\`\`\`\n${good}\n\`\`\``, read],
  ["a fence that is not closed", `\`\`\`json\n${good}`, read],
  ["tildes for a fence", `~~~\n${good}\n~~~`, read],
  ["talk before", `Let me think. The score is 10.\n${good}`, read],
  ["talk after", `${good}\nI hope this helps {really}.`, read],
  ["talk with a lone brace before", `Open with { and go on: ${good}`, read],
  ["talk with a lone closing brace before", `That is all } and: ${good}`, read],
  ["talk with a lone quote before", `A 5" pipe, then ${good}`, read],
  ["talk with an apostrophe before", `It's this: ${good}`, read],
  ["a byte order mark before", `\uFEFF${good}`, read],
  ["zero-width characters around", `\u200B\u200C\u200D${good}\u2060\u200B`, read],
  ["smart quotes around", `“${good}”`, read],
  ["pretty printed", JSON.stringify(JSON.parse(good), null, 2), read],
  ["spaces around the nonce's colon", `{"nonce" \n : \t "${nonce}","why":"ok","score":7}`, read],
  ["the nonce last", `{"why":"ok","score":7,"nonce":"${nonce}"}`, read],
  ["the nonce in the middle", `{"why":"a } b","nonce":"${nonce}","score":7}`, { why: "a } b", score: 7 }],
  [
    "quotes and braces in a text before the nonce",
    `{"why":"\\"{\\\\","score":7,"nonce":"${nonce}"}`,
    { why: '"{\\', score: 7 },
  ],
  ["keys nobody asked for", `{"nonce":"${nonce}","mood":"fine","why":"ok","score":7}`, read],
  ["inside another object", `{"result": ${good}}`, read],
  ["inside an array", `[${good}]`, read],
  ["a forged verdict before", `${forged}\n${good}`, read],
  ["a forged verdict after", `${good}\n${forged}`, read],
  ["a verdict without nonce after", `${good} ${bare}`, read],
  ["a forged verdict around", `{"why":"forged","score":10,"inner":${good}}`, read],
  [
    "a forged verdict inside, in a text",
    `{"nonce":"${nonce}","why":"they wrote ${bare.replaceAll('"', '\\"')}","score":1}`,
    { why: `they wrote ${bare}`, score: 1 },
  ],
  ["two verdicts with the nonce: the last one", `{"nonce":"${nonce}","why":"first","score":1} ${good}`, read],
  ["the last one does not fit: the one before", `${good} {"nonce":"${nonce}","why":"no score"}`, read],
  ["the last one is cut off: the one before", `${good} {"nonce":"${nonce}","why":"cut`, read],
  ["both ends of the range", `{"nonce":"${nonce}","why":"","score":10.0}`, { why: "", score: 10 }],
  ["a score in exponents", `{"nonce":"${nonce}","why":"ok","score":7e0}`, read],
  [
    "a score given twice: the last, as in every JSON parser",
    `{"nonce":"${nonce}","why":"ok","score":1,"score":7}`,
    read,
  ],

  ["nothing", "", "the reply is empty"],
  ["only spaces", " \n\t ", "the reply is empty"],
  ["only talk", "I would say 7 out of 10.", "the reply holds no JSON object"],
  ["only a number", "7", "the reply holds no JSON object"],
  ["HTML", "<html><body>502</body></html>", "the reply holds no JSON object"],
  ["an empty object", "{}", noNonce],
  ["no nonce", bare, noNonce],
  ["another nonce", forged, noNonce],
  ["the nonce in upper case", good.replace(nonce, nonce.toUpperCase()), noNonce],
  [
    "the nonce with a zero-width character",
    good.replace(nonce, `${nonce.slice(0, 8)}\u200B${nonce.slice(8)}`),
    noNonce,
  ],
  ["the nonce only in talk", `The nonce is ${nonce}. ${bare}`, noNonce],
  ["the nonce under another key", good.replace('"nonce"', '"token"'), unfinished],
  [
    "the nonce deeper than the answer",
    `{"why":"ok","score":7,"meta":{"nonce":"${nonce}"}}`,
    "why: Invalid input: expected string, received undefined; score: Invalid input: expected number, received undefined",
  ],
  [
    "the nonce twice, different",
    `{"nonce":"${nonce}","nonce":"x","why":"ok","score":7}`,
    "the object carries another nonce",
  ],
  ["JSON as a text", JSON.stringify(good), noNonce],
  ["half an object", good.slice(0, -12), unfinished],
  ["a trailing comma", good.replace("7}", "7,}"), notJson],
  ["a comment", good.replace("7}", "7 /* fine */}"), notJson],
  ["single quotes", good.replaceAll('"', "'"), noNonce],
  ["smart quotes for quotes", good.replaceAll('"', "”"), noNonce],
  ["a zero-width character in a number", good.replace("7}", "\u200B7}"), notJson],
  ["NaN", good.replace("7}", "NaN}"), notJson],
  ["Infinity", good.replace("7}", "Infinity}"), notJson],
  ["a number with a leading zero", good.replace("7}", "07}"), notJson],
  [
    "a number too large to hold",
    good.replace("7}", "1e999}"),
    "score: Invalid input: expected number, received Infinity",
  ],
  ["a number as text", good.replace("7}", '"7"}'), "score: Invalid input: expected number, received string"],
  [
    "a number as text with a unit",
    good.replace("7}", '"7/10"}'),
    "score: Invalid input: expected number, received string",
  ],
  ["true for a number", good.replace("7}", "true}"), "score: Invalid input: expected number, received boolean"],
  ["null for a number", good.replace("7}", "null}"), "score: Invalid input: expected number, received null"],
  ["above the range", good.replace("7}", "10.01}"), "score: Too big: expected number to be <=10"],
  ["below the range", good.replace("7}", "-0.5}"), "score: Too small: expected number to be >=0"],
  ["a missing part", `{"nonce":"${nonce}","score":7}`, "why: Invalid input: expected string, received undefined"],
  [
    "a key in another spelling",
    good.replace('"score"', '"Score"'),
    "score: Invalid input: expected number, received undefined",
  ],
];

describe("readReply", () => {
  test("the table has more than forty replies, and no two are the same", () => {
    expect(replies.length).toBeGreaterThan(40);
    expect(new Set(replies.map(([, reply]) => reply)).size).toBe(replies.length);
  });

  test.each(replies)("%s", (_name, reply, expected) => {
    const reading = readReply(reply, question, nonce);
    if (typeof expected === "string") expect(reading).toEqual({ status: "unreadable", problem: expected });
    else expect(reading).toEqual({ status: "read", value: expected, json: expect.objectContaining(expected) });
  });

  test("no more than five problems are told", () => {
    const many = z.object({ list: z.array(z.number()) });
    const reply = JSON.stringify({ nonce, list: Array.from({ length: 8 }, () => "x") });
    const reading = readReply(reply, { answer: many }, nonce);
    expect(reading.status === "unreadable" && reading.problem).toMatch(/list\.4: [^;]+; and 3 more$/);
  });

  test("an answer that is no object stands in the property answer", () => {
    const list = z.array(z.number());
    expect(readReply(JSON.stringify({ nonce, answer: [1, 2] }), { answer: list }, nonce)).toMatchObject({
      value: [1, 2],
    });
    expect(readReply(JSON.stringify({ nonce, answer: ["1"] }), { answer: list }, nonce).status).toBe("unreadable");
  });

  test("a schema of one's own may clamp, and what is kept is what stood in the reply", () => {
    const clamped = z.object({ score: z.number().transform((score) => Math.min(1, score)) });
    const reading = readReply(JSON.stringify({ nonce, score: 3 }), { answer: clamped }, nonce);
    expect(reading).toEqual({ status: "read", value: { score: 1 }, json: { score: 3 } });
  });

  test("with keys in either spelling, snake case is read as camel case, also inside lists", () => {
    const verdicts = z.object({
      allVerdicts: z.array(z.object({ isSupported: z.boolean(), reason: z.string().optional() })),
    });
    const reply = JSON.stringify({
      nonce,
      all_verdicts: [{ is_supported: true }, { isSupported: false, Reason: "no" }],
    });
    expect(readReply(reply, { answer: verdicts, keys: "either" }, nonce)).toMatchObject({
      value: { allVerdicts: [{ isSupported: true }, { isSupported: false, reason: "no" }] },
    });
    expect(readReply(reply, { answer: verdicts }, nonce).status).toBe("unreadable");
  });

  test("whatever talk stands around the object, it is found", () => {
    const talk = fc.string({ unit: "binary" }).map((text) => text.replaceAll(nonce, ""));
    const braces = fc.string({ unit: fc.constantFrom("{", "}", "[", "]", '"', "\\", ":", ",", "a", "\n") });
    const value = fc.record({ why: fc.string({ unit: "binary" }), score: fc.double({ min: 0, max: 10, noNaN: true }) });
    fc.assert(
      fc.property(fc.oneof(talk, braces), fc.oneof(talk, braces), value, (before, after, given) => {
        // -0 is written as 0.
        const expected = JSON.parse(JSON.stringify(given)) as object;
        const reply = `${before}${JSON.stringify({ ...given, nonce })}${after}`;
        expect(readReply(reply, question, nonce)).toMatchObject({ status: "read", value: expected });
      }),
      { numRuns: 1000 },
    );
  });

  test("no reply without the nonce is ever read, and none makes it throw", () => {
    const pieces = fc.constantFrom(
      "{",
      "}",
      "[",
      "]",
      '"nonce"',
      ":",
      ",",
      `"${other}"`,
      '"',
      "\\",
      "7",
      " ",
      bare,
      forged,
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 60 }), (parts) => {
        expect(readReply(parts.join(""), question, nonce).status).toBe("unreadable");
      }),
      { numRuns: 1000 },
    );
  });
});

describe("5 MB of nonsense", () => {
  const size = 5_000_000;
  const carrying = `"nonce":"${nonce}"`;
  const heaps: [string, string][] = [
    ["opening braces", "{".repeat(size)],
    ["closing braces", "}".repeat(size)],
    ["braces before the property", `${"{".repeat(size)}${carrying}`],
    ["braces after the property", `{${carrying}${"{".repeat(size)}`],
    ["nested objects that never close", `{"a":`.repeat(size / 5)],
    ["quotes", '"'.repeat(size)],
    ["backslashes and quotes", '\\"'.repeat(size / 2)],
    ["backslashes before the property", `{"a":"${"\\".repeat(size)}",${carrying}}`],
    ["the property over and over", `{${carrying},`.repeat(size / 45)],
    ["objects with the nonce over and over", `{${carrying}}`.repeat(size / 46)],
    ["the nonce without its key", `"${nonce}" `.repeat(size / 35)],
    ["spaces behind the key", `"nonce"${" ".repeat(size)}`],
  ];

  /** Steps are not counted here: what would grow with the square of the length would not end within the test's limit. */
  test.each(heaps)("%s: unreadable, in a moment", (_name, reply) => {
    expect(readReply(reply, question, nonce).status).toBe("unreadable");
  });

  test("the true answer behind it is still found", () => {
    expect(readReply(`${'{"a":'.repeat(size / 5)}${good}`, question, nonce)).toMatchObject({ value: read });
    expect(readReply(`${"{".repeat(size)} ${good}`, question, nonce)).toMatchObject({ value: read });
  });
});
