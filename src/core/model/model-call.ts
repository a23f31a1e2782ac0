/** What the gateway saw of an agent's model requests: one row per request, and what they amount to. */
import { z } from "zod";
import { round9 } from "../json.ts";
import { combineUsage } from "./spending.ts";
import { TokenUsage } from "./token-usage.ts";

const count = z.number().int().nonnegative();

/**
 * How a request ended. "complete": a whole answer. "status": an error of the provider. "unreachable", "dropped",
 * "silent", "unreadable", "redirected": no usable answer. "left": the program hung up while all was well. "refused": the
 * gateway did not pass it on. "capped": the gateway's own limit of requests.
 */
export const ModelCallEnding = z.enum([
  "complete",
  "status",
  "unreachable",
  "dropped",
  "silent",
  "unreadable",
  "redirected",
  "left",
  "refused",
  "capped",
]);

/** One request of a program, with the gateway's own retries. */
export const ModelCall = z.object({
  /** When it arrived. */
  at: z.string(),
  provider: z.string(),
  wire: z.enum(["anthropic", "responses", "chat", "google", "other"]),
  /** As the answer names it, else the request. */
  model: z.string().nullable(),
  ending: ModelCallEnding,
  /** The last HTTP status of the provider, or of the gateway if it refused; null if there was none. */
  status: z.number().int().nullable(),
  /** Requests without tools, such as for a title, say nothing about the agent's work. */
  offersTools: z.boolean(),
  /** Whether the answer asks the program to call a tool, so that the conversation is not over. */
  calledTool: z.boolean(),
  /** Absent if the answer has none. */
  usage: TokenUsage.optional(),
  /** Null if the price is unknown. */
  costUsd: z.number().nullable().optional(),
  durationMs: count,
  /** How long the gateway waited between its own attempts; not part of the agent's time. */
  waitedMs: count,
  attempts: count,
  /** Tools of the provider that were removed from the request. */
  withheld: z.array(z.string()).optional(),
});
export type ModelCall = z.infer<typeof ModelCall>;

/** The model requests of a run. */
export const ModelCalls = z.object({
  count,
  /** Requests without a complete answer, except those that the program itself gave up or the gateway refused. */
  failed: count,
  refused: count,
  /** Answers that were cut, or had no usage: what they cost is unknown. */
  unknown: count,
  waitedMs: count,
  tokenUsage: TokenUsage.optional(),
  /** Null if a price or a usage is unknown. */
  costUsd: z.number().nullable(),
  models: z.array(z.string()),
  /** Tools of the provider that were removed from requests. */
  withheld: z.array(z.string()),
  /** The first and the last requests; `count` says how many there were. */
  calls: z.array(ModelCall),
});
export type ModelCalls = z.infer<typeof ModelCalls>;

const maxHead = 100;
const maxTail = 200;
const maxNames = 20;

/** Endings after which a provider may have charged for an answer that was not seen in full. */
const cutEndings: readonly ModelCall["ending"][] = ["dropped", "silent", "unreadable", "left"];
const ownEndings: readonly ModelCall["ending"][] = ["complete", "left", "refused", "capped"];

/** Whether something may have been charged that is not known. */
function hasUnknownUsage({ wire, ending, usage, status }: ModelCall): boolean {
  if (wire === "other") return false;
  if (ending === "complete") return usage === undefined;
  return cutEndings.includes(ending) && status !== null && status < 300;
}

/** Adds up the requests of a run, and keeps the first and the last of them. */
export function sumModelCalls(calls: readonly ModelCall[]): ModelCalls {
  const tokenUsage = calls.map(({ usage }) => usage).reduce(combineUsage, undefined);
  const unknown = calls.filter(hasUnknownUsage).length;
  const costs = calls.flatMap(({ costUsd }) => (costUsd === undefined ? [] : [costUsd]));
  const isKnown = unknown === 0 && costs.every((cost) => cost !== null);
  const kept = calls.length <= maxHead + maxTail ? calls : [...calls.slice(0, maxHead), ...calls.slice(-maxTail)];
  return {
    count: calls.length,
    failed: calls.filter(({ ending }) => !ownEndings.includes(ending)).length,
    refused: calls.filter(({ ending }) => ending === "refused" || ending === "capped").length,
    unknown,
    waitedMs: calls.reduce((sum, { waitedMs }) => sum + waitedMs, 0),
    ...(tokenUsage === undefined ? {} : { tokenUsage }),
    costUsd: isKnown ? round9(costs.reduce<number>((sum, cost) => sum + (cost ?? 0), 0)) : null,
    models: listNames(calls.flatMap(({ model }) => model ?? [])),
    withheld: listNames(calls.flatMap(({ withheld = [] }) => withheld)),
    calls: [...kept],
  };
}

/** Names are the agent's text, so there may be any number of them. */
function listNames(names: readonly string[]): string[] {
  return [...new Set(names)].toSorted().slice(0, maxNames);
}
