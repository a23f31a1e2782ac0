import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { buildInteractions } from "../interactions.ts";
import { readTranscript } from "../read-transcript.ts";

/**
 * What a person finds in each recorded file. All but a few runs were given the same task: create hello.txt, then show
 * it. `calls` are tool calls, `failed` those with an error, `errors` errors that belong to no call.
 */
interface Facts {
  readonly calls: number;
  readonly failed?: number;
  readonly errors?: number;
  /** The final answer, or the code of the failure. */
  readonly end: { readonly answer: string } | { readonly code: string };
  /** Input without cache, output, read from cache; null where the file does not tell. */
  readonly usage: readonly [number, number, number] | null;
  readonly session?: boolean;
  readonly unknown?: Readonly<Record<string, number>>;
}

const done = { answer: "Done: hello.txt contains 'hello from mock'." };
const noFile = { answer: "The file missing.txt does not exist." };
const sum = { answer: "The sum is 42." };
const both = { answer: "Both done." };
const cutOff = { code: "protocol" };

/** The first formats count 606 tokens beside the 66 from the cache; the others count these among the 606. */
const beside = { ok: [606, 96, 66], toolfail: [301, 61, 11] } as const;
const among = { ok: [540, 96, 66], toolfail: [290, 61, 11] } as const;
const mcp = [300, 60, 0] as const;
const parallel = [200, 40, 0] as const;
/** Of the first model turn alone. */
const firstTurn = [90, 21, 11] as const;
const nothing = [0, 0, 0] as const;

/** A connection says so by itself. */
const status = { "_auth/status_update": 1 };
/** The recorder's own note of what the SDK threw. */
const thrown = { "(no type)": 1 };

const recorded: Readonly<Record<string, Readonly<Record<string, Facts>>>> = {
  "claude-code": {
    "claude.ndjson": { calls: 2, end: done, usage: beside.ok },
    "claude.ok.bare.ndjson": { calls: 2, end: done, usage: beside.ok },
    "claude.ok.nonroot.ndjson": { calls: 2, end: done, usage: beside.ok },
    "claude.ok.partial.ndjson": { calls: 2, end: done, usage: beside.ok },
    "claude.thinking.ndjson": { calls: 2, end: done, usage: beside.ok },
    "claude.toolfail.ndjson": { calls: 2, failed: 1, end: noFile, usage: beside.toolfail },
    "claude.parallel.ndjson": { calls: 2, end: both, usage: parallel },
    // Its MCP tools were hidden: both calls were of tools that it did not have.
    "claude.mcp.ndjson": { calls: 2, failed: 2, end: sum, usage: mcp },
    "claude.mcp.nodefer.ndjson": { calls: 2, failed: 1, end: sum, usage: mcp },
    "claude.dropmid.ndjson": { calls: 2, end: done, usage: [616, 97, 66] },
    // It was stopped while it asked again and again.
    "claude.err401.ndjson": { calls: 0, end: { code: "auth" }, usage: null },
    // Cut off before its result: input and cache are known, the output only as it was when the message began.
    "claude.hang.ndjson": { calls: 1, end: cutOff, usage: [101, 1, 11] },
    "claude.sleeptool.ndjson": { calls: 1, failed: 1, end: cutOff, usage: [100, 1, 0] },
    "claude-agent-sdk.ok.ndjson": { calls: 2, end: done, usage: beside.ok },
    "claude-agent-sdk.toolfail.ndjson": { calls: 2, failed: 1, end: noFile, usage: beside.toolfail },
    "claude-agent-sdk.mcp.ndjson": { calls: 2, failed: 1, end: sum, usage: mcp },
    "claude-agent-sdk.err401.ndjson": { calls: 0, end: { code: "auth" }, usage: nothing, unknown: thrown },
  },
  // Each run begins with a warning about the model, which Codex calls an error.
  codex: {
    "codex.ndjson": { calls: 2, errors: 1, end: done, usage: among.ok },
    "codex.thinking.ndjson": { calls: 2, errors: 1, end: done, usage: among.ok },
    "codex.toolfail.ndjson": { calls: 2, failed: 1, errors: 1, end: noFile, usage: among.toolfail },
    "codex.parallel.ndjson": { calls: 2, errors: 1, end: both, usage: parallel },
    "codex.mcp.ndjson": { calls: 2, failed: 1, errors: 1, end: sum, usage: mcp },
    "codex.dropmid.ndjson": { calls: 2, errors: 2, end: done, usage: among.ok },
    "codex.err401.ndjson": { calls: 0, errors: 5, end: { code: "auth" }, usage: null },
    "codex.hang.ndjson": { calls: 1, errors: 1, end: cutOff, usage: null },
    "codex.sleeptool.ndjson": { calls: 1, errors: 1, end: cutOff, usage: null },
    "codex-sdk.ok.ndjson": { calls: 2, errors: 1, end: done, usage: among.ok },
    "codex-sdk.toolfail.ndjson": { calls: 2, failed: 1, errors: 1, end: noFile, usage: among.toolfail },
    "codex-sdk.mcp.ndjson": { calls: 2, failed: 1, errors: 1, end: sum, usage: mcp },
    "codex-sdk.err401.ndjson": { calls: 0, errors: 5, end: { code: "auth" }, usage: null, unknown: thrown },
  },
  gemini: {
    "gemini.ndjson": { calls: 2, end: done, usage: among.ok },
    "gemini.thinking.ndjson": { calls: 2, end: done, usage: among.ok },
    // The command that failed is told as a success, and its exit code not at all.
    "gemini.toolfail.ndjson": { calls: 2, failed: 0, end: noFile, usage: among.toolfail },
    "gemini.parallel.ndjson": { calls: 2, end: both, usage: parallel },
    // Its client of MCP refuses the answer 42.
    "gemini.mcp.ndjson": { calls: 2, failed: 2, end: sum, usage: mcp },
    "gemini.dropmid.ndjson": { calls: 1, end: { answer: "I was about to" }, usage: firstTurn },
    "gemini.err401.ndjson": { calls: 0, end: { code: "auth" }, usage: nothing },
    "gemini.hang.ndjson": { calls: 1, end: cutOff, usage: null },
    "gemini.sleeptool.ndjson": { calls: 1, end: cutOff, usage: null },
    // Session files tell that a command failed.
    "gemini.session.toolfail.jsonl": { calls: 2, failed: 1, end: noFile, usage: among.toolfail },
    "gemini.session.thinking.jsonl": { calls: 2, end: done, usage: among.ok },
    "gemini.session.mcp.jsonl": { calls: 2, failed: 2, end: sum, usage: mcp },
  },
  "qwen-code": {
    "qwen.ndjson": { calls: 2, end: done, usage: among.ok },
    "qwen.ok.bare.ndjson": { calls: 2, end: done, usage: among.ok },
    "qwen.ok.norec.ndjson": { calls: 2, end: done, usage: among.ok },
    "qwen.ok.safe.ndjson": { calls: 2, end: done, usage: among.ok },
    "qwen.thinking.ndjson": { calls: 2, end: done, usage: among.ok },
    "qwen.toolfail.ndjson": { calls: 2, failed: 1, end: noFile, usage: among.toolfail },
    "qwen.parallel.ndjson": { calls: 2, end: both, usage: parallel },
    "qwen.mcp.ndjson": { calls: 2, failed: 1, end: sum, usage: mcp },
    "qwen.mcp.nodefer.ndjson": { calls: 2, failed: 1, end: sum, usage: mcp },
    "qwen.dropmid.ndjson": { calls: 1, end: { code: "network" }, usage: firstTurn },
    "qwen.err401.ndjson": { calls: 0, end: { code: "auth" }, usage: nothing },
    "qwen.hang.ndjson": { calls: 1, end: cutOff, usage: firstTurn },
    // It refuses to sleep, and goes on.
    "qwen.sleeptool.ndjson": { calls: 1, failed: 1, end: { answer: "Done." }, usage: parallel },
    "qwen.session.toolfail.jsonl": { calls: 2, failed: 1, end: noFile, usage: among.toolfail },
    "qwen.session.thinking.jsonl": { calls: 2, end: done, usage: among.ok },
    "qwen.session.mcp.jsonl": { calls: 2, failed: 1, end: sum, usage: mcp },
    "qwen.session.err401.jsonl": { calls: 0, end: { code: "auth" }, usage: null },
  },
  opencode: {
    "opencode.ndjson": { calls: 2, end: done, usage: among.ok },
    "opencode.thinking.ndjson": { calls: 2, end: done, usage: among.ok },
    "opencode.toolfail.ndjson": { calls: 2, failed: 1, end: noFile, usage: among.toolfail },
    "opencode.parallel.ndjson": { calls: 2, end: both, usage: parallel },
    "opencode.mcp.ndjson": { calls: 2, failed: 1, end: sum, usage: mcp },
    "opencode.dropmid.ndjson": { calls: 2, end: done, usage: among.ok },
    "opencode.err401.ndjson": { calls: 0, errors: 1, end: { code: "auth" }, usage: null },
    "opencode.hang.ndjson": { calls: 1, end: cutOff, usage: firstTurn },
    "opencode.export.toolfail.json": { calls: 2, failed: 1, end: noFile, usage: among.toolfail },
    "opencode.export.mcp.json": { calls: 2, failed: 1, end: sum, usage: mcp },
    "opencode.export.err401.json": { calls: 0, errors: 1, end: { code: "auth" }, usage: nothing },
    // It was stopped while a command ran, and the session does not say so.
    "opencode.export.sleeptool.json": { calls: 1, end: { answer: "Sleeping." }, usage: nothing },
  },
  copilot: {
    "copilot.ndjson": { calls: 2, end: done, usage: null },
    "copilot.thinking.ndjson": { calls: 2, end: done, usage: null },
    "copilot.toolfail.ndjson": { calls: 2, failed: 1, end: noFile, usage: null },
    "copilot.parallel.ndjson": { calls: 2, end: both, usage: null },
    "copilot.mcp.ndjson": { calls: 2, failed: 1, end: sum, usage: null },
    "copilot.dropmid.ndjson": { calls: 2, end: done, usage: null },
    "copilot.err401.ndjson": { calls: 0, errors: 1, end: { code: "auth" }, usage: null },
    // Only the final event names the session, and it never came.
    "copilot.hang.ndjson": { calls: 1, end: cutOff, usage: null, session: false },
    // Told to stop, it left with exit code 0.
    "copilot.sleeptool.ndjson": { calls: 1, end: { code: "agent" }, usage: null },
    // Two prompts, the second after the session was resumed.
    "copilot.session.resumed.jsonl": { calls: 2, failed: 1, end: done, usage: [560, 104, 44] },
    "copilot.session.thinking.jsonl": { calls: 2, end: done, usage: among.ok },
    "copilot.session.mcp.jsonl": { calls: 2, failed: 1, end: sum, usage: mcp },
    "copilot.session.err401.jsonl": { calls: 0, errors: 1, end: { code: "auth" }, usage: null },
    "copilot.session.sleeptool.jsonl": { calls: 1, end: { code: "agent" }, usage: [100, 20, 0] },
  },
  cline: {
    "cline.ndjson": { calls: 2, end: done, usage: among.ok },
    "cline.thinking.ndjson": { calls: 2, end: done, usage: among.ok },
    "cline.toolfail.ndjson": { calls: 2, failed: 1, end: noFile, usage: among.toolfail },
    "cline.parallel.ndjson": { calls: 2, end: both, usage: parallel },
    "cline.mcp.ndjson": { calls: 2, failed: 1, end: sum, usage: mcp },
    "cline.dropmid.ndjson": { calls: 1, errors: 1, end: { code: "network" }, usage: firstTurn },
    "cline.err401.ndjson": { calls: 0, errors: 1, end: { code: "auth" }, usage: nothing },
    "cline.hang.ndjson": { calls: 1, end: cutOff, usage: firstTurn },
    "cline.sleeptool.ndjson": { calls: 1, end: cutOff, usage: [100, 20, 0] },
    "cline.session.toolfail.json": { calls: 2, failed: 1, end: noFile, usage: among.toolfail },
    "cline.session.parallel.json": { calls: 2, end: both, usage: parallel },
    "cline.session.mcp.json": { calls: 2, failed: 1, end: sum, usage: mcp },
    "cline.session.err401.json": { calls: 0, errors: 1, end: { code: "network" }, usage: null },
  },
  cursor: {
    "cursor.ndjson": { calls: 3, failed: 3, end: { answer: "done" }, usage: [100, 20, 50] },
    "cursor.transcript.jsonl": { calls: 2, failed: 1, end: { answer: "Built." }, usage: null, session: false },
  },
  acp: {
    "acp.claude-agent-acp.ok.jsonl": { calls: 2, end: done, usage: beside.ok, unknown: status },
    "acp.claude-agent-acp.toolfail.jsonl": {
      calls: 2,
      failed: 1,
      end: noFile,
      usage: beside.toolfail,
      unknown: status,
    },
    "acp.claude-agent-acp.mcp.jsonl": { calls: 2, failed: 2, end: sum, usage: mcp, unknown: status },
    "acp.claude-agent-acp.mcp.nodefer.jsonl": { calls: 2, failed: 1, end: sum, usage: mcp, unknown: status },
    "acp.claude-agent-acp.err401.jsonl": { calls: 0, errors: 1, end: { code: "auth" }, usage: null, unknown: status },
    "acp.claude-agent-acp.sleeptool.cancel.jsonl": {
      calls: 1,
      failed: 1,
      end: { code: "agent" },
      usage: [100, 20, 0],
      unknown: status,
    },
    // The client gave up before the prompt.
    "acp.claude-agent-acp.ok.bypass-nosandbox.jsonl": { calls: 0, end: cutOff, usage: null, unknown: status },
    "acp.codex-acp.ok.jsonl": { calls: 2, end: done, usage: among.ok, unknown: status },
    "acp.codex-acp.toolfail.jsonl": { calls: 2, failed: 1, end: noFile, usage: among.toolfail, unknown: status },
    // Two calls, and two reviews that refused them.
    "acp.codex-acp.mcp.jsonl": { calls: 4, failed: 4, end: sum, usage: mcp, unknown: status },
    "acp.codex-acp.mcp.full.jsonl": { calls: 2, failed: 1, end: sum, usage: mcp, unknown: status },
    "acp.codex-acp.err401.jsonl": { calls: 0, errors: 1, end: { code: "auth" }, usage: null, unknown: status },
    "acp.codex-acp.sleeptool.cancel.jsonl": { calls: 1, end: { code: "agent" }, usage: [100, 20, 0], unknown: status },
    // Over ACP it does not say how much of the input came from the cache.
    "acp.gemini.ok.jsonl": { calls: 2, end: done, usage: [606, 96, 0] },
    "acp.gemini.toolfail.jsonl": { calls: 2, failed: 0, end: noFile, usage: [301, 61, 0] },
    "acp.gemini.mcp.jsonl": { calls: 2, failed: 2, end: sum, usage: mcp },
    "acp.gemini.err401.jsonl": { calls: 0, errors: 1, end: { code: "auth" }, usage: null },
    "acp.gemini.sleeptool.cancel.jsonl": { calls: 1, end: { code: "agent" }, usage: null },
    // Its numbers are those of the last request alone.
    "acp.opencode.ok.jsonl": { calls: 2, end: done, usage: null },
    "acp.opencode.toolfail.jsonl": { calls: 2, failed: 1, end: noFile, usage: null },
    "acp.opencode.mcp.jsonl": { calls: 2, failed: 1, end: sum, usage: null },
    "acp.opencode.err401.jsonl": { calls: 0, errors: 1, end: { code: "network" }, usage: null },
    "acp.opencode.sleeptool.cancel.jsonl": { calls: 1, end: { code: "agent" }, usage: null },
    "acp.qwen.err401.jsonl": { calls: 0, errors: 1, end: { code: "auth" }, usage: null },
  },
};

const folder = new URL("../../../../test/fixtures/transcripts/", import.meta.url);
const rows = Object.entries(recorded).flatMap(([format, files]) =>
  Object.entries(files).map(([file, facts]): [string, string, Facts] => [file, format, facts]),
);

function read(file: string) {
  return readTranscript(readFileSync(new URL(file, folder), "utf8").split("\n"));
}

test.each(rows)("%s is read as a person reads it", (file, format, facts) => {
  const found = read(file);
  const { outcome, tokenUsage, entries, unknownEvents } = found;
  const interactions = buildInteractions(entries);
  const calls = interactions.filter(({ kind }) => kind === "tool");
  expect({
    format: found.format,
    problems: found.problems,
    calls: calls.length,
    failed: calls.filter(({ hasError }) => hasError).length,
    errors: interactions.filter(({ kind }) => kind === "error").length,
    end:
      outcome.status === "completed"
        ? { answer: outcome.result }
        : { code: outcome.status === "failed" && outcome.code },
    usage: tokenUsage === null ? null : [tokenUsage.input, tokenUsage.output, tokenUsage.cacheReadInput ?? 0],
    session: found.sessionId !== null,
    unknown: Object.fromEntries(unknownEvents.map(({ event, count }) => [event, count])),
    refusal: found.refusal,
  }).toEqual({ format, problems: [], refusal: null, failed: 0, errors: 0, session: true, unknown: {}, ...facts });
});

test("every recorded file is in the table", () => {
  const files = readdirSync(folder).filter((file) => file.endsWith("json") || file.endsWith("jsonl"));
  expect(rows.map(([file]) => file).toSorted()).toEqual(files.toSorted());
});

test.each(readdirSync(folder).filter((file) => file.endsWith(".txt")))(
  "%s is no transcript, and does no harm",
  (file) => {
    expect(read(file)).toMatchObject({ format: "entries", outcome: { status: "completed" } });
  },
);
