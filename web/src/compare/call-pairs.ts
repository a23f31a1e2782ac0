/** Aligns the tool calls of two runs, and says how the two of a row differ. */
import type { Interaction } from "../../../src/core/interaction.ts";
import { canonicalJson, isRecord } from "../../../src/core/json.ts";
import { type Call, hasCallFailed, toCall, unknownTool } from "../../../src/agents/transcript/call.ts";
import { align } from "../../../src/report/alignment.ts";
import type { RunData } from "../data/run-data.ts";

/** A call as a row shows it. */
export interface ComparedCall {
  readonly interaction: Interaction;
  /** What identifies it: two calls with this in common stand in one row. */
  readonly key: string;
  /** Tool and input. */
  readonly request: string;
  /** The file that it writes; null for other calls. */
  readonly path: string | null;
  /** Its status or exit code if it failed, such as `404`; empty if it worked. */
  readonly failure: string;
}

export interface CallRow {
  readonly before: ComparedCall | null;
  readonly after: ComparedCall | null;
  /** Calls of one row are the same, write other content, or end in another way. */
  readonly kind: "same" | "content" | "outcome" | "before" | "after";
}

export interface AlignedCalls {
  readonly rows: readonly CallRow[];
  readonly counts: { readonly before: number; readonly after: number; readonly both: number };
  /** False if the runs differ so much that some common calls may not be matched. */
  readonly isShortest: boolean;
}

type CallData = Pick<RunData, "interactions" | "entries">;

export function alignCalls(before: CallData, after: CallData): AlignedCalls {
  const [olds, news] = [listCalls(before), listCalls(after)];
  const { steps, isShortest } = align(
    olds.map(({ key }) => key),
    news.map(({ key }) => key),
  );
  const rows = steps.map((step) =>
    toRow(
      step.before === null ? null : (olds[step.before] ?? null),
      step.after === null ? null : (news[step.after] ?? null),
    ),
  );
  const onlyBefore = rows.filter(({ kind }) => kind === "before").length;
  const onlyAfter = rows.filter(({ kind }) => kind === "after").length;
  return {
    rows,
    counts: { before: onlyBefore, after: onlyAfter, both: rows.length - onlyBefore - onlyAfter },
    isShortest,
  };
}

function toRow(before: ComparedCall | null, after: ComparedCall | null): CallRow {
  if (after === null) return { before, after, kind: "before" };
  if (before === null) return { before, after, kind: "after" };
  const kind = before.request !== after.request ? "content" : before.failure !== after.failure ? "outcome" : "same";
  return { before, after, kind };
}

function listCalls({ interactions, entries }: CallData): ComparedCall[] {
  return interactions.filter(({ kind }) => kind === "tool").map((interaction) => readCall(interaction, entries));
}

function readCall(interaction: Interaction, entries: RunData["entries"]): ComparedCall {
  const call = toCall(interaction, entries);
  const tool = interaction.toolName ?? unknownTool;
  const request = canonicalJson([tool, call?.input ?? null]);
  const path = findWrittenPath(call?.input);
  return {
    interaction,
    key: path === null ? request : canonicalJson([tool, path]),
    request,
    path,
    failure: nameFailure(call, interaction.hasError),
  };
}

function nameFailure(call: Call | null, hasError: boolean): string {
  const { httpStatus = 0, exitCode = 0 } = call?.result ?? {};
  if (httpStatus >= 400) return String(httpStatus);
  if (exitCode !== 0) return `exit ${exitCode}`;
  return hasError || (call !== null && hasCallFailed(call)) ? "failed" : "";
}

const pathKeys = ["file_path", "path", "filePath", "notebook_path", "absolute_path"] as const;
const contentKeys = [
  "content",
  "contents",
  "file_text",
  "new_string",
  "new_str",
  "newText",
  "insert_text",
  "new_source",
  "edits",
] as const;

/** The file a call writes, as far as its input names both the file and the content. */
function findWrittenPath(input: unknown): string | null {
  if (!isRecord(input) || !contentKeys.some((key) => Object.hasOwn(input, key))) return null;
  const path = pathKeys
    .map((key) => (Object.hasOwn(input, key) ? input[key] : undefined))
    .find((value) => typeof value === "string");
  return typeof path === "string" ? path : null;
}
