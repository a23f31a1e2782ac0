/** Formats a row as one JSON line by hand, because an evaluation does this more often than anything else. */
import type { FlatSignal, FlatSignals } from "../../core/score/signal.ts";
import type { ResultRow } from "./row.ts";
import { writtenTokens } from "./written-row.ts";

/** Returns the line without its newline: byte for byte the JSON of `toFileRow`. */
export function rowLine(row: ResultRow): string {
  return (
    `{"id":${JSON.stringify(row.id)},"item_id":${JSON.stringify(row.itemId)},"item_index":${row.itemIndex}` +
    `,"item_digest":"${row.itemDigest}","key":${quoted(row.key)},"name":${quoted(row.name)},"status":"${row.status}"` +
    `,"score":${row.score}${row.why === undefined ? "" : `,"why":${JSON.stringify(row.why)}`}` +
    `,"threshold":${row.threshold},"passed":${row.passed},"explanation":${JSON.stringify(row.explanation)}` +
    `,"signals":${signalsText(row.signals)},"metadata":${JSON.stringify(row.metadata)}` +
    `,"version":${quoted(row.version)},"fingerprint":"${row.fingerprint}","timestamp":"${row.timestamp}"` +
    `,"source":${quoted(row.source)},"cost_estimate":${row.costEstimate}` +
    (row.tokenUsage === undefined ? "" : `,"token_usage":${JSON.stringify(writtenTokens(row.tokenUsage))}`) +
    `,"duration_ms":${row.durationMs},"model_name":${nameOrNull(row.modelName)}` +
    `,"llm_provider":${nameOrNull(row.llmProvider)},"metric_category":"${row.metricCategory}"` +
    `,"parent":${nameOrNull(row.parent)},"type":"${row.type}","weight":${row.weight}` +
    (row.rowCount === undefined ? "" : `,"row_count":${row.rowCount}`) +
    (row.slices === undefined ? "" : `,"slices":${JSON.stringify(row.slices)}`) +
    "}"
  );
}

/** Names and descriptions repeat in every row, so their quoted form is cached. */
const known = new Map<string, string>();
const mostKnown = 2000;

function quoted(text: string): string {
  const before = known.get(text);
  if (before !== undefined) return before;
  const fresh = JSON.stringify(text);
  if (known.size < mostKnown) known.set(text, fresh);
  return fresh;
}

function nameOrNull(text: string | null): string {
  return text === null ? "null" : quoted(text);
}

function signalsText(groups: FlatSignals): string {
  let text = "";
  for (const group of Object.keys(groups)) {
    const signals = (groups[group] ?? []).map(signalText).join(",");
    text += `${text === "" ? "" : ","}${JSON.stringify(group)}:[${signals}]`;
  }
  return `{${text}}`;
}

function signalText({ name, value, score, passed, description, headlineDisplay }: FlatSignal): string {
  return `{"name":${quoted(name)},"value":${JSON.stringify(value)},"score":${score},"passed":${passed},"description":${quoted(description)},"headline_display":${headlineDisplay}}`;
}
