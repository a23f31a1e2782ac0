/** Reads what a detail file states about its run. Its scores, verdicts and graded checks are only claims and are not read. */
import { z } from "zod";
import { Check } from "../../core/scenario/check.ts";
import { Outcome } from "../../core/outcome.ts";
import type { Json } from "../../core/json.ts";
import { parsePlausibleUsage, type TokenUsage } from "../../core/model/token-usage.ts";
import { sanitizeJson } from "./sanitize-json.ts";
import { parseTime } from "./timestamps.ts";

/** A value is null if it is missing or unreadable. */
export interface Statement {
  /** The prompt; for other formats the first user entry. */
  readonly task: string | null;
  readonly outcome: Outcome | null;
  /** The rubric: one sentence, or checks with their weights. */
  readonly judge: string | readonly Check[] | null;
  readonly tokenUsage: TokenUsage | null;
  readonly totalCostUsd: number | null;
  readonly sessionId: string | null;
  readonly startTime: string | null;
  readonly endTime: string | null;
  readonly durationMs: number | null;
  readonly scenarioKey: string | null;
  readonly scenarioName: string | null;
  readonly agentName: string | null;
}

/** A statement without any values. */
export const noStatement: Statement = {
  task: null,
  outcome: null,
  judge: null,
  tokenUsage: null,
  totalCostUsd: null,
  sessionId: null,
  startTime: null,
  endTime: null,
  durationMs: null,
  scenarioKey: null,
  scenarioName: null,
  agentName: null,
};

const text = z.string().nullable().catch(null);
const time = text.transform((value) => (parseTime(value) === null ? null : value));
const amount = z.number().nonnegative().nullable().catch(null);

const metadata = z.object({
  startTime: time,
  endTime: time,
  tokenUsage: z.unknown().optional(),
  totalCostUsd: amount,
  sessionId: text,
});
const noMetadata = { startTime: null, endTime: null, tokenUsage: undefined, totalCostUsd: null, sessionId: null };

/** Each field is read separately, so that an unreadable one does not affect the others. */
const Detail = z.object({
  prompt: text,
  outcome: Outcome.nullable().catch(null),
  judge: z
    .union([z.string().min(1), z.array(Check).min(1)])
    .nullable()
    .catch(null),
  durationMs: amount,
  totalCostUsd: amount,
  tokenUsage: z.unknown(),
  scenarioKey: text,
  scenarioName: text,
  agentName: text,
  metadata: metadata.catch(noMetadata),
});
const detailKeys = Object.keys(Detail.shape);

/** Reads the statement of a detail file, whose `output` contains times as well. */
export function readDetailStatement(
  detail: Readonly<Record<string, unknown>>,
  output: Readonly<Record<string, unknown>>,
): Statement {
  const said = Object.fromEntries(detailKeys.map((key) => [key, detail[key]]));
  // The transcript is left out: only the short fields are sanitized here.
  const {
    prompt,
    metadata: more,
    tokenUsage,
    totalCostUsd,
    ...rest
  } = Detail.parse(sanitizeJson({ ...said, metadata: output.metadata } as Json));
  return {
    ...rest,
    task: prompt,
    startTime: more.startTime,
    endTime: more.endTime,
    tokenUsage: parsePlausibleUsage(tokenUsage ?? more.tokenUsage),
    totalCostUsd: totalCostUsd ?? more.totalCostUsd,
    sessionId: more.sessionId,
  };
}
