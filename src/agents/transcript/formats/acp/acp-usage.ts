/** The tokens and cost that ACP agents report. The protocol does not settle what a count covers, so it depends on the agent. */
import type { LineSink } from "../../../../core/agent/line-reader.ts";
import type { TokenUsage } from "../../../../core/model/token-usage.ts";
import { type Fields, fieldsAt, numberAt, textAt } from "../common/fields.ts";
import { addUsage, convertUsage, type UsageNames } from "../common/usage.ts";

const protocolUsage: UsageNames = {
  input: "inputTokens",
  output: "outputTokens",
  cacheRead: "cachedReadTokens",
  cacheWrite: "cachedWriteTokens",
  exclusive: true,
};
const inclusiveUsage: UsageNames = { ...protocolUsage, exclusive: false };
/** Its input includes what came from the cache, and it does not report how much that was. */
const quotaUsage: UsageNames = { input: "input_tokens", output: "output_tokens", exclusive: true };

interface UsageReports {
  /** What one report covers. Reports of a request or a prompt are added; one of the session replaces the one before. */
  readonly covers: "request" | "prompt" | "session" | "last request only";
  readonly names: UsageNames;
}

/** By the name that an agent gives itself. */
const usageReports: ReadonlyMap<string, UsageReports> = new Map<string, UsageReports>([
  ["@agentclientprotocol/claude-agent-acp", { covers: "prompt", names: protocolUsage }],
  ["@agentclientprotocol/codex-acp", { covers: "prompt", names: protocolUsage }],
  ["gemini-cli", { covers: "prompt", names: quotaUsage }],
  ["qwen-code", { covers: "request", names: inclusiveUsage }],
  ["Copilot", { covers: "session", names: inclusiveUsage }],
  ["OpenCode", { covers: "last request only", names: protocolUsage }],
  ["Kilo", { covers: "last request only", names: protocolUsage }],
]);

export class AcpUsage {
  #reports: UsageReports | undefined;
  #costUsd: number | undefined;
  #total: TokenUsage | null = null;
  /** Answered prompts that had counts. */
  #countedPrompts = 0;

  /** Sets the name the agent gives itself. */
  setAgent(agent: string | undefined): void {
    this.#reports = agent === undefined ? undefined : usageReports.get(agent);
  }

  /** Mostly the size of the context, which is not usage; its cost is that of the session so far. */
  update(update: Fields): void {
    const cost = fieldsAt(update, "cost");
    if (textAt(cost, "currency") === "USD") this.#costUsd = numberAt(cost, "amount") ?? this.#costUsd;
    if (this.#reports === undefined) this.#total = convertUsage(update, protocolUsage) ?? this.#total;
  }

  /** Reads a piece of a message: some agents attach the counts of the request to an empty one. */
  chunk(update: Fields, sink: LineSink): void {
    if (this.#reports?.covers !== "request") return;
    const request = convertUsage(fieldsAt(fieldsAt(update, "_meta"), "usage"), this.#reports.names);
    if (request !== null) this.#report(addUsage(this.#total, request), sink);
  }

  /** Reads the response to a prompt; returns the model's output tokens for this prompt, if they are known. */
  response(result: Fields, sink: LineSink): number | undefined {
    const usage = readResponseUsage(result, this.#reports?.names ?? protocolUsage);
    if (usage === null) return undefined;
    this.#countedPrompts += 1;
    const before = this.#total;
    switch (this.#reports?.covers) {
      case undefined:
        this.#total = usage;
        return usage.output;
      case "prompt":
        this.#report(addUsage(before, usage), sink);
        return usage.output;
      case "session":
        this.#report(usage, sink);
        return usage.output - (before?.output ?? 0);
      case "request":
      case "last request only":
        return usage.output;
    }
  }

  /** Of an agent that is not in the table, only the counts of a single prompt are certain: two may have to be added, or not. */
  end(sink: LineSink): void {
    if (this.#reports === undefined && this.#total !== null && this.#countedPrompts <= 1)
      this.#report(this.#total, sink);
  }

  #report(total: TokenUsage, sink: LineSink): void {
    this.#total = total;
    sink.usage(total, this.#costUsd);
  }
}

function readResponseUsage(result: Fields, names: UsageNames): TokenUsage | null {
  const quota = fieldsAt(fieldsAt(fieldsAt(result, "_meta"), "quota"), "token_count");
  return convertUsage(fieldsAt(result, "usage"), names) ?? convertUsage(quota, quotaUsage);
}
