/** The ways a reply can end early, without anything to read. */
import type { FinishReason } from "ai";

export interface EarlyEnd {
  readonly status: "truncated" | "refused";
  readonly problem: string;
}

const endings: Partial<Record<FinishReason, EarlyEnd>> = {
  length: { status: "truncated", problem: "the reply was cut off at the limit of output tokens (max_output_tokens)" },
  "content-filter": { status: "refused", problem: "the model or its content filter refused to answer" },
};

export function findEarlyEnd(finish: FinishReason): EarlyEnd | undefined {
  return endings[finish];
}
