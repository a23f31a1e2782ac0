import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { Entry, EntryInput } from "../core/entry.ts";
import type { Evidence } from "../core/evidence.ts";
import { callOf, outputOf } from "../transcript/call.ts";
import { callClass } from "./call-class.ts";
import { columnOf, executionSuccess } from "./execution-success.ts";
import { agentAnswer, bash, evidenceOf, says, use, result } from "./literal-run.ts";
import { stepOf } from "./step.ts";
import { stopWords } from "./words.ts";

const wordsIn = (text: string) => [...new Set(text.split(/[^\p{L}\p{Nd}_]+/u).map((w) => w.toLowerCase()).filter((w) => [...w].length >= 3 && !stopWords.has(w)))];
const values = (v: any): string[] => typeof v === "string" || typeof v === "number" ? [String(v)] : v && typeof v === "object" ? Object.values(v).flatMap(values) : [];

function slow(evidence: Evidence) {
  const { interactions, transcript, task, finalAnswer } = evidence;
  const steps = interactions.map((i) => stepOf(i, transcript));
  const calls = interactions.map((i) => (i.kind === "tool" ? callOf(i, transcript) : null));
  const classes = steps.map(callClass);
  const failed = steps.map((s) => s.kind === "tool" && s.categories.some((c) => executionSuccess(s, columnOf(c)).success < 0.5));
  const thought = (i: number) => interactions[i]!.entryIndices.map((e) => { const x = transcript[e]!; return x.type === "assistant" ? x.text : x.type === "error" ? x.message : ""; }).join("\n");
  const inputWords = steps.map((s, i) => s.kind === "tool" ? (calls[i]!.use ? wordsIn(values(calls[i]!.input).join("\n")) : []) : wordsIn(thought(i)));
  const later = (position: number) => {
    const set = new Set<string>(wordsIn(finalAnswer ?? ""));
    steps.forEach((s, i) => { if (s.kind === "tool" && calls[i]!.use && interactions[i]!.entryIndices[0]! > position) inputWords[i]!.forEach((w) => set.add(w)); });
    transcript.forEach((e, at) => { if (e.type === "assistant" && at > position) wordsIn(e.text).forEach((w) => set.add(w)); });
    return set;
  };
  const earlier = (position: number) => {
    const set = new Set<string>(wordsIn(task));
    for (let at = 0; at < position; at++) {
      const e = transcript[at]!;
      if (e.type === "assistant" || e.type === "user" || e.type === "system") wordsIn(e.text).forEach((w) => set.add(w));
      else if (e.type === "error") wordsIn(e.message).forEach((w) => set.add(w));
      else if (e.type === "tool_result") wordsIn(e.output).forEach((w) => set.add(w));
      else { const i = interactions.findIndex((x) => x.entryIndices[0] === at); inputWords[i]!.forEach((w) => set.add(w)); }
    }
    return set;
  };
  const norm = (t: string) => t.toLowerCase().replace(/\s+/g, " ").trim();
  const repeats = steps.map((s, i) => s.kind === "thinking" && steps.slice(0, i).some((o, j) => o.kind === "thinking" && norm(thought(j)) === norm(thought(i))));
  const taskWords = new Set(wordsIn(task)), answer = new Set(wordsIn(finalAnswer ?? ""));
  const audits = steps.map((s, i) => {
    const call = calls[i]; const at = interactions[i]!.entryIndices.at(-1)!;
    if (s.kind === "error") return { success: 0, weight: 1, relevance: 0.2 };
    const nextCall = new Set(inputWords[steps.findIndex((o, j) => j > i && o.kind === "tool" && calls[j]!.use !== null)] ?? []);
    const shares = () => { const w = inputWords[i]!; return w.length === 0 ? 0.8 : 0.2 + 0.6 * w.filter((x) => taskWords.has(x) || answer.has(x) || nextCall.has(x)).length / w.length; };
    if (s.kind === "thinking") { const bytes = interactions[i]!.contextBytes; return { success: repeats[i] ? 0.5 : 1, weight: Math.min(1, Math.max(0.3, 4000 / bytes)), relevance: shares() }; }
    const text = outputOf(call!) ?? "";
    const refused = failed[i] && /unknown tool|no such tool|invalid input|invalid arguments|invalid parameters|InputValidationError/i.test(text);
    const success = call!.result === null || refused ? 0 : 1;
    const bytes = Buffer.byteLength(text); const lat = later(at);
    let weight = 1;
    if (bytes > 2048 && classes[i] !== "write") {
      const used = text.split(/(?<=\n)/).filter((l) => wordsIn(l).some((w) => [...w].length >= 4 && lat.has(w))).reduce((n, l) => n + Buffer.byteLength(l), 0);
      weight = 0.3 + 0.7 * Math.min(1, used / bytes / 0.25);
    }
    const before = earlier(at);
    const fresh = wordsIn(text).filter((w) => !before.has(w));
    const used = fresh.filter((w) => lat.has(w)).length;
    let relevance = shares();
    if (fresh.length > 0 && used >= Math.min(2, fresh.length)) relevance = 1;
    else if (classes[i] === "write" && wordsIn(s.target).some((w) => taskWords.has(w) || lat.has(w))) relevance = 1;
    return { success, weight, relevance };
  });
  const key = (i: number) => calls[i]?.use ? `${calls[i]!.tool.toLowerCase()} ${JSON.stringify(calls[i]!.input)}` : null;
  const unnecessary = steps.flatMap((s, i) => {
    if (s.kind === "error") return [];
    if (s.kind === "thinking") return repeats[i] ? [i + 1] : [];
    const dup = key(i) !== null && steps.some((_, j) => j < i && key(j) === key(i) && !failed[j] && !steps.slice(j + 1, i).some((o, k) => o.kind === "tool" && (classes[j + 1 + k] === "write" || (classes[j + 1 + k] === "opaque" && key(j + 1 + k) !== key(i)))));
    if (dup) return [i + 1];
    if (s.categories.includes("agent")) return [];
    if (classes[i] === "read" && audits[i]!.relevance < 0.4) return [i + 1];
    const retry = failed[i] && key(i) !== null && steps.some((o, j) => j < i && o.kind === "tool" && failed[j] && key(j) !== null && o.tool === s.tool && (inputWords[j]!.length === 0 ? key(j) === key(i) : inputWords[j]!.filter((w) => inputWords[i]!.includes(w)).length / inputWords[j]!.length >= 0.8));
    return retry ? [i + 1] : [];
  });
  return { audits, unnecessary };
}

const vocabulary = ["lexer", "token", "parser", "abc", "the", "ab", "Grün", "x1_y", "that", "node", "test", "main", "42", "1234"];
const text = fc.array(fc.constantFrom(...vocabulary, " ", "\n", ".", "/"), { maxLength: 8 }).map((w) => w.join(" "));
const big = fc.tuple(text, text, fc.integer({ min: 0, max: 900 })).map(([a, b, n]) => `${a}\n${"zz ".repeat(n)}\n${b}`);
const id = fc.constantFrom(null, null, "1", "2", "3");
const entry: fc.Arbitrary<EntryInput> = fc.oneof(
  text.map(says),
  fc.record({ type: fc.constantFrom("user", "system"), text }) as fc.Arbitrary<EntryInput>,
  fc.tuple(fc.constantFrom("Bash", "bash"), fc.constantFrom("cat lexer", "rm token", "npm test", "echo hi > parser", "node main lexer token abc", "node main lexer token x1_y", "cat .claude/x"), id).map(([t, command, i]) => use(t, { command }, { id: i })),
  fc.tuple(fc.constantFrom("Read", "Write", "TodoWrite", "mcp__cms__get_post", "mcp__cms__create_post", "Zed"), text, id).map(([t, path, i]) => use(t, { path }, { id: i })),
  fc.tuple(fc.oneof(text, big, fc.constantFrom("unknown tool", "exit code 1\nno such tool", "HTTP/1.1 404\nlexer", '{"error":"token"}')), id, fc.boolean(), fc.constantFrom(undefined, 0, 1, 2)).map(([o, i, isError, exitCode]) => result(o, { id: i, isError, ...(exitCode === undefined ? {} : { exitCode }) })),
  fc.record({ type: fc.constant("error"), message: text }) as fc.Arbitrary<EntryInput>,
);
test("the quick answer is the slow one", async () => {
  await fc.assert(fc.asyncProperty(fc.array(entry, { minLength: 1, maxLength: 25 }), text, fc.option(text), async (entries, task, finalAnswer) => {
    const evidence = evidenceOf(entries, { task, finalAnswer });
    if (evidence.interactions.length === 0) return;
    const quick = await agentAnswer(entries, { task, finalAnswer });
    const want = slow(evidence);
    expect(quick.audits.map((a) => [a.id, a.success, Math.round(a.weight * 1e9), Math.round(a.contextRelevance * 1e9)])).toEqual(want.audits.map((a, i) => [i + 1, a.success, Math.round(a.weight * 1e9), Math.round(a.relevance * 1e9)]));
    expect(quick.necessity.unnecessaryIds).toEqual(want.unnecessary);
  }), { numRuns: 20000 });
}, 300000);
