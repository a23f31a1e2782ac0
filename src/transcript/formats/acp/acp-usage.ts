/** What ACP agents say about tokens and cost. */
import type { LineSink } from "../../../core/agent/line-reader.ts";
import type { TokenUsage } from "../../../core/model/token-usage.ts";
import { type Fields, fieldsAt, numberAt, textAt } from "../common/fields.ts";
import { type UsageNames, usageFrom } from "../common/usage.ts";

const protocolUsage: UsageNames = {
  input: "inputTokens",
  output: "outputTokens",
  cacheRead: "cachedReadTokens",
  cacheWrite: "cachedWriteTokens",
  exclusive: true,
};
/** Gemini CLI; what it read from a cache it does not say. */
const quotaUsage: UsageNames = { input: "input_tokens", output: "output_tokens", exclusive: true };

/** Agents whose numbers are those of the last request alone: what the run used is not known from them. */
const lastRequestOnly = new Set(["OpenCode"]);

export class AcpUsage {
  #isWhole = true;
  #costUsd: number | undefined;

  /** The agent as it names itself. */
  from(agent: string | undefined): void {
    this.#isWhole = agent === undefined || !lastRequestOnly.has(agent);
  }

  /** Mostly the size of the context, which is no usage; the cost in it is that of the session so far. */
  update(update: Fields, sink: LineSink): void {
    const cost = fieldsAt(update, "cost");
    if (textAt(cost, "currency") === "USD") this.#costUsd = numberAt(cost, "amount") ?? this.#costUsd;
    this.#pass(usageFrom(update, protocolUsage), sink);
  }

  /** The answer to a prompt; returns the tokens of the model's own words, where they are known. */
  response(result: Fields, sink: LineSink): number | undefined {
    const quota = fieldsAt(fieldsAt(fieldsAt(result, "_meta"), "quota"), "token_count");
    const usage = usageFrom(fieldsAt(result, "usage"), protocolUsage) ?? usageFrom(quota, quotaUsage);
    this.#pass(usage, sink);
    return usage?.output;
  }

  #pass(usage: TokenUsage | null, sink: LineSink): void {
    if (usage !== null && this.#isWhole) sink.usage(usage, this.#costUsd);
  }
}
