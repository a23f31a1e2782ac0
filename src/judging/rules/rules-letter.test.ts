/** The rules read once more, slowly and to the letter: the quick way has to say the same. */
import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { EntryInput } from "../../core/entry.ts";
import type { Evidence } from "../../core/evidence.ts";
import type { Json } from "../../core/json.ts";
import { toCall } from "../../agents/transcript/call.ts";
import type { CallClass } from "./call-class.ts";
import { selectColumn, executionSuccess } from "./execution-success.ts";
import { askAgentQuestion, buildEvidence, toolResult, assistantText, toolUse } from "./literal-run.ts";
import { type RuleStep, toRuleStep } from "./step.ts";
import { stopWords } from "./words.ts";

function wordsIn(text: string): string[] {
  const words = text.split(/[^\p{L}\p{Nd}_]+/u).map((word) => word.toLowerCase());
  return [...new Set(words)].filter((word) => [...word].length >= 3 && !stopWords.has(word));
}

function valuesIn(input: Json): string {
  if (typeof input === "string" || typeof input === "number") return String(input);
  if (typeof input !== "object" || input === null) return "";
  return Object.values(input)
    .map((part) => valuesIn(part ?? null))
    .join("\n");
}

interface Moment {
  readonly step: RuleStep;
  readonly class: CallClass;
  readonly failed: boolean;
  /** Null where nothing was called, or the call is not known. */
  readonly input: Json | null;
  /** Of the input, or of what was said. */
  readonly words: readonly string[];
  readonly tooLong: boolean;
}

class SlowRules {
  readonly moments: readonly Moment[];
  constructor(readonly evidence: Evidence) {
    this.moments = evidence.interactions.map((interaction) => {
      const step = toRuleStep(interaction, evidence.transcript);
      const call = toCall(interaction, evidence.transcript);
      const input = call?.use ? call.input : null;
      const below = step.categories.some((category) => executionSuccess(step)[selectColumn(category)].success < 0.5);
      const words = wordsIn(step.kind !== "tool" ? step.text : input === null ? "" : valuesIn(input));
      const [kind, failed] = [step.callClass, step.kind === "tool" && below];
      return { step, class: kind, failed, input, words, tooLong: step.textBytes > 2048 && kind !== "write" };
    });
  }

  /** In inputs of later calls, in later assistant text, or in the final answer. */
  later(position: number): Set<string> {
    const spoken = this.moments.filter(({ step, input }) => {
      const at = step.kind === "thinking" ? step.lastEntry : step.firstEntry;
      return (step.kind === "thinking" || input !== null) && at > position;
    });
    return new Set([...spoken.flatMap(({ words }) => words), ...wordsIn(this.evidence.finalAnswer ?? "")]);
  }

  /** In the task, or in any entry before a position. */
  earlier(position: number): Set<string> {
    const entries = this.evidence.transcript.slice(0, position).flatMap((entry, at) => {
      if (entry.type === "tool_use") return this.moments.find(({ step }) => step.firstEntry === at)?.words ?? [];
      if (entry.type === "tool_result") return wordsIn(entry.output);
      return wordsIn(entry.type === "error" ? entry.message : entry.text);
    });
    return new Set([...wordsIn(this.evidence.task), ...entries]);
  }

  repeats(place: number): boolean {
    const plain = ({ step }: Moment) => `${step.kind} ${step.text.toLowerCase().replace(/\s+/g, " ").trim()}`;
    return this.moments.slice(0, place).some((moment) => plain(moment) === plain(this.moments[place]!));
  }

  success(place: number): number {
    const { step, failed } = this.moments[place]!;
    if (step.kind === "error") return 0;
    if (step.kind === "thinking") return this.repeats(place) ? 0.5 : 1;
    return step.result === null || (failed && /unknown tool|no such tool/.test(step.text)) ? 0 : 1;
  }

  weight(place: number): number {
    const { step, tooLong } = this.moments[place]!;
    if (step.kind === "thinking") return Math.min(1, Math.max(0.3, 4000 / step.textBytes));
    if (step.kind === "error" || !tooLong) return 1;
    const later = this.later(step.lastEntry);
    const used = step.text
      .split(/(?<=\n)/)
      .filter((line) => wordsIn(line).some((word) => [...word].length >= 4 && later.has(word)));
    return 0.3 + 0.7 * Math.min(1, Buffer.byteLength(used.join("")) / step.textBytes / 0.25);
  }

  relevance(place: number): number {
    const { step, words, class: kind } = this.moments[place]!;
    if (step.kind === "error") return 0.2;
    const later = this.later(step.lastEntry);
    const task = wordsIn(this.evidence.task);
    const earlier = this.earlier(step.lastEntry);
    const fresh = step.kind === "tool" ? wordsIn(step.text).filter((word) => !earlier.has(word)) : [];
    const used = fresh.filter((word) => later.has(word));
    if (used.length >= 2 || (used.length === 1 && fresh.length === 1)) return 1;
    if (kind === "write" && wordsIn(step.target).some((word) => task.includes(word) || later.has(word))) return 1;
    if (words.length === 0) return 0.8;
    const next = this.moments.slice(place + 1).find(({ input }) => input !== null)?.words ?? [];
    const places = new Set([...task, ...wordsIn(this.evidence.finalAnswer ?? ""), ...next]);
    return 0.2 + 0.6 * (words.filter((word) => places.has(word)).length / words.length);
  }

  isUnnecessary(place: number): boolean {
    const { step, class: kind } = this.moments[place]!;
    if (step.kind !== "tool") return step.kind === "thinking" && this.repeats(place);
    if (this.isDuplicate(place)) return true;
    if (step.categories.includes("agent")) return false;
    return (kind === "read" && this.relevance(place) < 0.4) || this.isRetry(place);
  }

  isDuplicate(place: number): boolean {
    return this.moments.slice(0, place).some((earlier, at) => {
      const between = this.moments.slice(at + 1, place).filter(({ step }) => step.kind === "tool");
      const changed = between.some(
        (one) => one.class === "write" || (one.class === "opaque" && !this.same(one, earlier)),
      );
      return this.same(earlier, this.moments[place]!) && !earlier.failed && !changed;
    });
  }

  same(a: Moment, b: Moment): boolean {
    return a.input !== null && a.step.tool === b.step.tool && JSON.stringify(a.input) === JSON.stringify(b.input);
  }

  isRetry(place: number): boolean {
    const now = this.moments[place]!;
    return this.moments.slice(0, place).some((earlier) => {
      if (!now.failed || !earlier.failed || now.input === null || earlier.input === null) return false;
      if (earlier.step.tool !== now.step.tool) return false;
      const shared = earlier.words.filter((word) => now.words.includes(word));
      return earlier.words.length === 0 ? this.same(earlier, now) : shared.length / earlier.words.length >= 0.8;
    });
  }
}

const piece = fc.constantFrom(
  "lexer",
  "Token",
  "parser",
  "abc",
  "the",
  "ab",
  "Grün",
  "x1_y",
  "that",
  "42",
  "1234",
  "\n",
);
const text = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(" "));
const long = fc
  .tuple(text, fc.nat(2_000), text)
  .map(([start, count, end]) => `${start}\n${"zz ".repeat(count)}\n${end}`);
const telling = fc.constantFrom("exit code 1\nunknown tool", "HTTP/1.1 404\nlexer", '{"error":"token"}');
const command = fc.constantFrom(
  "cat lexer",
  "rm token",
  "npm test",
  "ls > parser",
  "cat .claude/x",
  "node a lexer token abc",
);
const id = fc.constantFrom(null, null, "1", "2", "3");
const anyEntry: fc.Arbitrary<EntryInput> = fc.oneof(
  fc.oneof(text, long).map(assistantText),
  fc.record({ type: fc.constantFrom("user" as const, "system" as const), text }),
  fc.record({ type: fc.constant("error" as const), message: text }),
  fc.tuple(command, id).map(([line, number]) => toolUse("Bash", { command: line }, { id: number })),
  fc
    .tuple(fc.constantFrom("Read", "Write", "TodoWrite", "mcp__cms__get_post", "Zed"), text, id)
    .map(([tool, path, number]) => toolUse(tool, { path }, { id: number })),
  fc
    .tuple(fc.oneof(text, long, telling), id, fc.boolean())
    .map(([output, number, isError]) => toolResult(output, { id: number, isError })),
);

test("the quick answer to any run is the slow one", async () => {
  const anyRun = fc.record({
    entries: fc.array(anyEntry, { maxLength: 25 }),
    task: text,
    finalAnswer: fc.option(text),
  });
  await fc.assert(
    fc.asyncProperty(anyRun, async ({ entries, ...options }) => {
      const slow = new SlowRules(buildEvidence(entries, options));
      fc.pre(slow.moments.length > 0);
      const { audits, necessity } = await askAgentQuestion(entries, options);
      for (const [place, audit] of audits.entries()) {
        expect(audit.success).toBe(slow.success(place));
        expect(audit.weight).toBeCloseTo(slow.weight(place), 9);
        expect(audit.contextRelevance).toBeCloseTo(slow.relevance(place), 9);
      }
      const unnecessary = slow.moments.filter((_, place) => slow.isUnnecessary(place)).map(({ step }) => step.id);
      expect(necessity.unnecessaryIds).toEqual(unnecessary);
    }),
    { numRuns: 500 },
  );
});
