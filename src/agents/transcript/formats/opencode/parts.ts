/** Reads what OpenCode's output and its exported sessions have in common: calls, their results, and counts of tokens. */
import type { EntryInput } from "../../../../core/entry.ts";
import type { Json } from "../../../../core/json.ts";
import type { LineSink } from "../../../../core/agent/line-reader.ts";
import type { TokenUsage } from "../../../../core/model/token-usage.ts";
import { epochTime } from "../common/epoch.ts";
import { plainFailure, statusFailure } from "../common/failure.ts";
import { type Fields, fieldsAt, integerAt, numberAt, textAt } from "../common/fields.ts";
import { kindField } from "../common/tool-kinds.ts";

/** A call, which has its state with it. */
export function toCallEntry(part: Fields | undefined): EntryInput {
  const state = fieldsAt(part, "state");
  const tool = textAt(part, "tool") ?? "unknown";
  return {
    type: "tool_use",
    id: textAt(part, "callID") ?? null,
    tool,
    input: (state?.["input"] ?? {}) as Json,
    timestamp: epochTime(numberAt(fieldsAt(state, "time"), "start")) ?? null,
    ...kindField("opencode", tool),
  };
}

export function readErrorMessage(error: Fields | undefined): string {
  return textAt(fieldsAt(error, "data"), "message") ?? textAt(error, "name") ?? "unknown error";
}

export function failWith(error: Fields | undefined, modelAnswered: boolean, sink: LineSink): void {
  const name = textAt(error, "name");
  const named = name === "ProviderAuthError" ? "auth" : name === "APIError" ? "network" : undefined;
  const code = statusFailure(integerAt(fieldsAt(error, "data"), "statusCode")) ?? named ?? plainFailure(modelAnswered);
  sink.fail(code, readErrorMessage(error));
}

/** The result of a call that has ended. */
export function toCallResult(part: Fields | undefined, written: number | undefined): EntryInput {
  const state = fieldsAt(part, "state");
  const exitCode = integerAt(fieldsAt(state, "metadata"), "exit");
  return {
    type: "tool_result",
    id: textAt(part, "callID") ?? null,
    output: textAt(state, "output") ?? textAt(state, "error") ?? "",
    // A call of a tool that does not exist is reported as a completed call of the tool "invalid".
    isError: textAt(state, "status") === "error" || textAt(part, "tool") === "invalid",
    timestamp: epochTime(numberAt(fieldsAt(state, "time"), "end") ?? written),
    exitCode,
  };
}

/** Reads the counts of one step. Reasoning counts as output; it is added if the total shows that `output` excludes it. */
export function readStepUsage(tokens: Fields | undefined): TokenUsage | null {
  const input = integerAt(tokens, "input");
  const output = integerAt(tokens, "output");
  if (input === undefined || output === undefined) return null;
  const cache = fieldsAt(tokens, "cache");
  const cacheReadInput = integerAt(cache, "read") ?? 0;
  const cacheWriteInput = integerAt(cache, "write") ?? 0;
  const reasoning = integerAt(tokens, "reasoning") ?? 0;
  const apart = integerAt(tokens, "total") === input + output + reasoning + cacheReadInput + cacheWriteInput;
  return { input, output: apart ? output + reasoning : output, cacheReadInput, cacheWriteInput };
}
