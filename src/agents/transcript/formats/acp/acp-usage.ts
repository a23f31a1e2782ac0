/** Reads the tokens and cost that ACP agents report. */
import type { LineSink } from "../../../../core/agent/line-reader.ts";
import type { TokenUsage } from "../../../../core/model/token-usage.ts";
import { type Fields, fieldsAt, numberAt, textAt } from "../common/fields.ts";
import { type UsageNames, convertUsage } from "../common/usage.ts";

const protocolUsage: UsageNames = {
  input: "inputTokens",
  output: "outputTokens",
  cacheRead: "cachedReadTokens",
  cacheWrite: "cachedWriteTokens",
  exclusive: true,
};
/** Gemini CLI; it does not report what it read from a cache. */
const quotaUsage: UsageNames = { input: "input_tokens", output: "output_tokens", exclusive: true };

/** Agents that report only the numbers of the last request, so that the usage of the whole run stays unknown. */
const lastRequestOnly = new Set(["OpenCode"]);

export class AcpUsage {
  #isWhole = true;
  #costUsd: number | undefined;

  /** Sets the name the agent gives itself. */
  setAgent(agent: string | undefined): void {
    this.#isWhole = agent === undefined || !lastRequestOnly.has(agent);
  }

  /** Mostly the size of the context, which is not usage; its cost is that of the session so far. */
  update(update: Fields, sink: LineSink): void {
    const cost = fieldsAt(update, "cost");
    if (textAt(cost, "currency") === "USD") this.#costUsd = numberAt(cost, "amount") ?? this.#costUsd;
    this.#report(convertUsage(update, protocolUsage), sink);
  }

  /** Reads the response to a prompt; returns the model's output tokens, if they are known. */
  response(result: Fields, sink: LineSink): number | undefined {
    const quota = fieldsAt(fieldsAt(fieldsAt(result, "_meta"), "quota"), "token_count");
    const usage = convertUsage(fieldsAt(result, "usage"), protocolUsage) ?? convertUsage(quota, quotaUsage);
    this.#report(usage, sink);
    return usage?.output;
  }

  #report(usage: TokenUsage | null, sink: LineSink): void {
    if (usage !== null && this.#isWhole) sink.usage(usage, this.#costUsd);
  }
}
