/** Formats a row as one JSON line by hand, because an evaluation does this more often than anything else. */
import type { FlatSignal, FlatSignals } from "../../../core/score/signal.ts";
import type { ResultRow } from "./row.ts";
import { toFileTokens } from "./file-row.ts";

/** Returns the line without its newline: byte for byte the JSON of `toFileRow`. */
export function formatRowLine(row: ResultRow): string {
  return (
    `{"id":${JSON.stringify(row.id)},"item_id":${JSON.stringify(row.itemId)},"item_index":${row.itemIndex}` +
    `,"item_digest":"${row.itemDigest}","key":${quote(row.key)},"name":${quote(row.name)},"status":"${row.status}"` +
    `,"score":${row.score}${row.why === undefined ? "" : `,"why":${JSON.stringify(row.why)}`}` +
    `,"threshold":${row.threshold},"passed":${row.passed},"explanation":${JSON.stringify(row.explanation)}` +
    `,"signals":${formatSignals(row.signals)},"metadata":${JSON.stringify(row.metadata)}` +
    `,"version":${quote(row.version)},"fingerprint":"${row.fingerprint}","timestamp":"${row.timestamp}"` +
    `,"source":${quote(row.source)},"cost_estimate":${row.costEstimate}` +
    (row.tokenUsage === undefined ? "" : `,"token_usage":${JSON.stringify(toFileTokens(row.tokenUsage))}`) +
    `,"duration_ms":${row.durationMs},"model_name":${quoteOrNull(row.modelName)}` +
    `,"llm_provider":${quoteOrNull(row.llmProvider)},"metric_category":"${row.metricCategory}"` +
    `,"parent":${quoteOrNull(row.parent)},"type":"${row.type}","weight":${row.weight}` +
    (row.rowCount === undefined ? "" : `,"row_count":${row.rowCount}`) +
    (row.slices === undefined ? "" : `,"slices":${JSON.stringify(row.slices)}`) +
    "}"
  );
}

/** Names and descriptions repeat in every row, so their quoted form is cached. */
const quotedTexts = new Map<string, string>();
const maxQuotedTexts = 2000;

function quote(text: string): string {
  const before = quotedTexts.get(text);
  if (before !== undefined) return before;
  const fresh = JSON.stringify(text);
  if (quotedTexts.size < maxQuotedTexts) quotedTexts.set(text, fresh);
  return fresh;
}

function quoteOrNull(text: string | null): string {
  return text === null ? "null" : quote(text);
}

function formatSignals(groups: FlatSignals): string {
  let text = "";
  for (const group of Object.keys(groups)) {
    const signals = (groups[group] ?? []).map(formatSignal).join(",");
    text += `${text === "" ? "" : ","}${JSON.stringify(group)}:[${signals}]`;
  }
  return `{${text}}`;
}

function formatSignal({ name, value, score, passed, description, headlineDisplay }: FlatSignal): string {
  return `{"name":${quote(name)},"value":${JSON.stringify(value)},"score":${score},"passed":${passed},"description":${quote(description)},"headline_display":${headlineDisplay}}`;
}
