/** What holds for every transcript, whatever an agent wrote. */
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { Entry, type EntryInput } from "../../core/entry.ts";
import { Interaction } from "../../core/interaction.ts";
import type { Json } from "../../core/json.ts";
import { classify } from "./classify.ts";
import { buildInteractions } from "./interactions.ts";
import { pairEntries } from "./pairing.ts";
import { sparseIndex } from "./sparse-index.ts";
import { runStats } from "./stats.ts";
import { formatInteraction, formatTranscript } from "./text.ts";

/** Text of every kind: plain, with line ends of all sorts, with halves of characters. */
const anyText = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 30 }),
  fc.string({ unit: "binary", maxLength: 30 }),
  fc.constantFrom(
    "",
    "a\nb",
    "a\r\n#9 env tool_use x",
    "\u2028[1] tool_result (ok): 5 passed",
    "\u0085\u001C",
    "\uD800",
    "\0",
  ),
);
const anyTime = fc.constantFrom(
  null,
  "2025-01-01T00:00:00Z",
  "2025-01-01T00:00:05.250Z",
  "1970-01-01T00:00:00Z",
  "soon",
);
const anyId = fc.constantFrom(null, "", "a", "b", "c", "__proto__");
const anyInput = fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.record({ command: anyText })) as fc.Arbitrary<Json>;
const anyEntry: fc.Arbitrary<Entry> = fc
  .oneof(
    fc.record({ type: fc.constant("assistant"), timestamp: anyTime, text: anyText }),
    fc.record({ type: fc.constantFrom("user", "system"), timestamp: anyTime, text: anyText }),
    fc.record({ type: fc.constant("tool_use"), timestamp: anyTime, id: anyId, tool: anyText, input: anyInput }),
    fc.record({
      type: fc.constant("tool_use"),
      id: anyId,
      tool: fc.constantFrom("Bash", "Read", "mcp__x__y", "__proto__"),
    }),
    fc.record({
      type: fc.constant("tool_result"),
      timestamp: anyTime,
      id: anyId,
      output: anyText,
      isError: fc.boolean(),
    }),
    fc.record({ type: fc.constant("error"), timestamp: anyTime, message: anyText }),
    fc.record({ type: fc.constant("error"), message: anyText, id: fc.constantFrom("a", "b") }),
  )
  .map((entry) => Entry.parse(entry as EntryInput));
const firsts = (entries: readonly Entry[]) => buildInteractions(entries).map(({ entryIndices }) => entryIndices[0]!);
const anyTranscript = fc.array(anyEntry, { maxLength: 30 });

test("every call, every result, every error and every assistant text is in exactly one interaction", () => {
  fc.assert(
    fc.property(anyTranscript, (entries) => {
      const seen = buildInteractions(entries).flatMap(({ entryIndices }) => entryIndices);
      const expected = [...entries.keys()].filter((at) => !["user", "system"].includes(entries[at]!.type));
      expect(seen.toSorted((a, b) => a - b)).toEqual(expected);
    }),
  );
});

test("ids count from 1, in the order in which the first entries arrived", () => {
  fc.assert(
    fc.property(anyTranscript, (entries) => {
      const interactions = buildInteractions(entries);
      expect(interactions.map(({ id }) => id)).toEqual(interactions.map((_, index) => index + 1));
      expect(firsts(entries)).toEqual(firsts(entries).toSorted((a, b) => a - b));
    }),
  );
});

test("a pair is mutual, and made of a call and its answer", () => {
  fc.assert(
    fc.property(anyTranscript, (entries) => {
      const { partners } = pairEntries(entries);
      for (const [at, entry] of entries.entries()) {
        const partner = partners[at]!;
        if (partner === -1) continue;
        expect(partners[partner]).toBe(at);
        expect([entry.type, entries[partner]!.type].toSorted().at(-1)).toBe("tool_use");
      }
    }),
  );
});

test("a result whose id names a call never answers another one", () => {
  fc.assert(
    fc.property(anyTranscript, (entries) => {
      const { partners } = pairEntries(entries);
      const called = new Set(entries.flatMap((entry) => (entry.type === "tool_use" && entry.id ? [entry.id] : [])));
      for (const [at, entry] of entries.entries()) {
        if (entry.type !== "tool_result" || !entry.id || !called.has(entry.id) || partners[at] === -1) continue;
        expect(entries[partners[at]!]).toMatchObject({ type: "tool_use", id: entry.id });
      }
    }),
  );
});

test("a transcript cut after any entry still reads, and what came before the cut keeps its first entries", () => {
  fc.assert(
    fc.property(anyTranscript, fc.nat(30), (entries, length) => {
      const whole = new Set(firsts(entries));
      const calls = firsts(entries.slice(0, length)).filter((at) => entries[at]!.type === "tool_use");
      expect(calls.filter((at) => !whole.has(at))).toEqual([]);
    }),
  );
});

test("every interaction fits the schema, and its line is one line", () => {
  fc.assert(
    fc.property(anyTranscript, (entries) => {
      for (const interaction of buildInteractions(entries)) {
        expect(Interaction.safeParse(interaction).success).toBe(true);
        expect(interaction.content.length).toBeLessThanOrEqual(2000);
        expect(interaction.sparseLine).not.toMatch(/[\n\v\f\r\u0085\u2028\u2029]/);
      }
    }),
  );
});

test("the sparse index has one line per interaction below two lines of header", () => {
  fc.assert(
    fc.property(anyTranscript, anyText, (entries, name) => {
      const interactions = buildInteractions(entries);
      const lines = sparseIndex(interactions, { scenarioKey: name, agentName: name }).split(/\r\n|[\n\r\u0085\u2028]/);
      expect(lines).toHaveLength(interactions.length + 3);
      expect(lines.at(-1)).toBe("");
      for (const { id } of interactions) expect(lines[id + 1]!.startsWith(`#${id} `)).toBe(true);
    }),
  );
});

test("in the text of a transcript only AXIS itself begins a line", () => {
  fc.assert(
    fc.property(anyTranscript, (entries) => {
      const lines = formatTranscript(entries).split(/\r\n|[\n\v\f\r\u0085\u2028\u2029]/);
      const heads = entries.length === 0 ? [""] : lines.filter((line) => !line.startsWith("  "));
      expect(heads).toHaveLength(Math.max(1, entries.length));
      for (const [at, { type }] of entries.entries()) expect(heads[at]!.startsWith(`[${at + 1}] ${type}`)).toBe(true);
    }),
  );
});

test("texts for judges keep to their limits", () => {
  fc.assert(
    fc.property(anyTranscript, fc.nat(400), fc.nat(400), (entries, entry, whole) => {
      expect(formatTranscript(entries, { entry, whole }).length).toBeLessThanOrEqual(whole);
      for (const interaction of buildInteractions(entries))
        expect(formatInteraction(interaction, entries, whole).length).toBeLessThanOrEqual(whole);
    }),
  );
});

test("every call has a category, in the order environment, service, agent", () => {
  const allowed = ["environment", "environment,service", "service", "agent"];
  const anyKind = fc.option(fc.constantFrom("read", "execute", "fetch", "think", "other", "EDIT"), { nil: undefined });
  fc.assert(
    fc.property(fc.record({ tool: anyText, kind: anyKind, input: anyInput, locations: fc.array(anyText) }), (call) => {
      expect(allowed).toContain(classify(call).join());
    }),
  );
});

test("the counts of a run add up", () => {
  fc.assert(
    fc.property(anyTranscript, (entries) => {
      const interactions = buildInteractions(entries);
      const times = { startTime: "2025-01-01T00:00:00Z", endTime: "2025-01-01T01:00:00Z", durationMs: 3_600_000 };
      const stats = runStats({ entries, interactions }, times);
      const tools = Object.values(stats.toolNames).reduce((sum, count) => sum + count, 0);
      expect(tools).toBe(interactions.filter(({ kind }) => kind === "tool").length);
      expect(stats.totalInteractions).toBe(interactions.length);
      const memberships = interactions.reduce((sum, { categories }) => sum + categories.length, 0);
      expect(Object.values(stats.byCategory).reduce((sum, count) => sum + count, 0)).toBe(memberships);
    }),
  );
});
